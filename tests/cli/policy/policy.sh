#!/usr/bin/env bash
# Live policies: no packing and first fit in Python are, in every world, what they are in
# C, to the byte; and the record tells what a policy knew.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
here=$UL_SOURCE/tests/cli/policy
cd "$folder" || exit 1
failed=0
complain() {
    echo "$*"
    failed=1
}
for world in eva-jobs alibaba-jobs google-jobs swf-jobs batch-jobs eagle; do
    "$UL_COMMAND" gen $world -n 25 --seed 2 -o $world.csv || exit 1
done
"$UL_COMMAND" gen google-jobs -n 10 --set like=two-sigma -o two-sigma.csv || exit 1
cp "$UL_SOURCE"/instances/gallery/{backfilling,bad-neighbours,packing-by-runtime}.csv \
    "$UL_SOURCE"/instances/gallery/{transients-for-bursts,when-to-migrate,when-not-to-migrate}.csv .

live() { # FILE PROGRAM: a valid timeline
    rm -f live.timeline
    "$UL_COMMAND" solve "$1" -m "policy command=python3 '$2'" -o live.timeline >said 2>&1 &&
        "$UL_CHECK" "$1" live.timeline >checked 2>&1 || complain "$1: $(cat said checked)"
}
same() { # METHOD: that timeline but for its method
    cmp -s <(grep -v ^method, ours.timeline) <(grep -v ^method, live.timeline) ||
        complain "$1: another timeline: $(diff ours.timeline live.timeline | head -4)"
}
compared=0
for world in *.csv; do
    live "$world" "$here/no_packing.py"
    # where there are only so many machines no-packing of the house has no timeline
    rm -f ours.timeline
    "$UL_COMMAND" solve "$world" -m no-packing -o ours.timeline >said 2>&1 || continue
    same "$world no-packing"
    compared=$((compared + 1))
    "$UL_COMMAND" solve "$world" -m first-fit -o ours.timeline >said 2>&1 || complain "$(cat said)"
    live "$world" "$here/first_fit.py"
    same "$world first-fit"
done
[ $compared = 10 ] || complain "$compared of 10 worlds were compared"
exit $failed
