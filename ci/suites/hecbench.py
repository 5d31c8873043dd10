"""HeCBench: a folder NAME-sycl for each program, with a makefile whose target `run` has the arguments."""
import re

import commands
import copies
from program import NotBuilt, Program

SUFFIX = "-sycl"


class HeCBench:
    name = "HeCBench"
    signs = "folders NAME-sycl with a Makefile, in src/ or at the top"

    def __init__(self, checkout):
        self.source = checkout / "src" if self.has(checkout / "src") else checkout
        self.metadata = self._metadata(self.source.parent / "benchmarks.yaml")

    @staticmethod
    def has(folder):
        return any(folder.glob(f"*{SUFFIX}/Makefile"))

    @classmethod
    def is_at(cls, checkout):
        return cls.has(checkout / "src") or cls.has(checkout)

    def programs(self):
        for folder in sorted(self.source.glob(f"*{SUFFIX}")):
            name = folder.name.removesuffix(SUFFIX)
            yield Program(self.name, name, self.metadata.get(name, {}).get("category", self.name))

    def digest(self, program):
        return copies.digest(self.source, copies.neighbours(self.source, program.name + SUFFIX))

    def expected(self, program):
        return self.metadata.get(program.name, {}).get("regex")

    def build(self, program, run):
        """The line for bash that runs the program, and the folder that it wants."""
        tree = run.scratch / "tree"
        names = copies.neighbours(self.source, program.name + SUFFIX)
        if (self.source / "include").is_dir():
            names = sorted({*names, "include"})
        copies.copy(self.source, names, tree)
        folder = tree / (program.name + SUFFIX)
        if not (folder / "Makefile").exists():
            raise NotBuilt(commands.Outcome(2, 0.0, "error: has no Makefile"))
        driver = run.compiler.path
        options = [f"CC={driver}", f"CXX={driver}", f"GPU={'yes' if run.kind == 'gpu' else 'no'}", "LAUNCHER=",
                   f"EXTRA_CFLAGS={'-gline-tables-only' if run.debug else ''}"]
        made = commands.run(["make", "-B", *options], folder, run.log, run.limit)
        if made.status != 0:
            raise NotBuilt(made)
        listed = commands.run(["make", "-s", "-n", *options, "run"], folder, run.scratch / "run", 60)
        return self._line(listed.text, run.arguments), folder

    @staticmethod
    def _line(listed, arguments):
        """The commands of `make run`, of which the first that fails ends it; with arguments from the table, up to the program, which
        gets these instead of its own."""
        lines = [line for line in listed.replace("\\\n", " ").splitlines()
                 if line.strip() and not line.lstrip().startswith(("#", "make:", "make["))]
        if arguments is None:
            return "\n".join(["set -e", *(lines or ["./main"])])
        for number, line in enumerate(lines):
            if match := re.match(r"(.*?(?:^|[\s;&])(?:\.\.?/)\S+)", line):
                return "\n".join(["set -e", *lines[:number], f"{match.group(1)} {arguments}"])
        return f"./main {arguments}"

    def _metadata(self, path):
        """Categories and regular expressions of benchmarks.yaml, of which a few lines are enough."""
        found, current = {}, None
        if not path.is_file():
            return found
        for line in path.read_text().splitlines():
            if match := re.match(r"([\w+.-]+):\s*$", line):
                current = found.setdefault(match.group(1), {})
            elif current is not None and (match := re.match(r"\s+categories: \[([^,\]]+)", line)):
                current["category"] = match.group(1).strip()
            elif current is not None and (match := re.match(r"\s+regex: '(.*)'\s*$", line)):
                current["regex"] = self._usable(match.group(1).replace("''", "'"))
        return found

    @staticmethod
    def _usable(pattern):
        try:
            re.compile(pattern)
            return pattern
        except re.error:
            return None
