#!/usr/bin/env bash
# Executes a notebook from its first cell to its last and compares what it prints with
# what is kept in it, or says why it cannot be done here. The notebook itself is not
# changed. A process of it has 280 s of CPU time; the wall clock only ends what hangs.
set -eu
command -v jupyter >/dev/null ||
    { echo "skipped: Jupyter is not installed (scripts/setup notebooks installs it)"; exit 77; }
python=$(sed -n '1s/^#! *//p' "$(command -v jupyter)")
$python -c 'import importlib.util, sys
sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))' nbclient ipykernel pandas matplotlib ||
    { echo "skipped: nbclient, ipykernel, pandas or matplotlib is not installed"; exit 77; }
! grep -q 'sealed=' "$1" || bwrap --ro-bind / / true 2>/dev/null ||
    { echo "skipped: bubblewrap is not installed or not permitted, and a sealed set wants it"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tmp"
export IPYTHONDIR=$folder/ipython TMPDIR=$folder/tmp
execute=$(realpath "$(dirname "$0")")/execute.py
. "$UL_SOURCE/tests/python/environment.sh"
cd "$(dirname "$1")"
ulimit -t 280
$python "$execute" "$(basename "$1")"
