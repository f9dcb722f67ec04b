#!/usr/bin/env bash
# docs/teaching.md: what the policies come to in its two worlds is what it says.
# (cli-docs runs its commands; explain-gallery asserts the lessons' figures.)
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
page=$UL_SOURCE/docs/teaching.md
ullage() { "$UL_COMMAND" "$@"; }

eval "$(grep -E '^ullage gen (eva|google)-jobs ' "$page")"
policies=(-m no-packing -m first-fit -m fleet -m stratus -m eva)
sentence=$(grep -F 'What comes out, above the floor' "$page")
for world in train small; do
    part=${sentence%%;*}
    [ $world = train ] || part=${sentence#*;}
    ullage bracket $world.csv "${policies[@]}" --csv | tail -n +2 >rows.csv
    [ "$(wc -l <rows.csv)" = 5 ]
    while IFS=, read -r policy _ above _; do
        said="\`$policy\` $(LC_ALL=C awk "BEGIN {printf \"%.0f\", 100 * $above}")%"
        [[ $part == *"$said"* ]] || { echo "docs/teaching.md does not say of $world: $said"; exit 1; }
    done <rows.csv
done
