#!/usr/bin/env bash
# VPSolver as a method: its arc-flow graph of the instance, CBC on that, and the paths of the flow
# as a plan.
#
#     ullage solve FILE -m 'program command=bench/speed/exact/vpsolver.sh {instance} {plan}'
#
# VPSOLVER is the folder of its programs vbp2afg and afg2lp (docs/exact-results.md says how they are
# built). A plan comes only where CBC says that it is optimal; exit 1 elsewhere.
set -euo pipefail
export LC_ALL=C.UTF-8
instance=$1 plan=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Families on which every task demands the same are a class. With several classes each has
# dimensions of its own, and a task an incarnation for each. Numbers are whole multiples of a unit.
awk -F, -v kinds="$work/kinds" -v types="$work/types" '
function whole(x) { return sprintf("%.0f", x * 1000000) + 0 }
function common(a, b) { return b > 0 ? common(b, a % b) : a }
$1 == "resource" { d = NF - 1 }
$1 == "type" {
    name[++n_types] = $2; number[$2] = n_types; family[n_types] = $3; supply[n_types] = -1
    price[n_types] = whole($4); price_unit = common(price[n_types], price_unit)
    for (r = 1; r <= d; r++) { has[n_types, r] = whole($(4 + r)); unit[r] = common(has[n_types, r], unit[r]) }
}
$1 == "supply" { supply[number[$2]] = $3 }
$1 == "task" {
    task[++n_tasks] = $2; copies[n_tasks] = $3; at[$2] = n_tasks
    for (r = 1; r <= d; r++) { asks[n_tasks, "", r] = whole($(6 + r)); unit[r] = common(asks[n_tasks, "", r], unit[r]) }
}
$1 == "demand" {
    own[at[$2], $3] = 1
    for (r = 1; r <= d; r++) { asks[at[$2], $3, r] = whole($(3 + r)); unit[r] = common(asks[at[$2], $3, r], unit[r]) }
}
function demands(t, f,    r, text) {
    for (r = 1; r <= d; r++)
        text = text " " asks[t, (t, f) in own ? f : "", r] / unit[r]
    return text
}
function padded(c, text,    q, all) { # TEXT in the dimensions of class C, zeros in the others
    for (q = 1; q <= n_classes; q++)
        all = all (q == c ? text : zeros)
    return all
}
END {
    for (r = 1; r <= d; r++) {
        zeros = zeros " 0"
        if (unit[r] == 0)
            unit[r] = 1
    }
    for (k = 1; k <= n_types; k++) {
        text = ""
        for (t = 1; t <= n_tasks; t++)
            text = text demands(t, family[k])
        if (!(text in class)) { class[text] = ++n_classes; of[n_classes] = family[k] }
        class_of[k] = class[text]
    }
    print d * n_classes, n_types
    for (k = 1; k <= n_types; k++) {
        text = ""
        for (r = 1; r <= d; r++)
            text = text " " has[k, r] / unit[r]
        print padded(class_of[k], text), price[k] / price_unit, supply[k]
        print name[k] >types
    }
    for (t = 1; t <= n_tasks; t++) {
        text = ""
        for (c = 1; c <= n_classes; c++)
            text = text padded(c, demands(t, of[c])) "\n"
        if (!(text in kind)) { kind[text] = ++n_kinds; rows[n_kinds] = text }
        number_of[kind[text]] += copies[t]
        for (q = 1; q <= copies[t]; q++)
            print kind[text], n_classes, task[t] >kinds
    }
    print n_kinds
    for (q = 1; q <= n_kinds; q++)
        printf "%d %d\n%s", n_classes, number_of[q], rows[q]
}' "$instance" >"$work/in.mvp"

"$VPSOLVER/vbp2afg" "$work/in.mvp" "$work/graph.afg" >"$work/said"
"$VPSOLVER/afg2lp" "$work/graph.afg" "$work/model.lp" >"$work/said"
cbc "$work/model.lp" -ratioGap 0 -allowableGap 0 -solve -solution "$work/solution" -quit >"$work/said"
grep -q '^Optimal' "$work/solution" || {
    echo "CBC says: $(head -1 "$work/solution")" >&2
    exit 1
}

# Each machine is a path from node 0 back to it; the node before the end is its type.
{
    echo "ullage-plan,1,packing"
    echo "instance,$(sed -n 's/^name,//p' "$instance"),$(sha256sum <"$instance" | cut -d' ' -f1)"
    echo "method,vpsolver"
    awk '
    FILENAME ~ /types$/ { type[++n_types] = $1 }
    FILENAME ~ /kinds$/ { left[$1] = left[$1] " " $3; n_classes = $2 }
    FILENAME ~ /solution$/ && $2 ~ /^X/ { flow[$2] = int($3 + 0.5) }
    FILENAME ~ /afg$/ && /^\$Ts/ { gsub("[^0-9]+", " "); split($0, ends, " "); for (k in ends) of_end[ends[k]] = type[k] }
    FILENAME ~ /afg$/ && /^\$LOSS/ { gsub("[^0-9]+", ""); loss = $0 }
    FILENAME ~ /afg$/ && arcs && NF == 3 {
        x = sprintf("X%x", n_arcs++)
        if (flow[x] > 0) { out[$1] = out[$1] " " x; to[x] = $2; label[x] = $3 }
    }
    FILENAME ~ /afg$/ && /^\$ARCS/ { arcs = 1 }
    function step(u,    x) { # along an arc of what flow is left
        split(out[u], x, " ")
        if (--flow[x[1]] == 0)
            sub(" " x[1], "", out[u])
        return x[1]
    }
    function place(kind,    names) { # "" where all its tasks are placed already
        split(left[kind], names, " ")
        sub("^ [^ ]*", "", left[kind])
        return names[1]
    }
    END {
        while (out[0] != "") {
            u = 0
            for (t in placed)
                delete placed[t]
            do {
                x = step(u); last = u; u = to[x]
                if (label[x] != loss && (t = place(int(label[x] / n_classes) + 1)) != "")
                    placed[t]++
            } while (u != 0)
            row = ""
            for (t in placed)
                row = row "," t ":" placed[t]
            if (row != "")
                print "bin," of_end[last] ",1" row
        }
    }' "$work/types" "$work/kinds" "$work/solution" "$work/graph.afg"
} >"$plan"
