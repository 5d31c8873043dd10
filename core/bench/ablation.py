#!/usr/bin/env python3
"""What each optimization pass gains: every kernel page and every app on the CPU, with the pass and without it.

    core/bench/ablation.py [--build FOLDER] [--rounds N] [--out FOLDER] [--passes NAME,...] [--work NAME,...]

First the code of each piece of work is compared (NDWEAVE_DUMP_IR, NDWEAVE_LEAVE_OUT_PASSES): where a pass changes none of
it, there is nothing to measure. Where it does, runs with and without the pass take turns, with a cache of compiled kernels
for each. A ratio is the time without the pass by that with it (processor time of pages, elapsed time of apps), so above 1
the pass gains: the median over the rounds, with the smallest and the largest. Writes ablation.json and ablation.md into
--out, by default results/<date>-<machine>. A pass that work cannot do without is told as "needed".
"""
import argparse
import datetime
import glob
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile

# Passes that only make code better: those of the lists in codegen/host/host.cpp that are optional, or LLVM's pipeline
# could do without.
PASSES = """hoist-scalars hoist-parallel-loads narrow-flat-loops split-at-rows restore-sign-extensions narrow-integers canonicalize-fp-min-max modulo-indices
strength-reduce-products merge-scatters approximate-roots streaming-stores prefetch-results prefetch-rows
guard-nan-fixups guard-empty-stores guard-noop-atomics scalarize-gathers local-atomics split-float-pairs""".split()
# Name and size: such as run for about a second on a few cores.
APPS = ["babelstream:medium", "lulesh:small", "cloverleaf:medium", "tealeaf:small", "minibude:small", "dct8x8:medium"]
PAGES = ["bitonic_sort", "compaction", "copy_barrier", "flat_grids", "group_reduce", "horner", "inclusive_scan", "layer_norm",
         "mandelbrot", "matmul", "minibude", "nbody", "reduction", "scalar_product", "sin_exp", "softmax", "spmv",
         "streams", "sub_group_reduce", "tree_reduction", "wallace"]
SETTLED = 0.03  # what a pass gains or costs below this is not told apart from noise


def command_of(work, build, quick):
    kind, name = work.split("/")
    if kind == "page":
        return [f"{build}/bin/bench-{name}", "--benchmark_filter=/(loop|cbs)/", "--benchmark_format=json",
                f"--benchmark_min_time={0.001 if quick else 0.2}"]
    app, size = name.split(":")
    return [f"{build}/bin/harness", "run", "--app", app, "--backend", "cpu", "--size", size, "--repeat",
            "1" if quick else "5", "--json", "/dev/stdout"]


def run(work, build, variables, quick=False):
    """Times by the name of what was measured; None where the run failed."""
    done = subprocess.run(command_of(work, build, quick), capture_output=True, text=True,
                          env=dict(os.environ, **variables))
    if done.returncode != 0 or "{" not in done.stdout:
        return None
    rows = json.JSONDecoder().raw_decode(done.stdout[done.stdout.index("{"):])[0]["benchmarks"]
    if any(row.get("error_occurred") or row.get("status", "ok") != "ok" for row in rows):
        return None
    return {re.sub(r"/(process_time|real_time)", "", row["name"]): row["cpu_time"] for row in rows}


def code_of(work, build, left_out):
    """The IR of each kernel before code is made of it, by its name; None where the run failed."""
    with tempfile.TemporaryDirectory() as folder:
        if run(work, build, {"NDWEAVE_DUMP_IR": folder, "NDWEAVE_LEAVE_OUT_PASSES": left_out}, quick=True) is None:
            return None
        # With the number of the step, which tells variants of a kernel apart.
        return {os.path.basename(name).removesuffix("-generate-code.ll"): pathlib.Path(name).read_text()
                for name in glob.glob(folder + "/*generate-code.ll")}


def gains(work, build, left_out, rounds, caches):
    """{what was measured: ratios}, or None."""
    found = {}
    for number in range(rounds):
        ways = [("", caches[0]), (left_out, caches[1])]
        times = {}
        for names, cache in ways if number % 2 == 0 else reversed(ways):
            times[names] = run(work, build, {"NDWEAVE_LEAVE_OUT_PASSES": names, "NDWEAVE_CACHE_DIR": cache})
        if times[""] is None or times[left_out] is None:
            return None
        for what in times[""].keys() & times[left_out].keys():
            found.setdefault(what, []).append(times[left_out][what] / times[""][what])
    return found


def ablate(name, works, original, options):
    """The record of one pass."""
    record = {"pass": name, "changes": [], "needed_by": [], "gains": {}}
    for work in works:
        changed = code_of(work, options.build, name)
        if changed is None:
            record["needed_by"].append(work)
        if changed is None or changed == original[work]:
            continue
        record["changes"].append({work: sorted(k for k in changed if changed[k] != original[work].get(k))})
        with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as without:
            ratios = gains(work, options.build, name, options.rounds, (whole, without)) or {}
        for what, values in ratios.items():
            record["gains"][f"{work}: {what}"] = {"median": statistics.median(values), "least": min(values),
                                                  "most": max(values)}
    print(f"{name}: changes {len(record['changes'])} of {len(works)}", file=sys.stderr, flush=True)
    return record


def row_of(record):
    told = {what: g for what, g in record["gains"].items() if abs(g["median"] - 1) > SETTLED}
    cells = [f"{what} {g['median']:.2f} ({g['least']:.2f} to {g['most']:.2f})"
             for what, g in sorted(told.items(), key=lambda one: -one[1]["median"])]
    if record["needed_by"]:
        cells.append("needed by " + ", ".join(record["needed_by"]))
    return f"| {record['pass']} | {len(record['changes'])} | {'; '.join(cells) or 'nothing above noise'} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out")
    parser.add_argument("--passes", default=",".join(PASSES))
    parser.add_argument("--work", default=",".join([f"page/{p}" for p in PAGES] + [f"app/{a}" for a in APPS]))
    options = parser.parse_args()
    works = options.work.split(",")
    original = {work: code_of(work, options.build, "") for work in works}
    broken = [work for work, code in original.items() if not code]
    if broken:
        sys.exit("no kernel was compiled, or a result was wrong, with every pass: " + ", ".join(broken))
    records = [ablate(name, works, original, options) for name in options.passes.split(",")]
    date, machine = datetime.date.today().isoformat(), platform.node()
    out = pathlib.Path(options.out or f"results/{date}-{machine}")
    out.mkdir(parents=True, exist_ok=True)
    (out / "ablation.json").write_text(json.dumps({"date": date, "rounds": options.rounds, "work": works,
                                                   "passes": records}) + "\n")
    table = "\n".join(["| without the pass | changes | time by that with it |", "| --- | --- | --- |"]
                      + [row_of(record) for record in records])
    (out / "ablation.md").write_text(f"# What each optimization pass gains, {date}\n\n{table}\n")
    print(table)


if __name__ == "__main__":
    main()
