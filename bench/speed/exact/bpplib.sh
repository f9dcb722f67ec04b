#!/usr/bin/env bash
# What a run of the suite bpplib came to, beside the best known values.
#
#     bench/speed/exact/bpplib.sh RUN KNOWN FOLDER
#
# RUN is the folder of 'ullage bench bpplib', KNOWN a table (.gz or not) with columns file,
# lower and upper: the best known bounds of each instance. FOLDER (results/bpplib
# keeps ours) gets records.csv, a row an instance, and certificates/NAME.csv.gz of AI, ANI and Hard28. A
# table by class goes to the terminal; exit 1 when a certificate was refused, or our values
# and the best known ones cannot both be true.
set -euo pipefail
export LC_ALL=C.UTF-8
[ $# = 3 ] && [ -e "$1/suite.csv" ] && [ -e "$2" ] ||
    { echo "bpplib.sh: give the folder of a run, the table of known bounds, and a folder to fill" >&2; exit 2; }
run=$1 known=$2 folder=$3
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# class,instance,limit: a suite's copy has every file by name.
awk -F, '{ gsub("\"", "") }
$1 == "method" { for (q = 3; q <= NF; q++) if ($q ~ /^@cpu_s=/) own = substr($q, 8) }
$1 == "label" && $2 == "class" { class = $3 }
$1 == "import" {
    for (q = 3; q <= NF; q++)
        if ($q ~ /^@cpu_s=/) limit = substr($q, 8)
    for (q = 3; q <= NF; q++)
        if (sub(".*/", "", $q)) { n++; name[n] = $q; of[n] = class; limit_of[n] = limit }
}
END {
    for (q = 1; q <= n; q++)
        print of[q] "," name[q] "," (own != "" && own + 0 < limit_of[q] + 0 ? own : limit_of[q])
}' "$run/suite.csv" >"$work/classes"

# Certificates by the number of their run: hash and size.
(cd "$run/certificates" && sha256sum -- *.csv && wc -c -- *.csv) |
    awk 'NF == 2 && $2 ~ /\.csv$/ { sub(".csv", "", $2); print $2 + 0 "," $1 }' >"$work/certificates"
gzip -cdf "$known" | tr -d '\r' >"$work/known"

awk -F, -v OFS=, '
FNR == 1 { file++; for (q in at) delete at[q]; for (q = 1; q <= NF; q++) at[$q] = q }
file == 1 { class[$2] = $1; limit[$2] = $3; place[$2] = FNR }
file == 2 { if (length($2) == 64) hash[$1] = $2; else bytes[$1] = $2 }
file == 3 && FNR > 1 { lower[$at["file"]] = $at["lower"]; upper[$at["file"]] = $at["upper"] }
file == 4 && FNR > 1 && ($at["instance"] in class) {
    name = $at["instance"]; cost = $at["cost"]; bound = $at["bound"]; run = $at["run"]
    proved = $at["status"] == "optimal" && $at["certificate"] == "verified"
    verdict = "open"
    if (cost == "" || cost + 0 > upper[name] + 0)
        verdict = "above"
    if (proved)
        verdict = lower[name] + 0 < upper[name] + 0 ? "closed" : "same"
    if ((cost != "" && cost + 0 < lower[name] + 0) || bound + 0 > upper[name] + 0)
        verdict = "disagrees"
    if (!(name in upper))
        verdict = "unknown"
    row = class[name] OFS name OFS $at["sha256"] OFS lower[name] OFS upper[name] OFS cost OFS bound
    row = row OFS $at["status"] OFS verdict OFS limit[name] OFS $at["cpu_s"] OFS $at["peak_rss_kb"]
    print place[name], row, $at["certificate"], hash[run], bytes[run], run
}' "$work/classes" "$work/certificates" "$work/known" "$run/records.csv" |
    sort -t, -n -k1,1 | cut -d, -f2- >"$work/rows"

while IFS=, read -r class name _ _ _ _ _ _ _ _ _ _ verified _ _ number; do
    case $class in
    AI-* | ANI-* | Hard28)
        [ "$verified" = verified ] || continue
        mkdir -p "$folder/certificates"
        gzip -9nc "$run/certificates/$(printf %06d "$number").csv" >"$folder/certificates/${name%.txt}.csv.gz"
        ;;
    esac
done <"$work/rows"
{
    echo "class,instance,sha256,known_lower,known_upper,cost,bound,status,verdict,limit_s,cpu_s,\
peak_rss_kb,certificate,certificate_sha256,certificate_bytes"
    cut -d, -f1-15 "$work/rows"
} >"$folder/records.csv"

awk -F, 'NR > 1 {
    if (!($1 in runs)) order[++n] = $1
    runs[$1]++
    proved = $8 == "optimal" && $13 == "verified"
    easy[$1] += proved && $11 < 1; hard[$1] += proved && $11 >= 1; open[$1] += !proved
    found[$1] += $5 != "" && $6 != "" && $6 + 0 <= $5 + 0
    closed[$1] += $9 == "closed"; disagrees += $9 == "disagrees"; refused += $13 == "refused"
    time[$1, runs[$1]] = $11; memory[$1] = $12 > memory[$1] ? $12 : memory[$1]
    limit[$1] = $10; gap = $6 == "" || $7 == "" ? 1e9 : $6 - $7
    gaps[$1] = gap > gaps[$1] ? gap : gaps[$1]
    if ($9 == "disagrees") print $2 ": cost " $6 ", bound " $7 "; best known " $4 " to " $5 >"/dev/stderr"
    if ($13 == "refused") print $2 ": its certificate was refused" >"/dev/stderr"
}
function sorted(c, share,    i, j, t) {
    for (i = 2; i <= runs[c]; i++)
        for (j = i; j > 1 && time[c, j] < time[c, j - 1]; j--) {
            t = time[c, j]; time[c, j] = time[c, j - 1]; time[c, j - 1] = t
        }
    return time[c, share == 1 ? runs[c] : int((runs[c] + 1) / 2)]
}
END {
    print "| class | run | easy | hard | open | best known reached | closed | most bins above the bound | median s | worst s | limit s | MiB |"
    print "|---|---|---|---|---|---|---|---|---|---|---|---|"
    for (q = 1; q <= n; q++) {
        c = order[q]
        printf "| %s | %d | %d | %d | %d | %d | %d | %s | %.2f | %.2f | %s | %.0f |\n", c, runs[c],
            easy[c], hard[c], open[c], found[c], closed[c], (gaps[c] > 1e8 ? "no bound" : gaps[c] + 0),
            sorted(c, 0), sorted(c, 1), limit[c], memory[c] / 1024
    }
    printf "\n%d disagree, %d certificates refused\n", disagrees, refused
    exit disagrees + refused > 0
}' "$folder/records.csv"
