#!/usr/bin/env python3
"""Runs the tests of single passes (lit.cfg.py), then proves them: each pass has one, and with the pass left out each of
its tests fails.

    check-pass-tests.py OPT TOOLS OUT

OPT: ndweave-opt. TOOLS: the folder of LLVM's FileCheck. OUT: a folder for temporary files."""
import json
import pathlib
import subprocess
import sys

opt, tools, out = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:])
here = pathlib.Path(__file__).resolve().parent
lit = pathlib.Path(tools).parent / "build/utils/lit/lit.py"


def results(*more):
    """What became of each test, by its path in this folder."""
    record = pathlib.Path(out) / "lit.json"
    record.unlink(missing_ok=True)
    params = [f"--param={name}={value}" for name, value in (("opt", opt), ("tools", tools), ("out", out))]
    command = [sys.executable, str(lit), "-v", f"--output={record}", *params, *more, str(here)]
    done = subprocess.run(command, capture_output=True, text=True)
    if not record.exists():
        sys.exit(done.stdout + done.stderr)
    return {t["name"].split(" :: ")[1]: t["code"] for t in json.loads(record.read_text())["tests"]}, done.stdout


pathlib.Path(out).mkdir(parents=True, exist_ok=True)
problems = []
with_pass, text = results()
if any(code != "PASS" for code in with_pass.values()):
    sys.exit(text)
without_pass, text = results("--param=without-the-pass=1")
problems += [f"{name} passes without its pass" for name, code in without_pass.items() if code != "FAIL"]

listed = subprocess.run([opt, "-print-passes"], capture_output=True, text=True, check=True).stdout.split()
passes = {name.split("<")[0] for name in listed}
tested = {pathlib.PurePath(name).name.split(".")[0] for name in with_pass}
problems += [f"pass {name} has no test" for name in sorted(passes - tested)]
problems += [f"{name} names no pass" for name in with_pass if pathlib.PurePath(name).name.split(".")[0] not in passes]
print(f"{len(with_pass)} tests of {len(tested & passes)} passes of {len(passes)}")
sys.exit("\n".join(problems) if problems else 0)
