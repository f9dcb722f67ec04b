#!/usr/bin/env bash
# Executes a notebook from its first cell to its last and compares what it prints with
# what is kept in it, or says why it cannot be done here. The notebook itself is not
# changed. A process of it has 280 s of CPU time; the wall clock only ends what hangs.
set -eu
command -v jupyter >/dev/null ||
    { echo "skipped: Jupyter is not installed (scripts/setup notebooks installs it)"; exit 77; }
python=$(sed -n '1s/^#! *//p' "$(command -v jupyter)")
$python -c 'import nbconvert, ipykernel, pandas, matplotlib' 2>/dev/null ||
    { echo "skipped: nbconvert, ipykernel, pandas or matplotlib is not installed"; exit 77; }
! grep -q 'sealed=' "$1" || bwrap --ro-bind / / true 2>/dev/null ||
    { echo "skipped: bubblewrap is not installed or not permitted, and a sealed set wants it"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tmp"
export IPYTHONDIR=$folder/ipython MPLCONFIGDIR=$folder/matplotlib TMPDIR=$folder/tmp
compare=$(realpath "$(dirname "$0")")/compare.py
. "$UL_SOURCE/tests/python/environment.sh"
cd "$(dirname "$1")"
ulimit -t 280
jupyter nbconvert --to notebook --execute --ExecutePreprocessor.timeout=840 \
    --output-dir "$folder" "$(basename "$1")" 2>"$folder/log" || { cat "$folder/log"; exit 1; }
$python "$compare" "$(basename "$1")" "$folder/$(basename "$1")" ||
    { echo "the kept outputs are not those of this program: execute the notebook and keep it"; exit 1; }
