#!/bin/bash
# How fast the Eva family of methods is, and how much memory it takes.
#
#     cmake --preset release && cmake --build --preset release
#     bench/speed/eva_speed.sh [FOLDER FOR INSTANCES]
#
# CPU seconds of the run (reading the file left out) and of the whole command,
# peak memory of the process. Eva's paper, Table 5: 22.06 s for 8,000 tasks. The
# last column is the paper's time over ours for Table 7, and the growth from a
# tenth of the tasks for heterogeneous ones, of the run and of the command. Each
# number is the least of BEST_OF runs (default 5): other programs on the machine
# take cache and memory from ours, and never give any.
set -eu
export LC_ALL=C.UTF-8
ullage=${UL_COMMAND:-$(dirname "$0")/../../build/release/ullage}
folder=${1:-$(mktemp -d)}
best_of=${BEST_OF:-5}
mkdir -p "$folder"

instance() { # GENERATOR TASKS -> path
    local path=$folder/$1-$2.csv
    [ -f "$path" ] || "$ullage" gen "$1" --tasks "$2" --seed 1 -o "$path" >&2
    echo "$path"
}

field() { # NAME, of a JSON object on standard input
    sed -n "s/.*\"$1\": \([0-9.e-]*\).*/\1/p"
}

least() { # of the numbers on standard input
    sort -g | head -1
}

# FILE METHOD PRICE -> "run_s command_s peak_mb cost", of each the least
measure() {
    local set=(--set "price=$3") log
    [ "$3" = - ] && set=()
    log=$(mktemp -d)
    for _ in $(seq "$best_of"); do
        # the user's and the system's time of the command, from bash itself
        TIMEFORMAT='%U %S'
        { time "$ullage" solve "$1" -m "$2" "${set[@]}" --json >>"$log/json"; } 2>>"$log/times"
    done
    echo "$(field cpu_s <"$log/json" | least)" \
        "$(awk '{ print $1 + $2 }' "$log/times" | least)" \
        "$(($(field peak_rss_kb <"$log/json" | least) / 1024))" \
        "$(field cost <"$log/json" | head -1)"
    rm -r "$log"
}

row() { # GENERATOR TASKS METHOD PRICE [paper|growth]
    local run_s command_s mb cost ratio=
    read -r run_s command_s mb cost < <(measure "$(instance "$1" "$2")" "$3" "$4")
    case ${5:-} in
    paper) ratio=$(awk "BEGIN { printf \"%.0f times faster\", 22.06 / $run_s }") ;;
    growth) ratio=$(awk "BEGIN { printf \"run %.1f, command %.1f times dearer\", \
                         $run_s / $last_run_s, $command_s / $last_command_s }") ;;
    esac
    printf '%-14s %8d  %-14s %-5s %9.4f %9.3f %6d %16s  %s\n' "$1" "$2" "$3" "$4" "$run_s" \
        "$command_s" "$mb" "$cost" "$ratio"
    last_run_s=$run_s
    last_command_s=$command_s
}

printf '%-14s %8s  %-14s %-5s %9s %9s %6s %16s\n' instance tasks method price run_s command_s MB cost
for method in eva-full eva-full-code; do
    for price in rp tnrp; do
        row eva-table7 8000 $method $price paper
    done
done
for price in rp tnrp; do
    row heterogeneous 100000 eva-full $price
    row heterogeneous 1000000 eva-full $price growth
done
row heterogeneous 100000 no-packing -
for method in eva-full-code synergy owl; do
    for price in rp tnrp; do
        row heterogeneous 100000 $method $price
    done
done
