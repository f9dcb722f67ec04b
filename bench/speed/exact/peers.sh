#!/usr/bin/env bash
# `exact` beside its peers in one run: CBC and GLPK on our arc-flow model, CBC on VPSolver's own
# graph. Makes the table of docs/exact-results.md from a sample of every class, the suite peers.
#
#     [VPSOLVER=PROGRAMS] [GLPK=SOURCE] bench/speed/exact/peers.sh [FOLDER [SECONDS [MOST]]]
#
# FOLDER (default results/peers) gets the run; one that was interrupted goes on, and so does one
# that had no VPSolver. SECONDS of CPU time are the most a run has, building the model and all
# programs included (default 10), MOST the instances of a class (default 3). VPSOLVER is the folder
# of VPSolver's programs vbp2afg and afg2lp. GLPK, its source, has `exact` run on the five paths of
# five_paths.sh, too (FOLDER/paths.csv). The table goes to FOLDER/table.md and to the terminal.
# Exit 1 when two that have the optimum disagree on it, or a certificate was refused. ULLAGE is the
# program (default build/release/ullage).
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../../.."
ullage=${ULLAGE:-build/release/ullage}
folder=${1:-results/peers} seconds=${2:-10} most=${3:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=bench/speed/exact/five_paths.sh
source bench/speed/exact/five_paths.sh

methods=()
while read -r method; do
    methods+=(-m "$method")
done < <(sed -n 's/^method,//p' bench/suites/peers.csv | tr , ' ')
if [ -x "${VPSOLVER:-}/vbp2afg" ]; then
    methods+=(-m 'program command=bench/speed/exact/vpsolver.sh {instance} {plan}')
else
    echo "VPSOLVER is not said: CBC on its graph is left out; docs/exact-results.md has how it is built" >&2
fi
resume=()
[ ! -e "$folder/records.csv" ] || resume=(--resume)
sample=(peers --set "seconds=$seconds" --set "last=$((31000 + most))")
"$ullage" bench "${sample[@]}" "${methods[@]}" --out "$folder" "${resume[@]}"
"$ullage" report "$folder" --csv "$work" >/dev/null

columns() { # NAME...: of the CSV file on stdin, in this order
    awk -F, -v OFS=, -v names="$*" 'NR == 1 { n = split(names, name, " "); for (q = 1; q <= NF; q++) at[$q] = q }
    { row = $at[name[1]]; for (q = 2; q <= n; q++) row = row OFS $at[name[q]]; print row }'
}

if [ -n "${GLPK:-}" ]; then
    five_paths "$work" "$GLPK"
    for path in "${paths[@]}"; do
        on_path "$path" "$ullage" bench "${sample[@]}" -m exact --out "$work/$path" >/dev/null
        columns instance method status cost cpu_s certificate <"$work/$path/records.csv" |
            sed "1s/^/path,/; 1!s/^/$path,/"
    done | awk 'NR == 1 || !/^path,/' >"$folder/paths.csv"
fi
touch "$work/none"
on_paths=$work/none
[ ! -e "$folder/paths.csv" ] || on_paths=$folder/paths.csv

# Who has the optimum: exact by a certificate that was verified, the others by their word, which
# for a program is that it ended with a plan.
awk -F, -v n_paths="$(cut -d, -f1 "$on_paths" | sort -u | grep -vc path || true)" '
FNR == 1 { for (q in at) delete at[q]; for (q = 1; q <= NF; q++) at[$q] = q; file++; next }
{ i = $at["instance"]; m = $at["method"] }
file == 1 {
    verified[i] = verified[i] || $at["certificate"] == "verified"
    if ($at["certificate"] == "refused") { print i ": the certificate was refused" >"/dev/stderr"; bad = 1 }
    next
}
file == 3 {
    n_runs++; of[n_runs] = i; time[n_runs] = $at["cpu_s"]
    sure[n_runs] = $at["status"] == "optimal" && $at["certificate"] == "verified"
    if (sure[n_runs] && i in cost && (cost[i] - $at["cost"]) ^ 2 > 1e-16 * cost[i] ^ 2) {
        print i ": exact has $" $at["cost"] " for the optimum on a path, another $" cost[i] >"/dev/stderr"; bad = 1
    }
    next
}
{
    if (!($at["class"] in runs)) classes[++n_classes] = $at["class"]
    if (!(i in class)) { class[i] = $at["class"]; runs[class[i]]++ }
    ran[m] = 1; s = $at["status"]
    ended = m == "program" && s == "feasible" && $at["limit"] == ""
    if (m == "exact" ? s == "optimal" && verified[i] : s == "optimal" || s == "claimed" || ended) {
        took[i, m] = $at["cpu_s"] + 0.01
        if (i in cost && (cost[i] - $at["cost"]) ^ 2 > 1e-16 * cost[i] ^ 2) {
            print i ": " m " has $" $at["cost"] " for the optimum, another $" cost[i] >"/dev/stderr"; bad = 1
        }
        cost[i] = $at["cost"]
    }
}
function cell(c, m,    i, n, both, sum, first, text) { # also proved[m] and ratio[m], for ahead()
    for (i in class)
        if ((c == "all" || class[i] == c) && (i, m) in took) {
            n++
            if ((i, "exact") in took) { both++; sum += log(took[i, m]) - (m == "exact" ? 0 : log(took[i, "exact"])) }
            first += m != "exact" && (!((i, "exact") in took) || took[i, m] < took[i, "exact"])
        }
    proved[m] = n + 0
    ratio[m] = m == "exact" ? 1 : both ? exp(sum / both) : 1e9
    if (m == "exact")
        return n + 0 (n ? sprintf(", %.2f s", exp(sum / n) - 0.01) : "")
    text = n + 0 (both ? sprintf(ratio[m] < 10 ? ", %.1f x" : ", %.0f x", ratio[m]) : "")
    return text (first ? " (" first " sooner)" : "")
}
function on_paths(c,    q, p, n, first) { # of a class: proved, median and worst of all runs
    for (q = 1; q <= n_runs; q++)
        if (c == "all" || class[of[q]] == c) {
            first += sure[q]
            for (p = n++; p > 0 && sorted[p - 1] > time[q]; p--)
                sorted[p] = sorted[p - 1]
            sorted[p] = time[q]
        }
    return n ? sprintf("%d of %d: %.2f, %.2f s", first, n, sorted[int((n - 1) / 2)], sorted[n - 1]) : "-"
}
function ahead(    m, best) {
    best = "exact"
    for (m in ran)
        if (proved[m] > proved[best] || (proved[m] == proved[best] && ratio[m] < ratio[best]))
            best = m
    return proved[best] ? title[best] : "nobody"
}
function row(c, n,    q, text) {
    text = "| " c " | " n " | " cell(c, "exact")
    if (n_paths)
        text = text " | " on_paths(c)
    for (q = 2; q <= 4; q++)
        text = text " | " (order[q] in ran ? cell(c, order[q]) : "-")
    print text " | " ahead() " |"
}
END {
    split("exact cbc glpk program", order, " ")
    title["exact"] = "exact"; title["cbc"] = "CBC"; title["glpk"] = "GLPK"; title["program"] = "VPSolver"
    paths = n_paths ? " exact on " n_paths " paths: median, worst |" : ""
    print "| class | run | exact |" paths " CBC | GLPK | CBC on VPSolver'\''s graph | ahead |"
    print "|---|---|---|" (n_paths ? "---|" : "") "---|---|---|---|"
    for (q = 1; q <= n_classes; q++) { row(classes[q], runs[classes[q]]); all += runs[classes[q]] }
    row("all", all)
    exit bad
}' "$folder/records.csv" "$work/runs.csv" "$on_paths" | tee "$folder/table.md"
