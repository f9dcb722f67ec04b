#!/usr/bin/env bash
# LaTeX of a report and of every paper's table compiles without an error and without a
# wrong sign.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >suite.csv <<'SUITE'
ullage-suite,1
name,signs
limits,10,10,0
generate,eva-table3,4,1,1
generate,eva-table7,6,1,2
program,"a<b>|c_%$#&~^\""é±≤µ",x {instance} {plan}
program,[first],x {instance} {plan} {seed}
method,ffd
method,exact
SUITE
"$UL_COMMAND" bench suite.csv --out out >/dev/null 2>&1
"$UL_COMMAND" report out --baseline exact --latex tex >/dev/null

# what fonts and commands of LaTeX would spoil is written so that they do not
grep -qF 'a$<$b$>$$|$c\_\%\$\#\&\textasciitilde{}\textasciicircum{}\textbackslash{}'"''é"'$\pm$$\le$$\mu$' tex/methods.tex ||
    { cat tex/methods.tex; exit 1; }
grep -q '^{\[}first{\]}' tex/methods.tex
grep -qE '& \$-\$[0-9.]+\\%' tex/baseline.tex || ! grep -q -- '& -' tex/baseline.tex
# no macro is defined twice
[ -z "$(sed -n 's/^\\newcommand{\([^}]*\)}.*/\1/p' tex/numbers.tex | sort | uniq -d)" ]

mkdir papers
"$UL_COMMAND" reproduce all --set trials=1 --set tasks=10 --set largest=8000 --set years=1 \
    --set instances=5 --set capacity=100 --set jobs=4 --set svg= --time-limit 0.2 --format latex \
    >papers/all.tex 2>/dev/null
[ "$(grep -c 'begin{tabular}' papers/all.tex)" -ge "$("$UL_COMMAND" list tables | grep -c '^  [a-z0-9]')" ] ||
    { grep -c 'begin{tabular}' papers/all.tex; exit 1; }

if ! command -v pdflatex >/dev/null; then
    echo "skipped: pdflatex is not installed (scripts/setup docs)"
    exit 77
fi
{
    printf '\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n\\input{tex/numbers}\n'
    for table in tex/*.tex; do
        [ "$table" = tex/numbers.tex ] || printf '\\input{%s}\\par\n' "${table%.tex}"
    done
    printf '\\tiny\\input{papers/all}\n\\end{document}\n'
} >all.tex
pdflatex -interaction=nonstopmode -halt-on-error all.tex >log 2>&1 || { tail -30 log; exit 1; }
if grep -E 'Missing character|undefined' log; then exit 1; fi
