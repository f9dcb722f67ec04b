#!/bin/bash
# How fast the Eva family of methods is, and how much memory it takes.
#
#     cmake --preset release && cmake --build --preset release
#     bench/eva_speed.sh [FOLDER FOR INSTANCES]
#
# CPU seconds of the run (reading the file left out), peak memory of the whole
# process. Eva's paper, Table 5: 22.06 s for 8,000 tasks. The last column is
# the paper's time over ours for Table 7, and the growth from a tenth of the
# tasks for heterogeneous ones. BEST_OF=3 takes the fastest of three runs.
set -eu
ullage=${UL_COMMAND:-$(dirname "$0")/../build/release/ullage}
folder=${1:-$(mktemp -d)}
best_of=${BEST_OF:-1}
mkdir -p "$folder"

instance() { # GENERATOR TASKS -> path
    local path=$folder/$1-$2.csv
    [ -f "$path" ] || "$ullage" gen "$1" --tasks "$2" --seed 1 -o "$path" >&2
    echo "$path"
}

field() { # NAME, of a JSON object on standard input
    sed -n "s/.*\"$1\": \([0-9.e-]*\).*/\1/p"
}

measure() { # FILE METHOD PRICE -> "cpu_s peak_mb cost"
    local set=(--set "price=$3")
    [ "$3" = - ] && set=()
    for _ in $(seq "$best_of"); do
        local json
        json=$("$ullage" solve "$1" -m "$2" "${set[@]}" --json)
        echo "$(field cpu_s <<<"$json") $(($(field peak_rss_kb <<<"$json") / 1024)) $(field cost <<<"$json")"
    done | sort -g | head -1
}

row() { # GENERATOR TASKS METHOD PRICE [SECONDS TO COMPARE WITH, up|down]
    local cpu_s mb cost ratio=
    read -r cpu_s mb cost < <(measure "$(instance "$1" "$2")" "$3" "$4")
    case ${6:-} in
    down) ratio=$(awk "BEGIN { printf \"%.0f times faster\", $5 / $cpu_s }") ;;
    up) ratio=$(awk "BEGIN { printf \"%.1f times dearer\", $cpu_s / $5 }") ;;
    esac
    printf '%-14s %8d  %-14s %-5s %9.4f %6d %16s  %s\n' "$1" "$2" "$3" "$4" "$cpu_s" "$mb" "$cost" "$ratio"
    last_s=$cpu_s
}

printf '%-14s %8s  %-14s %-5s %9s %6s %16s\n' instance tasks method price cpu_s MB cost
for method in eva-full eva-full-code; do
    for price in rp tnrp; do
        row eva-table7 8000 $method $price 22.06 down
    done
done
for price in rp tnrp; do
    row heterogeneous 100000 eva-full $price
    row heterogeneous 1000000 eva-full $price "$last_s" up
done
row heterogeneous 100000 no-packing -
for method in eva-full-code synergy owl; do
    for price in rp tnrp; do
        row heterogeneous 100000 $method $price
    done
done
