"""One program: built, run on each device, and what is wrong with it."""
import dataclasses
import pathlib
import shutil
import time

import commands
import tables
import verdict
from compiler import Compiler
from program import NotBuilt


@dataclasses.dataclass
class Run:
    """What a suite has to know to build a program."""
    compiler: Compiler
    kind: str  # of device: "cpu" or "gpu"
    arguments: str | None  # from the table; None: the program's own
    limit: float
    scratch: pathlib.Path  # the program's own, empty
    shared: pathlib.Path  # the suite's, for this compiler
    log: pathlib.Path
    debug: bool = False


class Trial:
    def __init__(self, suite, program, row, compiler, options, out):
        self.suite, self.program, self.row, self.compiler, self.options = suite, program, row, compiler, options
        self.scratch = out / "scratch" / f"{program.suite}-{program.name}"
        self.shared = out / "scratch" / f"{program.suite}-{compiler.identity}"
        self.logs = out / "logs" / program.suite
        self.cache = out / "cache"
        for folder in (self.shared, self.logs):
            folder.mkdir(parents=True, exist_ok=True)

    def on(self, kind, devices, result):
        """Builds it for devices of this kind and runs it on each; writes what came of it into `result`."""
        start = time.monotonic()
        try:
            line, folder = self._build(kind)
        except NotBuilt as why:
            status, reason = verdict.of_build(why.outcome)
            result["compile"] = {"status": status, "reason": reason, "seconds": round(time.monotonic() - start, 1),
                                 "cause": verdict.cause_of_build(why.outcome.text)}
            return
        result["compile"] = {"status": "ok", "reason": "", "seconds": round(time.monotonic() - start, 1)}
        for device in devices:
            outcome = self._execute(line, folder, device.name, device.environment)
            status, reason = verdict.of_run(outcome, self.row.success, self.suite.expected(self.program))
            run = {"status": status, "reason": reason, "seconds": round(outcome.seconds, 2)}
            # A program of test cases says itself how many of them are right.
            if cases := self.suite.cases(outcome.text) if hasattr(self.suite, "cases") else None:
                run["cases"] = cases
                if status in ("failed", "no self-check") and not cases["failed"]:
                    run |= {"status": "passed", "reason": ""}
                elif cases["failed"]:
                    run |= {"status": "failed", "reason": f"{cases['failed']} of {sum(cases.values())} test cases"}
                status = run["status"]
            if status in ("failed", "crashed") and (cause := verdict.cause_of_run(outcome.text)):
                run["cause"] = cause
            result["runs"][device.name] = run
        runs = [result["runs"][device.name] for device in devices]
        unexplained = [run for run in runs if run["status"] not in tables.FINE and "cause" not in run]
        if unexplained and not self.row.known:
            cause = self._cause(kind, all(run["status"] == "too long" for run in unexplained))
            for run in unexplained:
                run["cause"] = cause

    def end(self):
        if not self.options.keep:
            shutil.rmtree(self.scratch, ignore_errors=True)

    def _build(self, kind, debug=False):
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(parents=True)
        log = self.logs / f"{self.program.name}.build"
        return self.suite.build(self.program, Run(self.compiler, kind, self.row.arguments, self.options.compile_limit, self.scratch,
                                                  self.shared, log, debug))

    def _execute(self, line, folder, name, environment):
        log = self.logs / f"{self.program.name}.{name.replace(':', '-')}"
        # By lines, so that the log of what is ended tells how far it came.
        by_lines = ["stdbuf", "-oL"] if shutil.which("stdbuf") else []
        return commands.run([*by_lines, "bash", "-c", line], folder, log, self.options.run_limit,
                            environment | {"NDWEAVE_CACHE_DIR": str(self.cache)})

    def _cause(self, kind, is_slow):
        """What check mode names, with source lines; if nothing, whether fibers make a difference."""
        try:
            line, folder = self._build(kind, debug=True)
        except NotBuilt:
            return "does not compile with -gline-tables-only"
        checked = self._execute(line, folder, "check", {"NDWEAVE_DEVICE": "cpu", "NDWEAVE_CHECK": "1"})
        if named := verdict.named_by_check_mode(checked):
            return f"check mode: {named}"
        if is_slow:
            return ""
        fibers = self._execute(line, folder, "fiber", {"NDWEAVE_DEVICE": "cpu", "NDWEAVE_CPU": "fiber"})
        status, _ = verdict.of_run(fibers, self.row.success, self.suite.expected(self.program))
        nothing = "is too slow" if checked.status is None else "names nothing"
        return f"check mode {nothing}; with NDWEAVE_CPU=fiber: {status}"
