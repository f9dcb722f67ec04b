#!/usr/bin/env bash
# What users bring: their catalog, a moment of a trace, standard input; help, completion and
# JSON of every command that prints.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
json() { python3 -c "import json, sys; o = json.load(sys.stdin); print(($1))"; }

# a catalog of one's own, its resources in any order, for generators and importers alike
cat >catalog.csv <<'END'
# prices as negotiated
resource,ram_gb,gpu,cpu
type,big,p3,10,512,8,64
type,small,c7i,1,64,0,32
END
"$UL_COMMAND" gen heterogeneous --tasks 5 --set catalog=catalog.csv -o own.csv
grep -qx 'resource,gpu,cpu,ram_gb' own.csv
grep -qx 'type,big,p3,10,8,64,512' own.csv
[ "$(grep -c '^type,' own.csv)" = 2 ]
"$UL_COMMAND" solve own.csv -m ffd >/dev/null
refused() { # TEXT WORDS
    printf "$1" >bad.csv
    if "$UL_COMMAND" gen heterogeneous --tasks 5 --set catalog=bad.csv 2>err >/dev/null; then exit 1; fi
    grep -q -- "$2" err || { cat err; exit 1; }
}
refused 'type,a,b,1,1,1,1\n' 'bad.csv:1: column 1: .*before the first type'
refused 'resource,gpu,cpu,disk\n' "no resource 'ram_gb'"
refused 'resource,gpu,cpu\n' "no resource 'ram_gb'"
refused 'resource,gpu,cpu,ram_gb\n' 'the catalog has no type'
refused 'resource,gpu,cpu,ram_gb\ntype,a,b,x,1,1,1\n' 'bad.csv:2: column 4'

# the tasks that run at a second of a trace, whenever they came
cat >pods.csv <<'END'
name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
a,1000,1024,0,0,,LS,Succeeded,0,100,0
b,1000,1024,0,0,,LS,Succeeded,50,60,50
c,1000,1024,0,0,,LS,Succeeded,90,200,90
END
tasks() { "$UL_COMMAND" import alibaba-gpu-v2023 pods.csv "$@" 2>/dev/null | sed -n 's/^task,\([^,]*\),.*/\1/p' | tr '\n' ' '; }
[ "$(tasks --at 55)" = "a b " ]
[ "$(tasks --at 60)" = "a " ]   # an end is no longer running
[ "$(tasks --at 95)" = "a c " ]
[ "$(tasks --from 50 --to 91)" = "b c " ]
if "$UL_COMMAND" import alibaba-gpu-v2023 pods.csv --at 5 --from 1 2>err; then exit 1; fi
grep -q -- '--from and --to do not go with it' err
if printf '3\n10\n6\n5\n4\n' >items.txt && "$UL_COMMAND" import bpplib items.txt --at 5 2>err; then exit 1; fi
grep -q -- '--at does not apply' err

# a seed that changes nothing is refused, as copies would pass for samples
if "$UL_COMMAND" import alibaba-gpu-v2023 pods.csv --seed 2 2>err; then exit 1; fi
grep -q "'alibaba-gpu-v2023' draws nothing at random here; --seed does not apply ('--window S --to S'" err
[ "$(tasks --tasks 1 --seed 2 | wc -w)" = 1 ]
# ... and a window of a trace is a sample, which another seed draws elsewhere
for seed in 1 2 3 4 5 6 7 8; do tasks --to 100 --window 20 --seed $seed; echo; done | sort -u >windows
[ "$(wc -l <windows)" -ge 3 ]
[ "$(tasks --to 100 --window 20 --seed 1)" = "$(tasks --to 100 --window 20 --seed 1)" ]
[ "$(tasks --to 100 --window 100)" = "a b c " ]
if "$UL_COMMAND" import alibaba-gpu-v2023 pods.csv --window 20 2>err; then exit 1; fi
grep -q -- '--window is drawn from a trace up to --to: say where that is' err
if "$UL_COMMAND" import bpplib items.txt --seed 2 2>err; then exit 1; fi
grep -q "'bpplib' draws nothing at random" err
for rows in generate,eva-table3,4,1,2 "import,bpplib,$PWD/items.txt,seed=1..3"; do
    printf '%s\n' ullage-suite,1 name,copies "$rows" method,ffd >copies.csv
    if "$UL_COMMAND" bench copies.csv --out copies 2>err; then exit 1; fi
    grep -q 'draws nothing at random here; --seed does not apply' err
done

# standard input
"$UL_COMMAND" gen eva-table3 | "$UL_COMMAND" solve - -m ffd --json | grep -q '"cost": 12.8'
"$UL_COMMAND" gen eva-table3 | gzip | "$UL_COMMAND" show - >/dev/null

# help of a command, and options that shells complete from the tables of the commands
"$UL_COMMAND" help solve >help
"$UL_COMMAND" solve --help | cmp - help
if "$UL_COMMAND" help nothing 2>err; then exit 1; fi
grep -q "no command 'nothing'" err
for command in $("$UL_COMMAND" completion commands | grep -v '^help$'); do
    "$UL_COMMAND" "$command" --list-options >options
    grep -qx -- --help options
    for option in $(cat options); do
        "$UL_COMMAND" "$command" --help | grep -q -- "$option" || { echo "$command has no $option"; exit 1; }
    done
done
"$UL_COMMAND" completion bash >ullage.bash
complete_bash() { # WORD...: what is offered for the last
    PATH=$(dirname "$UL_COMMAND"):$PATH bash -c '. ./ullage.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _ullage ullage; echo ${COMPREPLY[@]}' bash "$@"
}
[ "$(complete_bash ullage sol)" = solve ]
[ "$(complete_bash ullage report --bas)" = --baseline ]
[ "$(complete_bash ullage solve x.csv -m eva-full-c)" = eva-full-code ]
[ "$(complete_bash ullage gen eva-table7)" = eva-table7 ]
"$UL_COMMAND" completion zsh >_ullage
complete_zsh() { # WORD...: what may come in place of the last
    PATH=$(dirname "$UL_COMMAND"):$PATH zsh -fc 'compdef() { }; compadd() { print -l -- ${(P)2}; }
        . ./_ullage; words=("$@") CURRENT=$#; _ullage' zsh "$@"
}
complete_zsh ullage sol | grep -qx solve
complete_zsh ullage report --bas | grep -qx -- --baseline
complete_zsh ullage solve x.csv -m eva-full-c | grep -qx eva-full-code
"$UL_COMMAND" completion fish >ullage.fish
complete_fish() { # LINE: what may come at its end
    HOME=$PWD PATH=$(dirname "$UL_COMMAND"):$PATH fish -c 'source ullage.fish; complete -C $argv[1]' "$1"
}
complete_fish 'ullage sol' | grep -qx solve
complete_fish 'ullage report --bas' | grep -qx -- --baseline
complete_fish 'ullage solve x.csv -m eva-full-c' | grep -qx eva-full-code

# one object, and nothing else
"$UL_COMMAND" list --json | json 'sorted(o)' | grep -q "'gallery', 'generators', 'importers', 'kinds', 'methods'"
[ "$("$UL_COMMAND" list methods --json | json '[m["kind"] for m in o["methods"] if m["name"] == "ffd"]')" = "['packing']" ]
"$UL_COMMAND" list generators --json | json '[p["name"] for g in o["generators"] if g["name"] == "heterogeneous" for p in g["parameters"]]' |
    grep -q "'catalog'"
"$UL_COMMAND" gen eva-table3 -o table3.csv
[ "$("$UL_COMMAND" show table3.csv --json | json 'o["instance"], o["kind"], o["size"]')" = "('eva-table3', 'packing', 4)" ]
"$UL_COMMAND" solve table3.csv -m ffd -o plan.csv >/dev/null
[ "$("$UL_COMMAND" show table3.csv --plan plan.csv --json | json 'o["cost"], o["measures"]["machines"]')" = "(12.8, 2)" ]
[ "$("$UL_CHECK" table3.csv plan.csv --json | json 'o["valid"], o["cost"]')" = "(True, 12.8)" ]
sed '$d' plan.csv >broken.csv
code=0
"$UL_CHECK" table3.csv broken.csv --json >out || code=$?
[ $code = 1 ]
[ "$(json 'o["valid"], o["cost"], len(o["said"]) > 0' <out)" = "(False, None, True)" ]
