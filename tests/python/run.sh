#!/usr/bin/env bash
# The Python package, by pytest: under Debian's Python, and under 3.13 where there is one,
# with Debian's pytest, which is plain Python. pandas and matplotlib are Debian's alone.
set -eu
python=/usr/bin/python3
$python -c 'import pytest' 2>/dev/null ||
    { echo "skipped: pytest is not installed (scripts/setup test installs it)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. "$UL_SOURCE/tests/python/environment.sh"
tested() { "$1" -m pytest -q -p no:cacheprovider "$UL_SOURCE/tests/python" "${@:2}"; }
tested $python "$@"

is_newer() { [ "$("$1" -c 'import sys; print(sys.version_info >= (3, 13))' 2>/dev/null)" = True ]; }
if is_newer $python; then exit 0; fi
newer=
for each in python3.13 ~/.pyenv/versions/3.13*/bin/python3; do
    if [ -z "$newer" ] && is_newer "$each"; then newer=$each; fi
done
if [ -z "$newer" ]; then
    echo "there is no Python 3.13 here: tested under $($python --version) alone"
    exit 0
fi
mkdir "$folder/plain"
$python - "$folder/plain" <<'END'
import importlib.util, pathlib, sys
for name in ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "attr", "attrs"):
    found = importlib.util.find_spec(name)
    if found is not None and found.origin:
        home = pathlib.Path(found.origin)
        home = home.parent if home.name == "__init__.py" else home
        (pathlib.Path(sys.argv[1]) / home.name).symlink_to(home)
END
export PYTHONPATH=$PYTHONPATH:$folder/plain
tested "$newer" --disable-warnings "$@"
