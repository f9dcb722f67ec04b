#!/usr/bin/env bash
# What README.md shows is true: its commands work and print what it says, and
# its heuristic compiles and runs under the rules of the build.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
PATH=$(dirname "$UL_COMMAND"):$PATH
readme=$UL_SOURCE/README.md

# commands in order, and the lines of their output that time does not change
# (plans do: an optimum has many)
sed -n 's/^\$ \(ullage.*\)/\1/p' "$readme" >commands
[ "$(wc -l <commands)" -ge 6 ]
sh -e commands >out 2>&1 || { echo "a command of README.md fails"; cat out; exit 1; }
grep -E '^(cost|bound|gap|valid:|status|  sha256|  demand|  gpu|  cpu|  ram_gb|  no packing|  lower bound) ' \
    "$readme" >promised
while IFS= read -r line; do
    grep -qxF -- "$line" out || { echo "README.md promises, and it is not so: $line"; exit 1; }
done <promised
[ -s plan.svg ]

# the heuristic
sed -n '/^```c$/,/^```$/p' "$readme" | grep -v '^```' >next_fit.c
cmp next_fit.c "$UL_SOURCE/heuristics/packing/next_fit.c"
paths=()
while read -r submodule; do
    paths+=("-I$submodule")
done < <(cd "$UL_SOURCE" && find "$PWD/core" "$PWD/instances" "$PWD/methods" "$PWD/heuristics/packing" -type d)
cc -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion \
    -Werror "${paths[@]}" -c next_fit.c -o next_fit.o
