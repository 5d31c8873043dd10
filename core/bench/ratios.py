#!/usr/bin/env python3
"""Ratios of ndweave's CPU engine and OpenCL emitter to their peers, from runs that take turns.

    core/bench/ratios.py [--build FOLDER] [--rounds N] [--min-time S] [--out FOLDER] [--ways REGEX] [PAGE...]

Each round runs every way of a page once, each in a process of its own (the threads of one runtime must not wait beside
those of another), all with the same inputs. A ratio is the peer's time by ours, so above 1 is faster than the peer: the
median over the rounds, with the smallest and the largest. The same by processor time, of all threads together, hardly
depends on what else the machine does, but counts waiting as work. Writes cpu-ratios.json and cpu-ratios.md into --out, by default
results/<date>-<machine>; prints the table. Exits 1 where a result was wrong.
"""
import argparse
import datetime
import json
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import time

# What must hold: ours, the peer (the best of several), the least ratio.
TARGETS = [
    ("tree_reduction/cbs", ["tree_reduction/opencl_c"], 30),
    ("tree_reduction/cbs", ["tree_reduction/fiber"], 400),
    ("matmul/cbs", ["matmul/opencl_c"], 8),
    ("nbody/cbs", ["nbody/opencl_c"], 2),
    ("nbody/fast_math/cbs", ["nbody/fast_math/openmp"], 1.3),
    ("scalar_product/cbs", ["scalar_product/opencl_c"], 5),
    ("wallace/cbs", ["wallace/opencl_c"], 5),
    ("spmv/loop", ["spmv/openmp", "spmv/opencl_c"], 1),
    ("sin_exp/fast_math/loop", ["sin_exp/fast_math/openmp"], 1),
    ("triad/loop", ["triad/openmp"], 1.3),
    ("empty/loop", ["empty/openmp"], 1),
    # The emitted OpenCL C against OpenCL C by hand, on one OpenCL device.
] + [(page + "/opencl", [page + "/opencl_c"], 0.95)
     for page in ["copy", "mul", "add", "triad", "dot", "tree_reduction", "matmul", "minibude"]]

# Pages that one program has several of.
PROGRAMS = {"copy": "streams", "mul": "streams", "add": "streams", "triad": "streams", "dot": "streams", "dgemm": "matmul"}
# Pages without a target.
OTHERS = ["horner", "mandelbrot", "jit", "dgemm", "copy_barrier", "reduction", "softmax", "layer_norm", "inclusive_scan",
          "bitonic_sort", "compaction", "sub_group_reduce", "group_reduce"]
FIBER_ROUNDS = 1  # hundreds of times slower than the rest: their ratio needs no precision


def program_of(page, build):
    return os.path.join(build, "bin", "bench-" + PROGRAMS.get(page, page))


def list_ways(page, build):
    text = subprocess.run([program_of(page, build), "--benchmark_list_tests"], check=True, capture_output=True,
                          text=True).stdout
    return [name for name in text.split() if name.split("/")[0] == page]


def run_once(name, page, build, seed, min_time):
    """One benchmark in a process of its own: seconds for one run, elapsed and of processors, and how many it had."""
    command = [program_of(page, build), f"--benchmark_filter=^{re.escape(name)}$", "--benchmark_format=json",
               f"--benchmark_min_time={min_time}"]
    if page != "jit":
        command.append(f"--seed={seed}")
    begin = time.monotonic()
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, OMP_WAIT_POLICY="active"))
    after = os.times()
    wall = time.monotonic() - begin
    found = json.loads(done.stdout)["benchmarks"][0] if done.stdout.strip() else {"error_message": done.stderr}
    if found.get("error_occurred") or "real_time" not in found:
        return {"error": found.get("error_message", "no result"), "failed": done.returncode != 0}
    processors = (after.children_user + after.children_system - before.children_user - before.children_system) / wall
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[found["time_unit"]]
    return {"seconds": found["real_time"] * unit, "processor_seconds": found["cpu_time"] * unit,
            "processors": round(processors, 2)}


def label(name):
    return re.sub(r"/(process_time|real_time|manual_time|iterations:\d+)", "", name)


def measure(page, ways, options):
    """Adds to {way: {"seconds": [...], ...}} a sample for each round; returns what failed."""
    failed = []
    names = [name for name in list_ways(page, options.build) if re.search(options.ways, label(name))]
    for round_number in range(options.rounds):
        seed = random.randrange(2**32)
        load = os.getloadavg()[0]
        for name in names:
            way = ways.setdefault(label(name), {"seconds": [], "processor_seconds": [], "processors": [], "load": []})
            slow = label(name).endswith("/fiber") and round_number >= FIBER_ROUNDS
            if slow or "error" in way:
                continue
            result = run_once(name, page, options.build, seed, options.min_time)
            if "error" in result:
                way["error"] = result["error"]
                if result["failed"]:
                    failed.append(f"{label(name)}: {result['error']}")
                continue
            for quantity in ("seconds", "processor_seconds", "processors"):
                way[quantity].append(result[quantity])
            way["load"].append(round(load, 2))
        print(f"{page}: round {round_number + 1} of {options.rounds}, load {load:.1f}", file=sys.stderr, flush=True)
    return failed


def ratio(ways, ours, peers, quantity="seconds"):
    """The peer's time by ours, round by round: median, smallest, largest. Of several peers the fastest counts."""
    rounds = []
    for index, mine in enumerate(ways.get(ours, {}).get(quantity, [])):
        theirs = [ways[p][quantity][index] for p in peers if len(ways.get(p, {}).get(quantity, [])) > index]
        if theirs:
            rounds.append(min(theirs) / mine)
    if not rounds:
        return None
    return {"median": statistics.median(rounds), "least": min(rounds), "most": max(rounds), "rounds": len(rounds)}


def target_table(ways):
    rows = []
    for ours, peers, least in TARGETS:
        found = ratio(ways, ours, peers)
        if found:
            rows.append(dict(found, ours=ours, peers=peers, target=least, met=found["median"] >= least,
                             by_processor_time=ratio(ways, ours, peers, "processor_seconds")["median"]))
    return rows


def seconds_text(seconds):
    for unit, scale in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if seconds * scale >= 1 or unit == "us":
            return f"{seconds * scale:.3g} {unit}"


def markdown(record):
    lines = [f"# CPU ratios, {record['date']}", "",
             f"{record['machine']}, {record['processors']} processors; {record['rounds']} rounds in turns, load average "
             f"{record['load'][0]} to {record['load'][1]} while they ran. A ratio is the peer's time by ours: median over "
             "the rounds (smallest to largest); fibers ran in the first only.", "",
             "| ndweave | peer | ratio | by processor time | target | |", "| --- | --- | --- | --- | --- | --- |"]
    for row in record["targets"]:
        lines.append(f"| {row['ours']} | {' or '.join(row['peers'])} | {row['median']:.2f} ({row['least']:.2f} to "
                     f"{row['most']:.2f}) | {row['by_processor_time']:.2f} | {row['target']} | "
                     f"{'met' if row['met'] else 'missed'} |")
    lines += ["", "| benchmark | median time | processors it had | |", "| --- | --- | --- | --- |"]
    for name, way in record["ways"].items():
        if way["seconds"]:
            lines.append(f"| {name} | {seconds_text(statistics.median(way['seconds']))} | "
                         f"{statistics.median(way['processors']):.2f} | |")
        else:
            lines.append(f"| {name} | | | {way.get('error', 'not run')} |")
    return "\n".join(lines) + "\n"


def processor_name():
    with open("/proc/cpuinfo") as info:
        for line in info:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def record_of(ways, date, options):
    loads = [load for way in ways.values() for load in way["load"]] or [0]
    return {"date": date, "machine": processor_name(), "processors": os.cpu_count(), "rounds": options.rounds,
            "load": [min(loads), max(loads)], "targets": target_table(ways), "ways": ways}


def write(record, folder):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "cpu-ratios.json"), "w") as file:
        json.dump(record, file, indent=1)
        file.write("\n")
    with open(os.path.join(folder, "cpu-ratios.md"), "w") as file:
        file.write(markdown(record))


def main():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    pages = list(dict.fromkeys(name.split("/")[0] for name, _, _ in TARGETS)) + OTHERS
    date = datetime.date.today().isoformat()
    machine = re.sub(r"[^a-z0-9]+", "-", processor_name().lower()).strip("-") + f"-{os.cpu_count()}-cores"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(root, "build", "release"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--min-time", type=float, default=0.2, help="seconds of each benchmark in a round")
    parser.add_argument("--out", default=os.path.join(root, "results", f"{date}-{machine}"))
    parser.add_argument("--ways", default="", metavar="REGEX", help="only ways with such names, as '/opencl'")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="of: " + " ".join(pages))
    options = parser.parse_args()
    unknown = [page for page in options.pages if page not in pages]
    if unknown:
        parser.error(f"no page is called {unknown[0]}; there are: {' '.join(pages)}")

    ways, failed = {}, []
    for page in options.pages or pages:
        failed += measure(page, ways, options)
        record = record_of(ways, date, options)
        write(record, options.out)
    print(markdown(record))
    for text in failed:
        print(text, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
