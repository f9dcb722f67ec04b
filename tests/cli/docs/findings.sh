#!/usr/bin/env bash
# docs/findings.md: every number stands in the kept table it is said to be from, made on
# the day it is said to be, by a command that names the table.
set -u
page=$UL_SOURCE/docs/findings.md
failed=0 rows=0 command=
complain() {
    echo "docs/findings.md: $*"
    failed=1
}

while IFS='|' read -r _ what number how kept made _; do
    [[ $kept == *'`results/'* ]] || continue
    rows=$((rows + 1))
    kept=$(tr -d ' `' <<<"$kept") made=${made// /} number=$(sed 's/^ *`//; s/` *$//' <<<"$number")
    [[ $how == ' the same ' ]] || command=$how
    [[ $command == *"ullage reproduce ${kept#results/}"[\ \`]* ]] || complain "$what: $command does not make $kept"
    grep -qP -- "(?<![\\d.])\\Q$number\\E(?!\\d)" "$UL_SOURCE/$kept/table.txt" || complain "$what: there is no $number in $kept"
    grep -qF "\"started\": \"${made}T" "$UL_SOURCE/$kept/manifest.json" || complain "$what: $kept was not made on $made"
done <"$page"
[ $rows -ge 25 ] || complain "only $rows numbers"
exit $failed
