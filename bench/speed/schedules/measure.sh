# For the scripts beside it, from the top of the project: builds the programs, and gives
# $ullage, a folder that goes with the script, and
#
#     measure WHAT COMMAND...
#
# A line: CPU seconds (user and system), wall seconds, largest resident memory in MiB.
# shellcheck shell=bash
if [ ! -x /usr/bin/time ]; then
    echo "$0: needs the package 'time'" >&2
    exit 2
fi
cmake --preset release >/dev/null
cmake --build --preset release --target ullage ullage-check >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ullage=build/release/ullage

measure() {
    local what=$1
    shift
    /usr/bin/time -f '%U %S %e %M' -o "$folder/time" "$@" >/dev/null
    awk -v what="$what" '{ printf "%-36s %8.2f %8.2f %8.0f\n", what, $1 + $2, $3, $4 / 1024 }' \
        "$folder/time"
}

printf '%-36s %8s %8s %8s\n' what cpu_s wall_s MiB
