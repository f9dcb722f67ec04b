#!/usr/bin/env bash
# Methods from shared objects: the one of docs/adding.md is built by its one line against
# the installed package and goes wherever a method's name goes; what is wrong with one is
# a sentence.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$UL_BUILD" --prefix "$folder/prefix" >/dev/null
cd "$folder"
PATH=$folder/prefix/bin:$PATH
PKG_CONFIG_PATH=$(dirname "$(find "$folder/prefix" -name ullage.pc)")
export PKG_CONFIG_PATH
sed -n '/^```c plugin=mine$/,/^```$/p' "$UL_SOURCE/docs/adding.md" | grep -v '^```' >mine.c
line=$(sed -n 's/^    \(cc .* -o mine.so\)$/\1/p' "$UL_SOURCE/docs/adding.md")
[ -n "$line" ]
sh -c "$line"
expect() { # TEXT COMMAND...: it works, and says so
    local text=$1
    shift
    "$@" >said 2>&1 || { echo "$* fails:"; cat said; exit 1; }
    grep -qF -- "$text" said || { echo "$* does not say '$text':"; cat said; exit 1; }
}
refuses() { # CODE TEXT COMMAND...
    local code=0 wanted=$1 text=$2
    shift 2
    "$@" >said 2>said.err || code=$?
    [ $code = "$wanted" ] || { echo "$* ends with $code:"; cat said said.err; exit 1; }
    cat said.err >>said
    grep -qF -- "$text" said || { echo "$* does not say '$text':"; cat said; exit 1; }
}

# the judge takes it for packings, in its sandbox or without
cat >packing.csv <<'END'
ullage-suite,1
name,small
label,set,quick
generate,eva-table7,8,1,1
label,set,training
generate,eva-table7,9,1,1
method,ffd
END
expect '"valid": true, "stage": 2' ullage judge mine.so --task packing.csv --json --least 0

# a priority function is best fit, as the method is; one of all machines at once, FunSearch's
sed -n '/^```c priority=fit$/,/^```$/p' "$UL_SOURCE/docs/adding.md" | grep -v '^```' >fit.c
sh -c "$(sed -n 's/^    \(cc .* -o fit.so\)$/\1/p' "$UL_SOURCE/docs/adding.md")"
cat >all.c <<'END'
#include <ullage/priority.h>
void priorities(const double *item, const double *free, size_t machines, const double *capacity,
                size_t resources, double *value)
{
    const double x = item[0], most = capacity[0]; /* there is always an unused one */
    (void)resources;
    for (size_t q = 0; q < machines; q++) {
        const double b = free[q];
        value[q] = (b - most) * (b - most) / x + b * b / (x * x) + b * b / (x * x * x);
        value[q] = b > x ? -value[q] : value[q];
    }
    for (size_t q = machines - 1; q > 0; q--)
        value[q] -= value[q - 1];
}
END
cc -O2 -shared -fPIC -ffp-contract=off all.c $(pkg-config --cflags ullage) -o all.so
sed 's/return -left/return left \/ (left - left)/' fit.c >nan.c
cc -O2 -shared -fPIC nan.c $(pkg-config --cflags ullage) -o nan.so
ullage gen weibull --tasks 400 --seed 7 -o items.csv
same() { # METHOD SHARED-OBJECT: one plan
    ullage solve items.csv -m "$1" -o one.csv >said && ullage solve items.csv -m "$2" -o other.csv >said
    cmp <(grep ^bin, one.csv) <(grep ^bin, other.csv) || { echo "$2 is not $1"; exit 1; }
}
same best-fit ./fit.so
same funsearch-weibull ./all.so
refuses 1 'rejected' ullage solve items.csv -m ./nan.so
refuses 1 'no instance was found on which fit costs more than exact, of 20' ullage worst ./fit.so --tasks 6 --evaluations 20

# wherever a method's name goes
ullage gen eva-table7 --tasks 40 --seed 1 -o tasks.csv
expect 'next-fit-shuffled rounds=50' ullage solve tasks.csv -m './mine.so rounds=50' -o plan.csv
expect 'valid: cost' ullage-check tasks.csv plan.csv
expect '"rounds": 7' ullage solve tasks.csv -m mine.so --set rounds=7 --json
expect 'Done, for ' ullage explain tasks.csv -m ./mine.so --best 0
expect 'next-fit-shuffled' ullage worst ./mine.so --types 3 --tasks 6 --evaluations 150 -o worst.csv
expect '# try: ./mine.so' cat worst.csv
mkdir suite
mv mine.so suite
printf 'ullage-suite,1\nname,one\nlimits,10,10,0\nfile,../tasks.csv\nmethod,ffd\nmethod,./mine.so,rounds=9\n' >suite/suite.csv
expect 'next-fit-shuffled' ullage bench suite/suite.csv --out run
grep -q ',next-fit-shuffled,rounds=9,1,feasible,' run/records.csv
mv suite/mine.so .
# the folder has a copy of it, which runs where the object is gone
expect '2 the same plan' ullage bench run --replay --out again

# a policy
{
    echo '#include <ullage/plugin.h>'
    sed -e '/#include "sim.h"/d' -e 's/"first-fit"/"my-first-fit"/' "$UL_SOURCE/sim/policies/first_fit.c"
    echo 'UL_PLUGIN(first_fit)'
} >policy.c
sh -c "$(sed 's/mine/policy/g' <<<"$line")"
ullage gen eva-jobs -n 10 --seed 1 -o jobs.csv
ullage solve jobs.csv -m ./policy.so -o theirs.csv >/dev/null
ullage solve jobs.csv -m first-fit -o ours.csv >/dev/null
diff <(grep -v ^method theirs.csv) <(grep -v ^method ours.csv)
expect '  my-first-fit ' ullage bracket jobs.csv -m ./policy.so
# it had the whole workload in its hands, wherever it runs, unless it says that it did not look
printf 'ullage-suite,1\nname,p\nlimits,10,10,0\nfile,jobs.csv\nmethod,./policy.so\n' >policies.csv
sed 's/UL_CONSTRUCTIVE/& | UL_BLIND/; s/my-first-fit/blind-first-fit/' policy.c >blind.c
sh -c "$(sed 's/mine/blind/g' <<<"$line")"
echo 'method,./blind.so' >>policies.csv
expect '"knows": "everything"' ullage solve jobs.csv -m ./policy.so --json
expect '"knows": "demands"' ullage solve jobs.csv -m ./blind.so --json
ullage bench policies.csv --out policies >/dev/null
grep my-first-fit policies/records.csv | grep -q ,everything, && grep blind-first-fit policies/records.csv | grep -q ,demands, ||
    { echo 'bench records that shared objects know:'; cat policies/records.csv; exit 1; }
expect 'my-first-fit (knows everything)' ullage report policies
# its decisions come through as those of the tree's do
explained() { ullage explain jobs.csv -m "$1" --best 0 | grep -v first-fit; }
diff <(explained ./policy.so) <(explained first-fit)

# what is wrong is a sentence
refuses 2 'takes a whole number from 1' ullage solve tasks.csv -m './mine.so rounds=0'
refuses 2 "has no parameter 'turns'; it has rounds" ullage solve tasks.csv -m ./mine.so --set turns=1
refuses 2 'does not take schedule instances' ullage solve jobs.csv -m ./mine.so
refuses 2 './none.so: cannot be loaded' ullage solve tasks.csv -m ./none.so
echo nonsense >text.so
refuses 2 'built with cc -shared -fPIC' ullage solve tasks.csv -m text.so
wrong() { # NAME SED-SCRIPT: a method with something wrong about it
    sed "$2" mine.c >"$1.c"
    sh -c "$(sed "s/mine/$1/g" <<<"$line")" 2>warnings || { cat warnings; exit 1; }
}
wrong other 's/^UL_PLUGIN/#undef UL_PLUGIN_ABI\n#define UL_PLUGIN_ABI 99\n&/'
refuses 2 'was built for plugin ABI 99' ullage solve tasks.csv -m ./other.so
wrong hidden 's/^UL_PLUGIN.*//'
refuses 2 'is no method' ullage solve tasks.csv -m ./hidden.so
wrong lost 's/^    const double rounds = .*/    extern double ul_no_such(void); const double rounds = ul_no_such();/'
refuses 2 'undefined symbol: ul_no_such' ullage solve tasks.csv -m ./lost.so
wrong taken 's/"next-fit-shuffled"/"ffd"/'
refuses 2 "is called 'ffd'" ullage solve tasks.csv -m ./taken.so
wrong idle 's/^    \.packing = .*//'
refuses 2 'takes no kind' ullage solve tasks.csv -m ./idle.so
wrong crash 's/^    return UL_OK;/    return *(volatile int *)8;/'
refuses 0 'the method crashed' ullage solve tasks.csv -m ./crash.so -o kept.csv
expect 'valid: cost' ullage-check tasks.csv kept.csv # what it offered before is kept
refuses 3 'the method crashed' ullage worst ./crash.so --tasks 4 --evaluations 2
wrong quit 's/^    size_t \*order;/    extern void exit(int); exit(0); &/'
refuses 1 'the method ended its process' ullage solve tasks.csv -m ./quit.so
wrong hang 's/^    size_t \*order;/    for (volatile int q = 0;; q++) continue; &/'
refuses 1 'did not end at its deadline' ullage solve tasks.csv -m ./hang.so --time-limit 0.2
wrong flood 's/^    size_t \*order;/    static char junk[4096] = {4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}; extern long write(int, const void *, unsigned long); for (;;) for (int q = 3; q < 20; q++) write(q, junk, sizeof junk); &/'
refuses 1 'the method crashed: Killed' timeout 20 ullage solve tasks.csv -m ./flood.so --time-limit 5
# nothing that it starts is left, or waited for: a process in a session of its own
wrong daemon 's/^    size_t \*order;/    extern int fork(void), setsid(void); extern unsigned sleep(unsigned); if (fork() == 0) { setsid(); if (fork() == 0) sleep(3456); return UL_OK; } &/'
refuses 0 'feasible' timeout 30 ullage solve tasks.csv -m ./daemon.so --time-limit 5
! pgrep -f 'solve tasks.csv -m ./daemon.so' || { echo 'a process is left'; exit 1; }
# the judge has no method of ours for it, and stops who starts a process
wrong borrows 's/^    size_t \*order;/    static const ul_method theirs = {.name = "exact"}; return ul_run_call(run, \&theirs, NULL, 0); &/'
ullage gen eva-table7 --tasks 8 --seed 1 -o few.csv
refuses 0 'optimal' ullage solve few.csv -m ./borrows.so
refuses 1 "method 'exact' does not take packing instances" ullage judge borrows.so --task packing.csv --json --least 0
refuses 1 '"how": "cheats"' ullage judge daemon.so --task packing.csv --json --least 0
# what it says of all plans is its word, wherever it runs: nobody calls it optimal, or counts its bound
wrong swears 's/^    return UL_OK;/    ul_cost cost; ul_run_best_cost(run, \&cost); return ul_run_offer_bound(run, cost);/'
refuses 0 'status    claimed' ullage solve tasks.csv -m ./swears.so
grep -q "^claim     .* is the least, by the method's word" said && ! grep -q ^bound said ||
    { echo 'the word of a method is no claim:'; cat said; exit 1; }
expect '"proved": false' ullage solve tasks.csv -m ./swears.so --json
printf 'ullage-suite,1\nname,word\nlimits,10,10,0\nfile,tasks.csv\nmethod,./swears.so\nmethod,exact\n' >word.csv
expect 'next-fit-shuffled' ullage bench word.csv --out word
grep -q ',next-fit-shuffled,rounds=100,1,claimed,' word/records.csv || { cat word/records.csv; exit 1; }
wrong lies 's/^    return UL_OK;/    return ul_run_offer_bound(run, (ul_cost)1 << 80);/'
refuses 1 'status    contradiction' ullage solve tasks.csv -m ./lies.so
wrong none 's/^    const double rounds/    ul_run_ended(run, UL_INFEASIBLE); return UL_OK; &/'
refuses 1 'status    claimed' ullage solve tasks.csv -m ./none.so
# a certificate makes it more than that where the checker says so; here it hands on another method's
printf 'ullage,1,packing\nname,full\nresource,cpu\ntype,a,f,1,4\ntask,t,3,,,,4\n' >full.csv
ullage solve full.csv -m exact -c proof.csv >/dev/null
cat >alone.c <<'END'
#include <stdio.h>
#include <ullage/plugin.h>

static void hand_on(const char *proof, const char *certificate)
{
    char line[4096];
    FILE *from = fopen(proof, "r"), *to = fopen(certificate, "w");
    while (fgets(line, sizeof line, from) != NULL)
        fputs(line, to);
    fclose(from);
    fclose(to);
}

static ul_status alone(const ul_packing *in, ul_run *run)
{
    ul_packing_plan *plan;
    ul_cost cost;
    size_t i;
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    for (uint32_t copy = 0; copy < in->task[0].copies; copy++) {
        UL_TRY(ul_plan_open(plan, 0, &i));
        UL_TRY(ul_plan_put(plan, i, 0, 1));
    }
    UL_TRY(ul_run_offer(run, plan));
    ul_run_best_cost(run, &cost);
    if (ul_run_certificate(run) != NULL)
        hand_on(ul_run_choice(run, "proof"), ul_run_certificate(run));
    return ul_run_offer_bound(run, cost);
}

static const ul_param param[] = {{.name = "proof", .preset = "-", .brief = "a file", .form = UL_PARAM_TEXT}, {0}};
const ul_method ul_method_alone = {.name = "alone", .brief = "-", .paper = "-", .traits = UL_CERTIFIES,
                                   .param = param, .packing = alone};
UL_PLUGIN(alone)
END
sh -c "$(sed 's/mine/alone/g' <<<"$line")"
refuses 0 'status    claimed' ullage solve full.csv -m ./alone.so --set proof=proof.csv -c its.csv -o its-plan.csv
expect 'optimal: no plan costs less than 3' ullage-check full.csv its-plan.csv --certificate its.csv
printf 'ullage-suite,1\nname,vow\nlimits,10,10,0\nfile,full.csv\ncertificates\nmethod,./alone.so,proof=%s\nmethod,exact\n' "$PWD/proof.csv" >vow.csv
expect 'alone' ullage bench vow.csv --out vow
grep -q ',alone,.*,optimal,,3,3,.*,verified,' vow/records.csv || { cat vow/records.csv; exit 1; }
sed "s/proof.csv/full.csv/" vow.csv >perjury.csv
expect 'alone' ullage bench perjury.csv --out perjury
grep -q ',alone,.*,claimed,,3,,.*,refused,' perjury/records.csv || { cat perjury/records.csv; exit 1; }
# what it does when it is loaded ends no process of ours
wrong bad 's/^UL_PLUGIN.*/__attribute__((constructor)) static void boom(void) { __builtin_trap(); }\n&/'
refuses 2 './bad.so: cannot be loaded: its constructor crashes: ' ullage solve tasks.csv -m ./bad.so
wrong waits 's/^UL_PLUGIN.*/extern unsigned sleep(unsigned); __attribute__((constructor)) static void boom(void) { sleep(8); }\n&/'
refuses 2 './waits.so: cannot be loaded: its constructor does not come to an end' timeout 6 ullage solve tasks.csv -m ./waits.so --time-limit 0.3
wrong leaves 's/^UL_PLUGIN.*/extern void exit(int); __attribute__((constructor)) static void boom(void) { exit(0); }\n&/'
refuses 2 './leaves.so: cannot be loaded: its constructor ends the process' ullage solve tasks.csv -m ./leaves.so
forks='extern int fork(void), setsid(void); extern unsigned sleep(unsigned); __attribute__((constructor)) static void boom(void) { if (fork() == 0) { setsid(); sleep(3457); }'
wrong forks "s/^UL_PLUGIN.*/$forks }\n&/"
refuses 2 './forks.so: cannot be loaded: its constructor leaves processes running' ullage solve tasks.csv -m ./forks.so
refuses 1 '"how": "cheats"' ullage judge forks.so --task packing.csv --json --least 0
wrong falls "s/^UL_PLUGIN.*/$forks __builtin_trap(); }\n&/"
refuses 2 './falls.so: cannot be loaded: its constructor crashes: ' ullage solve tasks.csv -m ./falls.so
! pgrep -f 'solve tasks.csv -m ./f(orks|alls).so' || { echo 'a process of a constructor is left'; exit 1; }
wrong wrong 's/^            UL_TRY(ul_plan_put.*//'
refuses 1 'rejected' ullage solve tasks.csv -m ./wrong.so
printf 'ullage-suite,1\nname,two\nlimits,10,10,0\nfile,tasks.csv\nmethod,./mine.so\nmethod,./crash.so\n' >suite.csv
refuses 2 "suite.csv:6: column 2: another method of the suite is called" ullage bench suite.csv --out two
sed -i '/mine.so/d' suite.csv
expect 'CPU: the method crashed: ' ullage bench suite.csv --out two
expect 'the method crashed: ' cat two/records.csv
sed -i 's/crash.so/quit.so/' suite.csv
expect 'crash' ullage bench suite.csv --out ended
expect 'the method ended its process' cat ended/records.csv
