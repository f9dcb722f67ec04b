"""Compares what a notebook's cells print with the outputs that are kept in it.

    compare.py KEPT EXECUTED

Pictures are not compared, nor how long a check took, nor cells with a comment
"not compared: WHY".
"""
import difflib
import json
import re
import sys


def printed(path):
    lines = []
    for number, cell in enumerate(json.load(open(path, encoding="utf-8"))["cells"]):
        if cell["cell_type"] != "code" or "# not compared: " in "".join(cell["source"]):
            continue
        for output in cell["outputs"]:
            text = output.get("text") or output.get("data", {}).get("text/plain") or []
            text = re.sub(r"verified in [0-9.]+ s", "verified", "".join(text))
            lines += [f"cell {number}: {line.rstrip()}" for line in text.splitlines()]
    return lines


kept, executed = map(printed, sys.argv[1:])
differences = list(difflib.unified_diff(kept, executed, "kept", "now", lineterm="", n=0))
print("\n".join(differences))
sys.exit(1 if differences else 0)
