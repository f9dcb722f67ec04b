#!/usr/bin/env bash
# How long a CSV of a million tasks takes to read, and how much memory.
#
#     bench/speed/reading.sh [TASKS]
#
# Makes two instances (every task different; Table 7, with family demands) and
# shows each one, plain and compressed: 'ullage show' reads, hashes and indexes the
# whole file and prints a page. Columns: CPU seconds (user and system), wall
# seconds, largest resident memory in MiB. The goal is 2 s and 1024 MiB for the
# plain files.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.."
tasks=${1:-1000000}
if [ ! -x /usr/bin/time ]; then
    echo "bench/speed/reading.sh: needs the package 'time'" >&2
    exit 2
fi
cmake --preset release >/dev/null
cmake --build --preset release --target ullage >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ullage=build/release/ullage

printf '%-24s %8s %8s %8s %8s\n' file MB cpu_s wall_s MiB
for family in heterogeneous eva-table7; do
    for ending in csv csv.gz; do
        file=$folder/$family.$ending
        "$ullage" gen "$family" --tasks "$tasks" -o "$file"
        /usr/bin/time -f '%U %S %e %M' -o "$folder/time" "$ullage" show "$file" >/dev/null
        read -r user system wall memory <"$folder/time"
        awk -v f="$family.$ending" -v b="$(stat -c %s "$file")" -v u="$user" -v s="$system" \
            -v w="$wall" -v m="$memory" \
            'BEGIN { printf "%-24s %8.1f %8.2f %8.2f %8.0f\n", f, b / 1e6, u + s, w, m / 1024 }'
    done
done
