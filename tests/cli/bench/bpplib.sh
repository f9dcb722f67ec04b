#!/usr/bin/env bash
# The suite bpplib on a library of the same folders: a sample grows and goes on, proofs are
# verified, limits are a class's, and a best known value that cannot be true is pointed out.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

expect() { # WHAT ACTUAL EXPECTED
    [ "$2" = "$3" ] || { echo "$1: '$2', expected '$3'"; exit 1; }
}
bins() { # FILE...: instances whose optimum is 3 bins, each with another last item
    local file last=1
    for file; do
        mkdir -p "$(dirname "$file")"
        printf '%s\n' 8 10 6 5 4 4 3 1 1 $last >"$file"
        echo "$(basename "$file"),3,3" >>known.csv
        last=$((last + 1))
    done
}
echo file,lower,upper >known.csv
bins "lib/1_Falkenauer/F/Falkenauer U/u_"{1,2,3}.txt lib/1_Falkenauer/F/Falkenauer_T/t_1.txt
bins lib/2_Scholl/S/Scholl_{1/a,2/b,3/c}.txt lib/3_Wäscher/W/w.txt lib/3_Wäscher_CSP/W/not.txt
bins lib/4_Schwerin/S/Schwerin_{1/d,2/e}.txt
bins lib/5_Hard28/H/Hard28_1.txt lib/6_Randomly_Generated/R/r.txt
bins lib/8_GI/I/cs{AA1,AA2,AB1,BA1,BB1}.txt
bins lib/7_ANI_AI/D/AI/{201,402,600,801,1002}_DI_1.txt
bins lib/7_ANI_AI/D/ANI/{201,402,600,801,1002}_NR_1.txt

bench() { "$UL_COMMAND" bench bpplib --set folder=lib "$@" --out run 2>err >/dev/null; }
bench --set sample=1 --set sample-cutting=1 || { cat err; exit 1; }
expect "one a class" "$(wc -l <err)" 24
grep '@cpu_s=300' run/suite.csv | grep -q 'ANI/402_NR_1.txt$' || { cat run/suite.csv; exit 1; }
bench --set sample=2 --set sample-cutting=1 --resume
expect "what the larger sample has more" "$(wc -l <err)" 1
bench --set sample=2 --set sample-cutting=2 --resume
expect "what a class's own sample has more" "$(cut -d, -f2 run/records.csv | grep -c csAA)" 2
bench --resume
expect "what all have more" "$(wc -l <err)" 1
expect "verified" "$(grep -c ',verified,' run/records.csv)" 27
first() { # SEED: the file of U that it draws
    for name in u_1.txt u_2.txt u_3.txt; do
        echo "$(printf '%s %s' "$1" $name | sha256sum) $name"
    done | sort | head -1 | awk '{print $3}'
}
expect "the first of a draw" "$(sed -n '2s/,.*//; 2p' <(cut -d, -f2 run/records.csv))" "$(first 1)"
if bench --resume -m 'exact @cpu_s=1'; then exit 1; fi
grep -q "had other limits" err

# Beside the best known values.
table=$UL_SOURCE/bench/speed/exact/bpplib.sh
"$table" run known.csv kept >said || { cat said; exit 1; }
grep -q '^| Falkenauer-U | 3 | 3 | 0 | 0 | 3 | 0 | 0 |' said || { cat said; exit 1; }
expect "records" "$(wc -l <kept/records.csv)" 28
expect "kept certificates" "$(find kept/certificates -name '*.csv.gz' | wc -l)" 11
sum=$(sed -n 's/^Hard28,.*,verified,\([0-9a-f]*\),.*/\1/p' kept/records.csv)
expect "a certificate's hash" "$(gzip -cd kept/certificates/Hard28_1.csv.gz | sha256sum)" "$sum  -"
sed -i 's/^402_NR_1.txt,3,3/402_NR_1.txt,4,4/; s/^600_DI_1.txt,3,3/600_DI_1.txt,2,2/; s/^801_DI_1.txt,3,3/801_DI_1.txt,2,3/' known.csv
if "$table" run known.csv kept >said 2>err; then exit 1; fi
expect "wrong values" "$(cat err)" "402_NR_1.txt: cost 3, bound 3; best known 4 to 4
600_DI_1.txt: cost 3, bound 3; best known 2 to 2"
expect "the one that is closed" "$(cut -d, -f2,9 kept/records.csv | grep closed)" 801_DI_1.txt,closed
