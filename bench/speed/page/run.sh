#!/usr/bin/env bash
# Eva's Table 4, thirty proofs of 200 tasks, by the module of a page and outside: CPU seconds of
# each and how many times the page takes. Outside, GLPK is compiled without fused operations, as
# in the module, so that both take the same path.
#
#     bench/speed/page/run.sh [SEEDS]
#
# Needs the presets release and wasm, and the sources of GLPK where 'scripts/setup wasm' put them;
# GLPK is built once, in build/glpk.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../../.."
glpk=$PWD/build/glpk
if [ ! -e "$glpk/src/.libs/libglpk.so" ]; then
    rm -rf "$glpk"
    cp -r build/sources/glpk-* "$glpk"
    (cd "$glpk" && ./configure --enable-shared --disable-static CFLAGS='-O2 -ffp-contract=off' &&
        make -C src) >build/glpk.log 2>&1
fi
export LD_LIBRARY_PATH=$glpk/src/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} OPENBLAS_NUM_THREADS=1
ldd build/release/ullage | grep -qF "$glpk" || { echo "build/release/ullage does not take $glpk"; exit 1; }
exec node bench/speed/page/table4.mjs "$PWD" "${1:-30}"
