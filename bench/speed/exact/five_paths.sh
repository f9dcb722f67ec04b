# Five paths of `exact`, for the scripts that say how much of its time is luck (read by `source`).
# Rounding inside the linear programs decides which of many optimal bases GLPK ends at, and with that
# everything that follows: the GLPK that is installed; one compiled here with the other choice of
# fused multiply-add, if its source is given (Debian: apt-get source glpk); and three times duals
# that are off by 10^-9 of themselves, a hundredth of GLPK's own tolerance.
#
#     five_paths FOLDER [GLPK_SOURCE]     compiles what the paths need into FOLDER, and names them in `paths`
#     on_path PATH COMMAND...             runs it there
# shellcheck shell=bash

five_paths() {
    paths_folder=$1 paths=(installed seed-1 seed-2 seed-3)
    cc -O2 -shared -fPIC -x c -o "$paths_folder/perturb.so" - -ldl <<'C'
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
C
    # Debian's GLPK is fused on aarch64 and not on x86-64.
    local other=unfused flags=-ffp-contract=off includes
    [ "$(uname -m)" != x86_64 ] || other=fused flags="-mfma -ffp-contract=fast"
    if [ -d "${2:-}/src" ]; then
        mkdir -p "$paths_folder/other"
        includes=$(find "$2/src" -type d -printf '-I%p ')
        find "$2/src" -name '*.c' | xargs -P "$(nproc)" -I{} sh -c 'cc -O2 -fPIC -w '"$flags $includes"' \
            -c "$1" -o '"$paths_folder/other"'/$(echo "$1" | tr / _).o' _ {}
        cc -shared -Wl,-soname,libglpk.so.40 -o "$paths_folder/other/libglpk.so.40" \
            "$paths_folder/other"/*.o -lm
        paths+=("$other")
    else
        echo "no folder with GLPK's source: the path with the other rounding is left out" >&2
    fi
}

on_path() {
    local path=$1
    shift
    case $path in
    installed) "$@" ;;
    seed-*) env OPENBLAS_NUM_THREADS=1 LD_PRELOAD="$paths_folder/perturb.so" UL_PATH="${path#seed-}" "$@" ;;
    *) env OPENBLAS_NUM_THREADS=1 LD_LIBRARY_PATH="$paths_folder/other" "$@" ;;
    esac
}
