#!/usr/bin/env bash
# 'ullage explain': decisions in words, the page, the gallery by name, hostile names.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# lines that wrap are one line here
explain() {
    "$UL_COMMAND" explain "$@" | sed -e ':a' -e '$!{N;s/\n       \([^ ]\)/ \1/;ta' -e '}' -e 'P;D'
}
has() {
    grep -qF -- "$1" out || { echo "no '$1' in:"; cat out; exit 1; }
}

explain gallery:eva-table3 -m eva-full >out
has "Eva's running example"
has "Try a machine of type it1, which costs \$12 an hour."
has "t4 joins. Alone it would cost \$0.4 (on it4), its reservation price"
has "Worth more but too large: t3 (\$0.8), the machine has 4 of the 6 cpu it needs."
has "Kept: the tasks are worth \$15.4, no less than the machine's price of \$12."
has "Given up: the tasks are worth \$0.8, less than the machine's price of \$12."
has "None of the tasks that wait fits on type it2: on to the next."
has "Done, for \$12.8 an hour: 1 it1, 1 it3 (2 machines). That is the optimum, and it is proved."

explain gallery:ffd-loses >out # its lesson knows what to compare
has "No open machine has room for stats: machine 1 has 2 of the 3 cpu it needs; machine 2 has 1"
has "The optimum, proved, is \$2: this is 50.00% more."
has "The quick methods packed first, and the best of their plans costs \$3."
has "The proof closes: here is a plan for \$2, and none costs less than \$2."
has "Machine 2 of type ten (\$1 an hour) holds"
explain gallery:ffd-loses -m no-packing >silent
grep -qF "This method does not tell its decisions; here is its plan." silent
explain gallery:double-in-two-dimensions -m dot-product -m norm2 -m synergy -m owl >words
for word in "much where much is left" "away in shares of the machine" "worth most for its price" "of the pairs that wait"; do
    grep -qF -- "$word" words || { echo "no '$word' in:"; cat words; exit 1; }
done
[ "$(grep -n 'which decision would you take back?' out | cut -d: -f1)" -lt 10 ] # the question first,
[ "$(tail -n 4 out | grep -c '^The second. ')" = 1 ] # the answer when all is told

explain gallery:largest-first-wins -m 'vsbpp-ffd size=max' -m bfd >out
has "vsbpp-ffd size=max"
has "is emptied, its tasks wait again"
has "better than \$6 before"
has "bfd size=sum"

explain gallery:greedy-leases -m sec-greedy >out
has "4-weeks pays from 333.333 hours of use over its 4 intervals"
has "Interval 5: buy 5 of 4-weeks"
explain gallery:greedy-availability -m trk8s --best-limit 0 >out
has "- large: availability with it 0.997"
has "The target holds: done."
if grep -q '^Done.*optimum' out; then echo "nobody looked for an optimum"; exit 1; fi

# a job with a deadline: where it runs in each tick that changes something, and why
"$UL_COMMAND" gen deadline --tasks 40 --seed 1 -o deadline.csv
explain deadline.csv -m up --best-limit 0 >out
has "Tick 3, 8 min behind even progress; spot is gone."
has "The job is on demand: the machine that runs is kept."
has "16 ticks on spot, 20 on demand; 3 launches, 1 preemption; done in tick 36"

# repack: what a move is good for, in dollars
"$UL_COMMAND" gen eva-jobs --tasks 30 --seed 4 -o thirty.csv
explain thirty.csv -m repack --best-limit 0 >out
has "4 tasks move: machines then cost \$6.834 an hour less, and getting there costs \$0.1662."
has "goes back when its task has moved: it costs \$3.06 an hour, and to move costs \$0.0782 of the task's time."
has "whose shares of the cheapest machines cost \$1.3293 an hour."

# autoscalers: words of their own, with the step's numbers in them
"$UL_COMMAND" gen eva-table7 --tasks 12 --seed 1 -o twelve.csv
explain twelve.csv -m karpenter-consolidated -m cluster-autoscaler --best-limit 0 >out
has "takes tasks while any type holds them all, 5 in the end, and only then is of the cheapest, of 1"
has "the others and one p3.8xlarge, for \$12.24 an hour instead of \$24.48, hold what is on it."
has "Machine 6 stays: a cheaper pair exists, a p3.2xlarge and one more hold what is on it for \$6.12 an hour instead of \$12.24, but only one replacement is tried."
has "wait, each by itself, it wastes least, 34.9% of its cores and memory is unused. In all \$3.06 an hour."

"$UL_COMMAND" gen eva-table7 --tasks 9 -o nine.csv
explain nine.csv -m stratus >out
has "seconds have their turn"
has "the best so far"

# policies over time: when, what and why; any number of them
"$UL_COMMAND" gen eva-jobs -n 12 --seed 1 -o jobs.csv
explain jobs.csv -m eva -m stratus -m synergy >out
has "  2100 s (0:35:00)"
has "job 2 arrives."
has "- Full Reconfiguration, everything packed anew: saves \$11.016 an hour"
has "Full Reconfiguration: by the 3 arrivals and ends so far a configuration lasts about 35 min"
has "Order machine 1, a p3.2xlarge (\$3.06 an hour) for job 1: the cheapest type that holds it."
has "job 1 moves to machine 0 (p3.8xlarge): with it the tasks there are worth \$13.4181 an hour"
has "Machine 1 (p3.2xlarge) goes back: its tasks have better places in the new plan."
has "No optimum is proved; no plan costs less than"
[ "$(grep -c '^Done, for' out)" = 3 ]
explain jobs.csv -m karpenter -m cluster-autoscaler --best-limit 0 >out
has "Machine 0 (p3.8xlarge) goes back: the others and one p3.2xlarge, for \$3.06 an hour instead of \$12.24, hold what is on it."
has "goes back: nobody is on it."
has "at most 50% of it is asked for and its tasks fit elsewhere, for 10.2 min without a break."
explain gallery:packing-by-runtime >out
has "That is the optimum, proved by the floor to two millionths: no plan costs less than \$10."
"$UL_COMMAND" gen google-jobs -n 150 --seed 3 -o bursts.csv
explain bursts.csv -m stratus --best-limit 0 >out
has "the same bin of runtimes, they end together."
has "a longer bin. None of its own has room"
has "is cleared: it is less than half full in every resource"
"$UL_COMMAND" gen swf-jobs -n 60 --seed 1 -o batch.csv
explain batch.csv -m sec --best-limit 0 >out
has "starts: it is first in the queue, and machines enough are idle."
has "first in the queue, needs more than the cluster has"
has "nobody waits, and what is paid for ends in"

# the gallery works wherever a file does, and a copy is the same
"$UL_COMMAND" list gallery | grep -q 'gallery:eleven-ninths  *The 11/9 example'
"$UL_COMMAND" solve gallery:eleven-ninths -m ffd | grep -q '^cost      \$11$'
"$UL_COMMAND" show gallery:eva-table3 >/dev/null
"$UL_COMMAND" gen gallery:ffd-loses -o mine.csv
cmp -s mine.csv "$UL_SOURCE/instances/gallery/ffd-loses.csv"
explain mine.csv >out
has "Where first-fit decreasing loses"

# one file, nothing to load, and a name stays a name
evil='</script><img src=x onerror=alert(1)><!--'
{
    printf '# Title %s\n# Lesson \x1b[2J %s\nullage,1,packing\nname,"n%s"\nresource,"r%s"\n' "$evil" "$evil" "$evil" "$evil"
    printf 'type,"t%s",f,1,4\ntask,"j%s",2,,,,1\n' "$evil" "$evil"
    printf 'task,\xff,1,,,,1\n'
} >evil.csv
"$UL_COMMAND" explain evil.csv -m ffd -m exact --html evil.html
[ "$(grep -c '</script>' evil.html)" = 2 ]
if grep -q '<img' evil.html; then echo "a name became markup"; exit 1; fi
if grep -qE '(src|href)="?(https?:)?//' evil.html; then echo "the page loads something"; exit 1; fi
"$UL_COMMAND" explain evil.csv -m ffd >out
if LC_ALL=C grep -q $'\x1b' out; then echo "a lesson reaches the terminal raw"; exit 1; fi

# a long story is cut, and says so
"$UL_COMMAND" gen heterogeneous --tasks 4000 -o many.csv
"$UL_COMMAND" explain many.csv -m ffd --best-limit 0 --html many.html
grep -qE '"left_out": [1-9]' many.html

# a method that finds no plan: the page is written, and why there is none is said
code=0
"$UL_COMMAND" explain gallery:greedy-leases -m sec-bound --html bound.html 2>err || code=$?
[ $code = 1 ] && [ -s bound.html ]
[ "$(cat err)" = "ullage: sec-bound found no plan: it gives a bound only" ]

# usage
refuse() {
    local text=$1
    shift
    if "$UL_COMMAND" explain "$@" >out 2>err; then echo "accepted: $*"; exit 1; fi
    grep -qF -- "$text" err || { echo "no '$text' in:"; cat err; exit 1; }
}
refuse "which instance?"
refuse "which method?" nine.csv
refuse "there is no 'x' in the gallery" gallery:x
refuse "there is no method 'x'" nine.csv -m x
refuse "does not take packing" nine.csv -m sec-greedy
refuse "cannot be written" nine.csv -m ffd --html nowhere/x.html

# who knows run times says so, in words and in the player
"$UL_COMMAND" explain gallery:packing-by-runtime -m departure -m first-fit >out
grep -q '^departure.* (knows run times)$' out
grep -q '^first-fit$' out
"$UL_COMMAND" explain gallery:packing-by-runtime -m departure --html knows.html
grep -q '(knows run times)' knows.html

# What is proved of schedules in which nobody waits is no optimum where somebody may.
cat >waits.csv <<'CSV'
ullage,1,schedule
name,waits
resource,gpu
type,k,k,2,2
billing,0,0
job,a,0,1,,100,free,1
job,b,50,1,,100,free,1
CSV
explain waits.csv -m placement-exact -m schedule-search --best-limit 0 >out
has "Done, for \$0.0833 in all"
has "Done, for \$0.0556 in all"
if grep -qE 'optimum|Proved|no plan costs less' out; then echo "proved of all:"; cat out; exit 1; fi
explain waits.csv -m placement-exact >out
if grep -qE 'That is the optimum|costs less than \$0\.08' out; then echo "proved of all:"; cat out; exit 1; fi
