#!/usr/bin/env bash
# The bench on a real Slurm, started by hand on loopback: submit and watch,
# detach and resume, cancel and resume. Skipped where Slurm is not installed.
set -eu
PATH=$PATH:/usr/sbin:/sbin # not on the path of everybody
for program in slurmctld slurmd sbatch squeue scancel munged; do
    command -v $program >/dev/null || { echo "skipped: $program is not installed"; exit 77; }
done

folder=$(mktemp -d)
host=$(hostname -s)
stop() {
    scontrol shutdown >/dev/null 2>&1 || true
    [ ! -f "$folder/munged.pid" ] || kill "$(cat "$folder/munged.pid")" 2>/dev/null || true
    for name in slurmd slurmctld; do
        [ ! -f "$folder/$name.pid" ] || kill "$(cat "$folder/$name.pid")" 2>/dev/null || true
    done
    sleep 0.5
    rm -rf "$folder"
}
trap stop EXIT
chmod 755 "$folder"

# a cluster of one node, with ports and sockets of its own
port=$((20000 + RANDOM % 20000))
mkdir "$folder/state" "$folder/spool"
dd if=/dev/urandom of="$folder/munge.key" bs=128 count=1 2>/dev/null
chmod 600 "$folder/munge.key"
munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munged.pid" --log-file="$folder/munged.log" --seed-file="$folder/seed" \
    --num-threads=1
cat >"$folder/slurm.conf" <<CONF
ClusterName=ullage
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$folder/jobs.log
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmctldParameters=node_reg_mem_percent=0
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=1024
PartitionName=all Nodes=$host Default=YES State=UP
CONF
# newer ones want control groups, which a container may not have, even to use none;
# older ones (Debian 12 has 22.05) do not know the word
version=$(slurmd -V | sed -n 's/^slurm[a-z-]* \([0-9]*\)\..*/\1/p')
[ "${version:-0}" -lt 23 ] || echo "CgroupPlugin=disabled" >"$folder/cgroup.conf"
export SLURM_CONF="$folder/slurm.conf"
slurmctld -c
slurmd -c
for _ in $(seq 100); do
    [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ] && break
    sleep 0.2
done
[ "$(sinfo --noheader --format=%T)" = idle ] || { cat "$folder"/slurm*.log; exit 1; }

cat >"$folder/suite.csv" <<'SUITE'
ullage-suite,1
name,cluster
limits,10,10,0
repetitions,2
certificates
generate,eva-table7,30,1,2
method,exact
method,ffd
SUITE
rows() { tail -n +2 "$1/records.csv" | cut -d, -f1 | sort -un | wc -l; }

"$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/watched" --engine slurm 2>"$folder/err" ||
    { cat "$folder/err" "$folder"/watched/slurm/*.log; exit 1; }
[ "$(rows "$folder/watched")" = 8 ]
[ "$(tail -n +2 "$folder/watched/records.csv" | wc -l)" = 8 ]
[ "$(grep -c ',verified,' "$folder/watched/records.csv")" = 4 ]

"$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/later" --engine slurm --detach 2>/dev/null
"$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/later" --engine slurm --resume 2>/dev/null
[ "$(rows "$folder/later")" = 8 ]
[ -z "$(ls "$folder/later/parts")" ]

# held back, cancelled, then done by the local engine: nothing lost, nothing twice
scontrol update partitionname=all state=down
"$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/gone" --engine slurm --detach 2>/dev/null
"$UL_COMMAND" bench --out "$folder/gone" --cancel >/dev/null
[ -z "$(squeue --noheader)" ]
"$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/gone" --resume 2>/dev/null
[ "$(rows "$folder/gone")" = 8 ]

# the same plans whoever ran them
for file in "$folder"/watched/plans/*; do
    cmp "$file" "$folder/gone/plans/$(basename "$file")"
done

# tuning: the same answer on the cluster and here
scontrol update partitionname=all state=up
for engine in slurm local; do
    "$UL_COMMAND" tune "$folder/suite.csv" -m 'ffd size=sum|max' --engine $engine --out "$folder/tuned-$engine" \
        2>"$folder/err" >/dev/null || { cat "$folder/err"; exit 1; }
    sed -i 's/, "cpu_s".*//' "$folder/tuned-$engine/tune.json"
done
cmp "$folder/tuned-slurm/tune.json" "$folder/tuned-local/tune.json"

# what docs/bench.md shows, on a smaller suite
mkdir "$folder/docs"
cd "$folder/docs"
sed -n '/^```sh needs=slurm$/,/^```$/p' "$UL_SOURCE/docs/bench.md" | grep -v '^```' |
    sed "s|bench smoke|bench $folder/suite.csv|" >commands
[ "$(wc -l <commands)" -ge 3 ]
PATH=$(dirname "$UL_COMMAND"):$PATH
bash -e commands >out 2>&1 || { echo "a command of docs/bench.md fails"; cat out; exit 1; }
