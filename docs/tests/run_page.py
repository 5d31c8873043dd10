#!/usr/bin/env -S python3 -B
"""Compiles and runs the code blocks of a page, in order, in one empty folder, and compares what they print.

  run_page.py PAGE --build TREE [--cuda-compiler CLANG]

Which block is what: CONTRIBUTING.md, "Code blocks". Ends with the number of blocks that ran, or with the first one that is wrong:
its page and line, what was expected and what came.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import expected_output
import syntax
from page import PageError, blocks_of

RUNS = ("cpp", "sh")
SAVED = ("cpp", "c", "cmake", "python")


def environment(scratch, build):
    """Of somebody who has just installed ndweave: its programs and its package are found, and no kernel is in the cache."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NDWEAVE_", "ndweave_"))}
    return kept | {
        "PATH": f"{build}/bin:{os.environ['PATH']}",
        "CMAKE_PREFIX_PATH": str(build),
        "CMAKE_GENERATOR": "Ninja",
        "HOME": str(scratch),
        "XDG_CACHE_HOME": f"{scratch}/.cache",
        "LC_ALL": "C.UTF-8",
    }


def indented(text):
    return "".join(f"    {line}\n" for line in text.rstrip("\n").split("\n"))


class Run:
    def __init__(self, scratch, build, cuda_compiler):
        self.scratch, self.build, self.cuda_compiler = scratch, build, cuda_compiler
        self.environment = environment(scratch, build)
        self.ran = self.checked = 0

    def lacks(self, block):
        """Whether the block needs a device that this machine has not."""
        backend = block.notes.get("needs")
        if backend is None:
            return False
        doctor = ["harness", "doctor", "--backend", backend]
        status = subprocess.run(doctor, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        if status not in (0, 5):
            raise PageError(f"{block.place}: '{' '.join(doctor)}' ended with {status}: a block may need a backend")
        return status == 5

    def command_of(self, block):
        if block.language == "sh":
            return block.whole
        (self.scratch / "block.cpp").write_text(block.whole, encoding="utf-8")
        return "ndweave-c++ block.cpp -o block && ./block"

    def run(self, block, expected):
        wanted_status = int(block.notes.get("exit status", 0))
        try:
            done = subprocess.run(
                ["bash", "-e", "-o", "pipefail", "-c", self.command_of(block)],
                cwd=self.scratch, env=self.environment, text=True, errors="replace", timeout=80,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
        except subprocess.TimeoutExpired as late:
            raise PageError(f"{block.place}: the block does not end within {late.timeout} s") from None
        status = done.returncode if done.returncode >= 0 else 128 - done.returncode  # as shells count signals
        if status != wanted_status:
            raise PageError(
                f"{block.place}: the block ended with {status}, not {wanted_status}, and printed\n{indented(done.stdout)}"
            )
        if expected is not None and not expected_output.matches(expected.text, done.stdout):
            raise PageError(
                f"{expected.place}: the page says\n{indented(expected.text)}  and the block printed\n{indented(done.stdout)}"
            )
        self.ran += 1

    def check(self, block):
        if "not run" in block.notes and not block.notes["not run"]:
            raise PageError(f"{block.place}: 'not run' needs a reason")
        complaint = syntax.check(block, self.cuda_compiler)
        if complaint:
            raise PageError(f"{block.place}: {complaint}")
        self.checked += 1

    def save(self, block, others):
        name = block.notes["file"]
        if not re.fullmatch(r"[\w.-]+(/[\w.-]+)*", name) or ".." in name:
            raise PageError(f"{block.place}: '{name}' is no file's name below the page's folder")
        # CMake finds its file by itself.
        needle = "cmake " if name.endswith("CMakeLists.txt") else Path(name).name
        if not any(needle in other.whole for other in others):
            raise PageError(f"{block.place}: no block that runs uses {name}")
        file = self.scratch / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.whole, encoding="utf-8")

    def page(self, blocks):
        position = 0
        while position < len(blocks):
            block = blocks[position]
            position += 1
            expected = None
            if block.language in RUNS and "file" not in block.notes:
                if position < len(blocks) and blocks[position].language == "text" and not blocks[position].notes:
                    expected = blocks[position]
                    position += 1
            if "not run" in block.notes or self.lacks(block):
                self.check(block)
            elif "file" in block.notes:
                self.save(block, [b for b in blocks if b is not block and "not run" not in b.notes])
            elif block.language in RUNS:
                self.run(block, expected)
            elif block.language in SAVED:
                raise PageError(f"{block.place}: a block of '{block.language}' needs a file's name or a reason why it is not run")
            else:
                raise PageError(f"{block.place}: '{block.language}' stands behind no block that prints it, and gives no reason")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("page", type=Path)
    options.add_argument("--build", type=Path, required=True, help="the build tree whose programs and package are used")
    options.add_argument("--cuda-compiler", default="", help="a clang++ that looks at CUDA C++")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="ndweave-page-") as folder:
        run = Run(Path(folder), chosen.build.resolve(), chosen.cuda_compiler)
        # Pages that install ndweave call the build tree by the name that the preset gives it.
        (run.scratch / "build").mkdir()
        (run.scratch / "build" / "release").symlink_to(run.build)
        try:
            run.page(blocks_of(chosen.page))
        except PageError as error:
            sys.exit(str(error))
    print(f"{chosen.page}: {run.ran} blocks ran, {run.checked} were read")


if __name__ == "__main__":
    main()
