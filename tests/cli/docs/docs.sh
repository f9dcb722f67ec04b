#!/usr/bin/env bash
# What docs/*.md show is true. Every block that is marked sh is run, document by
# document, in an empty folder; every command after a dollar sign is run, and the
# lines below it are in its output; every instance can be read; the chapters on
# methods and tables have all of them; links lead somewhere.
#
# A block "sh needs=WORD,..." wants a program, a running Slurm (needs=slurm), the live
# page's modules (needs=wasm), or a published file, looked for under UL_SHARED. What is
# not there is said.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
PATH=$(dirname "$UL_COMMAND"):$PATH
export PYTHONPATH=$UL_SOURCE/python ULLAGE_LIBRARY=$UL_BUILD/libullage.so.1
docs=$UL_SOURCE/docs
failed=0
complain() {
    echo "$*"
    failed=1
}

have() {
    case $1 in
        slurm) sinfo >/dev/null 2>&1 ;;
        wasm) [ -e "$UL_SOURCE/build/wasm/ullage.wasm" ] && export ULLAGE_WEB=$UL_SOURCE/build/wasm ;;
        *.*)
            local found
            found=$(find -L "${UL_SHARED:-/nowhere}" -name "$1" -o -name "$1.gz" 2>/dev/null | head -1)
            [ -n "$found" ] && { [ -e "$1" ] || case $found in
                *"$1") ln -s "$found" "$1" ;;
                *) gunzip -c "$found" >"$1" ;;
            esac; }
            ;;
        *) command -v "$1" >/dev/null ;;
    esac
}

# run DOCUMENT LINE NEEDS: the file 'block' as a script
run() {
    local word
    for word in ${3//,/ }; do
        have "$word" || { echo "$1:$2: skipped, there is no $word here"; return; }
    done
    bash -euo pipefail block >out 2>&1 || complain "$1:$2 fails: $(tail -3 out)"
}

# excerpt: whether the lines of 'shown' are those of 'out', but for what "..." leaves out
excerpt() {
    awk 'FILENAME == "out" { if ($0 != "") out[++n] = $0; next }
         $0 == "..." { gap = 1; next }
         { at++; while (gap && at <= n && out[at] != $0) at++
           if (out[at] != $0 || at > n) { print; wrong = 1; exit 1 }
           gap = 0 }
         END { if (!wrong && !gap && at < n) { print "... and more"; exit 1 } }' out shown
}

# console DOCUMENT LINE: commands after "$ ", each followed by its output, perhaps with
# "..." where lines are left out; nothing at all below a command leaves out everything
console() {
    local line command="" wrong
    echo '$ ' >>block
    while IFS= read -r line; do
        if [[ $line == '$ '* ]]; then
            if [ -s shown ] && ! wrong=$(excerpt); then
                complain "$1:$2: '$command' does not print, there: $wrong"
            fi
            : >shown
            command=${line#\$ }
            bash -euc "$command" >out 2>&1 || complain "$1:$2: '$command' fails: $(tail -3 out)"
        elif [ -n "$line" ]; then
            echo "$line" >>shown
        fi
    done <block
}

for document in "$docs"/*.md; do
    name=$(basename "$document")
    mkdir "$folder/$name" && cd "$folder/$name" || exit 1
    # blocks as files NUMBER.INFO, named by the line they start on
    awk '/^```/ { inside = !inside; if (inside) { info = substr($0, 4); gsub(/[ \/]/, "+", info)
                  file = NR "." info; printf "" >file } else close(file); next }
         inside { print >file }' "$document"
    for file in $(find . -maxdepth 1 -name '[0-9]*.*' -printf '%f\n' | sort -n); do
        line=${file%%.*} info=${file#*.}
        mv "$file" block
        if [[ $info == sh* ]]; then
            needs=${info#*needs=}
            [ "$needs" = "$info" ] && needs=
            run "$name" "$line" "$needs"
        elif grep -q '^\$ ' block; then
            console "$name" "$line"
        elif head -1 block | grep -q '^ullage,1,'; then
            mv block block.csv
            ullage show block.csv >out 2>&1 || complain "$name:$line cannot be read: $(cat out)"
        fi
    done
    if grep -nE '^    (\$ )?ullage(-check)? [a-z]' "$document"; then
        complain "$name: examples go into sh blocks, which are run"
    fi
    for link in $(grep -oE '\]\([^)#: ]+' "$document" | sed 's/](//'); do
        [ -e "$docs/$link" ] || complain "$name: a link leads nowhere: $link"
    done
    [ "$name" = README.md ] || grep -qF "($name)" "$docs/README.md" ||
        complain "docs/README.md does not mention $name"
done

# the chapters are complete, and the costs on the gallery are so
methods=$(ullage list methods | sed -n 's/^  \([a-z0-9][^ ]*\) .*/\1/p' | sort -u)
[ "$(wc -l <<<"$methods")" -ge 35 ] || complain "'ullage list methods' is short: $methods"
for method in $methods; do
    grep -qx "### $method" "$docs/methods.md" || complain "docs/methods.md lacks $method"
    sed -n "/^### $method\$/,/^##/p" "$docs/methods.md" | grep -qF '**Loses**' ||
        complain "docs/methods.md does not say when $method loses"
done
for table in $(ullage list tables | sed -n 's/^  \([a-z0-9][^ ]*\) .*/\1/p'); do
    grep -qx "### $table" "$docs/reproduce.md" || complain "docs/reproduce.md lacks $table"
done
while IFS='|' read -r _ method cells; do
    method=${method// /}
    if [ "$method" = method ]; then
        IFS='|' read -ra instance <<<"${cells// /}"
    elif [ -n "${instance[*]:-}" ] && grep -qx -- "$method" <<<"$methods"; then
        IFS='|' read -ra cost <<<"${cells//[ *]/}"
        for q in "${!cost[@]}"; do
            ullage solve "gallery:${instance[$q]}" -m "$method" --seed 1 >out 2>&1
            grep -qx "cost      \$${cost[$q]}" out ||
                complain "docs/methods.md: $method on ${instance[$q]} is not ${cost[$q]}: $(grep cost out)"
        done
    fi
done <"$docs/methods.md"
exit $failed
