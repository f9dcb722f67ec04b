#!/usr/bin/env bash
# Every command's --help ends in an example, and every example works as printed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export ARGP_HELP_FMT=rmargin=500
PATH=$(dirname "$UL_COMMAND"):$PATH

# the file that the importer's example reads, in the trace's schema
cat >openb_pod_list_default.csv <<'PODS'
name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
PODS
for q in $(seq 210); do
    echo "pod-$q,$((q % 7 * 1000 + 500)),$((q % 5 * 2048 + 1024)),$((q % 2)),0,,LS,Succeeded,$q,900000,$q"
done >>openb_pod_list_default.csv

commands=$(ullage --help | sed -n 's/^  \([a-z]\+\) .*/\1/p')
for command in $commands; do
    example=$(ullage "$command" --help | sed -n 's/^Example: //p')
    [ -n "$example" ] || { echo "ullage $command --help shows no example"; exit 1; }
    sh -c "$example" >out 2>&1 || { echo "this example fails: $example"; cat out; exit 1; }
done
example=$(ullage-check --help | sed -n 's/^Example: //p')
sh -c "$example" | grep -q '^valid: cost 12.8$' || { echo "this example fails: $example"; exit 1; }
