#!/usr/bin/env bash
# Every command's --help ends in an example, and every example works as printed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export ARGP_HELP_FMT=rmargin=500
PATH=$(dirname "$UL_COMMAND"):$PATH

# what the reader has written before: a candidate for the judge
printf 'def priority_of_bin(item, free):\n    return item - free\n' >mine.py

commands=$(ullage --help | sed -n 's/^  \([a-z]\+\) .*/\1/p')
for command in $commands; do
    example=$(ullage "$command" --help | sed -n 's/^Example: //p')
    [ -n "$example" ] || { echo "ullage $command --help shows no example"; exit 1; }
    sh -c "$example" >out 2>&1 || { echo "this example fails: $example"; cat out; exit 1; }
done
example=$(ullage-check --help | sed -n 's/^Example: //p')
sh -c "$example" | grep -q '^valid: cost 12.8$' || { echo "this example fails: $example"; exit 1; }
