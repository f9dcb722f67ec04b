#!/usr/bin/env bash
# The drawings of docs/pictures/ are what scripts/drawings makes with this program, and every
# picture there is made by scripts/pictures. (An optimal plan has many faces: of
# docs/pictures/plan.svg only the frame is compared.)
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$UL_SOURCE/scripts/drawings" "$(dirname "$UL_COMMAND")" "$folder"
words() { grep -oE '<text[^>]*>[^<]*' "$1" | sed 's/.*>//' | grep -vE '[0-9]' | grep -E '( .*){4}' | sort -u; }
[ -n "$(words "$folder/plan.svg")" ]
for drawing in "$UL_SOURCE"/docs/pictures/*.svg; do
    name=$(basename "$drawing")
    [ -e "$folder/$name" ] || { echo "docs/pictures/$name is not made by scripts/drawings"; exit 1; }
    if [ "$name" = plan.svg ]; then
        diff <(words "$folder/plan.svg") <(words "$drawing")
    else
        cmp "$folder/$name" "$drawing"
    fi || { echo "docs/pictures/$name is not what the program draws: run scripts/pictures"; exit 1; }
done
for picture in "$UL_SOURCE"/docs/pictures/*.png; do
    grep -qxF "== $(basename "$picture")" "$UL_SOURCE/docs/pictures/words.txt" ||
        { echo "docs/pictures/$(basename "$picture") is not made by scripts/pictures"; exit 1; }
done
