"""Builds and runs the programs of the suites that the command line names (ci/sycl-suites.sh)."""
import argparse
import hashlib
import os
import pathlib
import random
import re
import sys

sys.dont_write_bytecode = True  # nothing else beside the sources

import tables
from arguments import Table
from compiler import Compiler, Device
from recognised import suite_of
from results import Results
from trial import Trial

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def options_of_command_line():
    parser = argparse.ArgumentParser(prog="ci/sycl-suites.sh", allow_abbrev=False)
    parser.add_argument("paths", nargs="+", type=pathlib.Path, metavar="PATH", help="a checkout of one of the suites")
    parser.add_argument("--shard", default="1/1", metavar="K/N", help="the K-th of N parts of the programs")
    parser.add_argument("--seed", type=int, help="of the random order; default: a fresh one")
    parser.add_argument("--sample", type=int, metavar="N", help="only the first N in this order")
    parser.add_argument("--match", default="", metavar="REGEX", help="only programs whose SUITE/NAME has it")
    parser.add_argument("--device", action="append", metavar="DEVICE",
                        help="cpu (default), cpu:cbs, cpu:fiber, opencl:0, cuda:0, …; may be given several times")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "sycl-suites", metavar="FOLDER")
    parser.add_argument("--compile-limit", type=float, default=300, metavar="SECONDS")
    parser.add_argument("--run-limit", type=float, default=30, metavar="SECONDS")
    parser.add_argument("--arguments", type=pathlib.Path, default=HERE / "arguments.tsv", metavar="TABLE")
    parser.add_argument("--again", action="store_true", help="tries again what is not right, though nothing has changed")
    parser.add_argument("--keep", action="store_true", help="leaves copies and executables in FOLDER/scratch")
    options = parser.parse_args()
    match = re.fullmatch(r"(\d+)/(\d+)", options.shard)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        parser.error(f"--shard {options.shard}: not K/N with 1 <= K <= N")
    options.shard = int(match[1]), int(match[2])
    if options.seed is None:
        options.seed = random.randrange(1 << 31)
    return options


def chosen(options, suites):
    programs = [(suite, program) for suite in suites for program in suite.programs()]
    part, parts = options.shard
    programs = [entry for number, entry in enumerate(programs) if number % parts == part - 1]
    programs = [entry for entry in programs if re.search(options.match, entry[1].title)]
    random.Random(options.seed).shuffle(programs)
    return programs[:options.sample]


class Campaign:
    def __init__(self, options):
        self.options, self.out = options, options.out.resolve()
        scratch = self.out / "scratch"
        scratch.mkdir(parents=True, exist_ok=True)
        self.devices = [Device(name) for name in options.device or ["cpu"]]
        build = pathlib.Path(os.environ.get("BUILD", ROOT / "build" / "release"))
        self.compiler = Compiler(build / "bin" / "ndweave-c++", scratch)
        self.kinds = {device.name: self.compiler.kind(device) for device in self.devices}
        self.table = Table(options.arguments)
        self.results = Results(self.out / "results")

    def result_of(self, suite, program):
        """What is known of the program, once what is missing has been tried."""
        row = self.table.row(program)
        parts = (suite.digest(program), self.compiler.identity, os.environ.get("NDWEAVE_CXX"), row.arguments, row.success)
        result = self.results.load(program, hashlib.sha256(repr(parts).encode()).hexdigest()[:16])
        result["known"] = row.known
        if self.options.again:
            result["runs"] = {name: run for name, run in result["runs"].items() if run["status"] in tables.FINE}
            if result.get("compile", {}).get("status") != "ok":
                result.pop("compile", None)
        missing = [device for device in self.devices if device.name not in result["runs"]]
        if "compile" in result and result["compile"]["status"] != "ok":
            missing = []
        if missing:
            trial = Trial(suite, program, row, self.compiler, self.options, self.out)
            for kind in sorted({self.kinds[device.name] for device in missing}):
                trial.on(kind, [device for device in missing if self.kinds[device.name] == kind], result)
            trial.end()
        self.results.save(program, result)
        return result


def summary(row):
    told = "; ".join(text for text in (row["reason"], row["cause"]) if text)
    return f"{row['state']:13} {row['suite']}/{row['program']} {row['device']}{': ' if told else ''}{told}"


def main():
    options = options_of_command_line()
    suites = [suite_of(path) for path in options.paths]
    campaign = Campaign(options)
    programs = chosen(options, suites)
    print(f"{len(programs)} programs, seed {options.seed}, compiler {campaign.compiler.identity}", flush=True)
    names, results = [device.name for device in campaign.devices], []
    for number, (suite, program) in enumerate(programs, 1):
        results.append(campaign.result_of(suite, program))
        for row in tables.rows_of(results[-1:], names):
            print(f"{number:4} {summary(row)}", flush=True)
        rows = tables.write(campaign.out, results, names)
    counts = tables.counted(rows) if programs else {}
    print(", ".join(f"{count} {state}" for state, count in counts.items()) or "no program matches")
    print(f"tables: {campaign.out}/table.md, table.csv")
    return 0 if programs and set(counts) <= set(tables.FINE) else 1


if __name__ == "__main__":
    sys.exit(main())
