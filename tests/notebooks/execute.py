"""Executes a notebook in this folder and compares what its cells print with the outputs
that are kept in it.

    execute.py NOTEBOOK

Pictures are not compared, nor how long a check took, nor cells with a comment
"not compared: WHY".
"""
import difflib
import itertools
import re
import sys

import nbclient
import nbformat


def printed(notebook):
    lines = []
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code" or "# not compared: " in "".join(cell["source"]):
            continue
        # What is printed may come in parts, cut anywhere.
        for _, parts in itertools.groupby(cell["outputs"], lambda output: output.get("name", id(output))):
            text = "".join("".join(part.get("text") or part.get("data", {}).get("text/plain") or [])
                           for part in parts)
            text = re.sub(r"verified in [0-9.]+ s", "verified", text)
            lines += [f"cell {number}: {line.rstrip()}" for line in text.splitlines()]
    return lines


notebook = nbformat.read(sys.argv[1], as_version=4)
kept = printed(notebook)
nbclient.NotebookClient(notebook, timeout=840).execute()
differences = list(difflib.unified_diff(kept, printed(notebook), "kept", "now", lineterm="", n=0))
print("\n".join(differences))
if differences:
    sys.exit("the kept outputs are not those of this program: execute the notebook and keep it")
