"""Compares what a notebook's cells print with the outputs that are kept in it.

    compare.py KEPT EXECUTED

Pictures are not compared, nor cells with a comment "not compared: WHY".
"""
import difflib
import json
import sys


def printed(path):
    lines = []
    for number, cell in enumerate(json.load(open(path, encoding="utf-8"))["cells"]):
        if cell["cell_type"] != "code" or "# not compared: " in "".join(cell["source"]):
            continue
        for output in cell["outputs"]:
            text = output.get("text") or output.get("data", {}).get("text/plain") or []
            lines += [f"cell {number}: {line.rstrip()}" for line in "".join(text).splitlines()]
    return lines


kept, executed = map(printed, sys.argv[1:])
differences = list(difflib.unified_diff(kept, executed, "kept", "now", lineterm="", n=0))
print("\n".join(differences))
sys.exit(1 if differences else 0)
