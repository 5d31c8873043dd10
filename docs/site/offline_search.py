#!/usr/bin/env -S python3 -B
"""Puts the search's worker and index of a built site into one script, search/offline.js, so that search works from a folder too.

  offline_search.py SITE
"""

import json
import sys
from pathlib import Path


def main():
    site = Path(sys.argv[1])
    (worker,) = site.glob("assets/javascripts/workers/search.*.min.js")
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    program = json.dumps(worker.read_text(encoding="utf-8"))
    # Material takes both from here, where they are.
    (site / "search/offline.js").write_text(
        f"var __search = {{ index: Promise.resolve({json.dumps(index)}), "
        f"worker: URL.createObjectURL(new Blob([{program}], {{ type: 'text/javascript' }})) }};\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
