#!/usr/bin/env bash
# How much of `exact`'s time is luck: rounding inside the linear programs decides which of many
# optimal bases GLPK ends at, and with that everything that follows. Eva's Table 4 (200 Table 7
# tasks in physical cores) of COUNT seeds from FIRST on, each on five paths: the GLPK that is
# installed; one compiled here with the other choice of fused multiply-add, if its source is given
# (Debian: apt-get source glpk); and three times duals that are off by 10^-9 of themselves, a
# hundredth of GLPK's own tolerance. A row a path: proved, median and worst CPU seconds.
#
#     bench/speed/exact/paths.sh [COUNT [FIRST [GLPK_SOURCE [FOLDER]]]]
#
# Instances of your own in FOLDER (*.csv) take the place of Table 4's.
set -euo pipefail
source=$(cd "$(dirname "$0")/../../.." && pwd)
ullage=${UL_COMMAND:-$source/build/release/ullage}
count=${1:-300} first=${2:-20001} glpk=${3:-} given=${4:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/instances" "$folder/other"

if [ -n "$given" ]; then
    cp "$given"/*.csv "$folder/instances"
else
    for ((seed = first; seed < first + count; seed++)); do
        "$ullage" gen eva-table7 -n 200 --seed $seed --set cores=physical -o "$folder/instances/$seed.csv"
    done
fi

cc -O2 -shared -fPIC -x c -o "$folder/perturb.so" - -ldl <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <glpk.h>
#include <stdint.h>
#include <stdlib.h>

double glp_get_row_dual(glp_prob *lp, int row) /* of an LP the program sees no duals but these */
{
    static double (*get)(glp_prob *, int);
    static uint64_t state;
    if (get == NULL) {
        get = (double (*)(glp_prob *, int))dlsym(RTLD_NEXT, "glp_get_row_dual");
        state = strtoull(getenv("UL_PATH"), NULL, 10) * 0x9E3779B97F4A7C15u + 1;
    }
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return get(lp, row) * (1 + 1e-9 * ((double)(state >> 11) * 0x1p-52 - 1));
}
END

# Debian's GLPK is fused on aarch64 and not on x86-64.
other=unfused flags=-ffp-contract=off
[ "$(uname -m)" != x86_64 ] || other=fused flags="-mfma -ffp-contract=fast"
paths=(installed seed-1 seed-2 seed-3)
if [ -d "$glpk/src" ]; then
    includes=$(find "$glpk/src" -type d -printf '-I%p ')
    find "$glpk/src" -name '*.c' | xargs -P "$(nproc)" -I{} sh -c 'cc -O2 -fPIC -w '"$flags $includes"' \
        -c "$1" -o '"$folder/other"'/$(echo "$1" | tr / _).o' _ {}
    cc -shared -Wl,-soname,libglpk.so.40 -o "$folder/other/libglpk.so.40" "$folder/other"/*.o -lm
    paths+=("$other")
else
    echo "no folder with GLPK's source: the path with the other rounding is left out" >&2
fi

TIMEFORMAT='%U %S'
for path in "${paths[@]}"; do
    case $path in
    installed) with=() ;;
    seed-*) with=(LD_PRELOAD="$folder/perturb.so" UL_PATH="${path#seed-}") ;;
    *) with=(LD_LIBRARY_PATH="$folder/other") ;;
    esac
    for instance in "$folder"/instances/*.csv; do
        { time env OPENBLAS_NUM_THREADS=1 "${with[@]}" "$ullage" solve "$instance" -m exact --cpu-limit 60 \
            >"$folder/out"; } 2>"$folder/spent"
        awk -v proved="$(grep -c '^status *optimal' "$folder/out" || true)" -v name="$(basename "$instance" .csv)" \
            '{ print $1 + $2, proved, name }' "$folder/spent"
    done | sort -n | awk -v path="$path" '
        { took[NR] = $1; proved += $2; name = $3; sum += $1 }
        END { printf "%-10s %d of %d proved, median %.3f s, mean %.3f s, worst %.2f s (%s)\n", path, proved, NR,
                     took[int((NR + 1) / 2)], sum / NR, took[NR], name }'
done
