#!/usr/bin/env bash
# The Python package under Debian's Python, by pytest.
set -eu
python=/usr/bin/python3
$python -c 'import pytest' 2>/dev/null ||
    { echo "skipped: pytest is not installed (scripts/setup test installs it)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export MPLCONFIGDIR=$folder
. "$UL_SOURCE/tests/python/environment.sh"
$python -m pytest -q -p no:cacheprovider "$UL_SOURCE/tests/python" "$@"
