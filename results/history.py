#!/usr/bin/env python3
"""Appends the figures of records to results/history.jsonl and writes the records compactly: a row on a line.

Known are records of the harness and the tables it prints, of Google Benchmark, ndweave-gpu-bench, core/bench/ratios.py,
random campaigns and random PTX, and ratios before and after; others, as the output of tests, have no figures. What the
fields of a line are, results/figures.py says. Records stand in results/DATE-MACHINE/; their content stays as it is.
"""
import argparse
import json
import pathlib
import sys

sys.dont_write_bytecode = True  # nothing else beside records
from figures import figures_of

ROOT = pathlib.Path(__file__).resolve().parent
HISTORY = ROOT / "history.jsonl"
MAX_BYTES = 1_500_000  # of everything but the page
KEYS = ("date", "machine", "commit", "what", "unit", "median", "low", "high", "best", "value", "n")


def lines_of(path, text, commit):
    folder, *rest = path.relative_to(ROOT).parts
    for figure in figures_of(path, text):
        line = dict.fromkeys(KEYS) | figure
        line.update(date=folder[:10], machine=folder[11:], commit=line["commit"] or commit, file="/".join(rest))
        if line["n"] == 1:
            line.update(low=None, high=None)
        yield {key: float(f"{value:.5g}") if isinstance(value, float) else value
               for key, value in line.items() if value is not None}


def compact(value, levels=0):
    """JSON whose uppermost levels have a line for each entry."""
    if not levels or not value or not isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, list):
        return "[\n" + ",\n".join(compact(part, levels - 1) for part in value) + "\n]"
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {compact(part, levels - 1)}" for key, part in value.items()) + "\n}"


def identity(line):  # its commit may have been named by --commit
    return compact({key: value for key, value in line.items() if key != "commit"})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commit", metavar="HASH", help="the build that was measured, where a record does not say")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 where something would change")
    parser.add_argument("records", nargs="*", type=pathlib.Path, metavar="RECORD", help="default: all in DATE-MACHINE/")
    options = parser.parse_args()
    HISTORY.touch()
    known = {identity(json.loads(line)) for line in HISTORY.read_text().splitlines()}
    outdated = False
    records = [path.resolve() for path in options.records] or sorted(ROOT.glob("20*/**/*.*"))
    for path in records:
        try:
            text = path.read_text()
            lines = list(lines_of(path, text, options.commit))
            form = compact(json.loads(text), levels=2) + "\n" if path.suffix == ".json" else text
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            sys.exit(f"{path}: not a record in {ROOT}, or not of a known form: {error!r}")
        new = [line for line in lines if identity(line) not in known]
        outdated = outdated or bool(new) or form != text
        known.update(map(identity, new))
        if not options.check:
            assert path.suffix != ".json" or json.loads(form) == json.loads(text), path
            path.write_text(form)
            with HISTORY.open("a") as history:
                history.writelines(compact(line) + "\n" for line in new)
        if not options.check or new or form != text:
            print(f"{path.relative_to(ROOT)}: {len(new)} of {len(lines)} figures are new"
                  + ", was not compact" * (form != text))
    size = sum(path.stat().st_size for path in ROOT.rglob("*") if path.name != "report.html")
    if size > MAX_BYTES:
        sys.exit(f"{ROOT}: {size} bytes without the page, more than {MAX_BYTES}; records that are not current may go")
    if options.check and outdated:
        return 1
    print(f"results/: {size} bytes without the page" + ", compact, every figure in the history" * options.check)
    return 0


if __name__ == "__main__":
    sys.exit(main())
