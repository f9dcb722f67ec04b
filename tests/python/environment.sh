# For the tests that run Python, from the build that is tested. shellcheck shell=bash
export PYTHONPATH=$UL_SOURCE/python PYTHONDONTWRITEBYTECODE=1
# It lists the machine's fonts once, which takes a second.
export MPLCONFIGDIR=$UL_BUILD/matplotlib
export ULLAGE=$UL_COMMAND ULLAGE_LIBRARY=$UL_BUILD/libullage.so.1
# A library with a sanitizer in it wants the sanitizer to be there first.
if nm -D "$ULLAGE_LIBRARY" | grep -q __asan_init; then
    LD_PRELOAD=$(cc -print-file-name=libasan.so):$(cc -print-file-name=libubsan.so)
    export LD_PRELOAD
fi
