#!/usr/bin/env bash
# 'ullage reproduce --coverage': what is kept, joined with the list of printed numbers a
# second time, with the rule written a second time.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$UL_SOURCE"
"$UL_COMMAND" reproduce --coverage --csv "$folder/coverage.csv" --html "$folder/page.html" >"$folder/text"

# fields of CSV, separated by a letter that no text has
fields() { # FILE...
    awk '{ out = ""; quoted = 0
           for (q = 1; q <= length($0); q++) {
               letter = substr($0, q, 1)
               if (letter == "\"") { if (quoted && substr($0, q + 1, 1) == "\"") { out = out letter; q++ } else quoted = !quoted }
               else out = out (letter == "," && !quoted ? "\037" : letter) }
           print out }' "$@"
}
# id, verdict of every kept number that is a printed one, by the rule
for table in results/*/table.csv; do
    head -1 "$table" | grep -q ',id,' && fields "$table" | sed 1d
done >"$folder/kept"
for paper in eva stratus sec trk8s cloudcoaster funsearch; do
    grep -v '^#' "bench/papers/$paper-why.csv" >"$folder/why.csv"
    grep -v '^#' "bench/papers/$paper.csv" >"$folder/list.csv"
    { fields "$folder/why.csv" | sed '1d; s/^/why\x1f/'; fields "$folder/list.csv" | sed '1d; s/^/list\x1f/'; }
done >"$folder/printed"
awk -F '\037' '
    function nines(percent) { return percent >= 100 ? 15 : -log(1 - percent / 100) / log(10) }
    function far(off, agrees, near) { return off <= agrees * (1 + 1e-9) ? "agrees" : off <= near * (1 + 1e-9) ? "near" : "differs" }
    function off(a, b) { return a > b ? a - b : b - a }
    function judge(id, ours,    v, d, size) {
        v = value[id] + 0; d = off(ours + 0, v); size = v < 0 ? -v : v
        if (word[id] != "" && word[id] != "known" && word[id] != "tried") return "not judged"
        if (kind[id] == "shape") return ours == v ? "holds" : "fails"
        if (form[id] == "at most" && ours + 0 <= v || form[id] == "at least" && ours + 0 >= v) return "agrees"
        said = spread[id] ~ /^±/ && d <= substr(spread[id], 2) * (1 + 1e-9) ? "agrees" \
             : unit[id] == "nines" ? far(d, 0.1, 0.3) \
             : unit[id] == "%" && quantity[id] == "availability" ? far(off(nines(ours), nines(v)), 0.1, 0.3) \
             : unit[id] == "%" && size < 10 ? far(d, 0.15 * size, 0.4 * size) \
             : unit[id] == "%" ? far(d, 2, 5) : far(d, 0.05 * size, 0.15 * size)
        if (said == "agrees" && form[id] ~ /^at /) said = "near"
        return said != "differs" ? said : word[id] == "known" ? "differs known" : "differs open" }
    $1 == "why" { word[$2] = $3; next }
    $1 == "list" && ($10 == "result" || $10 == "shape") { value[$2] = $6; unit[$2] = $7; spread[$2] = $8; form[$2] = $9
        quantity[$2] = $4; kind[$2] = $10; verdict[$2] = "not judged"; next }
    $1 == "list" { next }
    $10 != "" && $6 != "" && $13 !~ /^unlike:/ { verdict[$10] = judge($10, $6); number[$10] = $6 }
    END { for (id in verdict) print id "," (number[id] == "" ? "" : sprintf("%.6g", number[id])) "," verdict[id] }' \
    "$folder/printed" "$folder/kept" | LC_ALL=C sort >"$folder/joined"
fields "$folder/coverage.csv" | sed 1d | awk -F '\037' '{ print $1 "," ($10 ~ /unlike:/ || $7 == "" ? "" : sprintf("%.6g", $7)) "," $9 }' | LC_ALL=C sort >"$folder/covered"
diff "$folder/joined" "$folder/covered" || { echo "the coverage is not what a second join finds"; exit 1; }
[ "$(wc -l <"$folder/covered")" -ge 484 ]

# whatever differs has an experiment: that shows the cause, or that did not find it; and no
# experiment is of a number that does not differ
fields "$folder/coverage.csv" | awk -F '\037' '
    $9 == "differs open" && $10 !~ /^tried: .*\(moves it to .*: ullage reproduce / { print $1 ": nothing was tried" }
    $9 == "differs known" && $10 !~ /\(moves it to .*: ullage reproduce / { print $1 ": no command shows the cause" }' >"$folder/untried"
awk -F '\037' 'NR == FNR { if ($1 == "why" && $3 ~ /^(known|tried)$/) word[$2] = $3; next }
    $1 in word && $9 != (word[$1] == "known" ? "differs known" : "differs open") { print $1 ": " word[$1] ", but " $9 }' \
    "$folder/printed" <(fields "$folder/coverage.csv") >>"$folder/untried"
[ ! -s "$folder/untried" ] || { cat "$folder/untried"; exit 1; }

# the lines of the papers count what the rows say
for paper in eva stratus sec trk8s cloudcoaster funsearch; do
    fields "$folder/coverage.csv" | awk -F '\037' -v paper="$paper" '
        $2 == paper { shape = $9 == "holds" || $9 == "fails"; n += !shape && $1 !~ /-shape-/
                      agrees += $9 == "agrees"; near += $9 == "near"; known += $9 == "differs known"; open += $9 == "differs open" }
        END { print paper, n, agrees + near + known + open, agrees, near, known, open }' >"$folder/line"
    grep "^  $paper " "$folder/text" | head -1 | awk '{ print $1, $2, $3, $4, $5, $6, $7 }' | diff "$folder/line" -
done
grep -q 'Agrees: within 5% of the printed value' "$folder/text"
[ "$(grep -c '<tr class=' "$folder/page.html")" = "$(wc -l <"$folder/covered")" ]
grep -q '<dt>arithmetic</dt><dd>follows from other printed numbers' "$folder/page.html"
for table in $(fields "$folder/coverage.csv" | awk -F '\037' 'NR > 1 && $3 != "" { print $3 }' | sort -u); do
    grep -q "<tr><td>$table</td>" "$folder/page.html" || { echo "the page has no line for $table"; exit 1; }
done
# the README shows the lines of the papers
sed -n '2,8p' "$folder/text" >"$folder/lines"
while IFS= read -r line; do
    grep -qF -- "$line" "$UL_SOURCE/README.md" || { echo "README.md does not show today's 'ullage reproduce --coverage':"; cat "$folder/lines"; exit 1; }
done <"$folder/lines"

# refusals
if "$UL_COMMAND" reproduce --coverage --keep "$folder/nowhere" 2>"$folder/err"; then exit 1; fi
grep -q 'no such folder; --keep DIR' "$folder/err"
if "$UL_COMMAND" reproduce eva-table4 --csv x 2>"$folder/err"; then exit 1; fi
grep -q -- '--csv and --html are of --coverage' "$folder/err"
