#!/usr/bin/env -S python3 -B
"""The runner of pages fails where a page is wrong: what does not compile, ends otherwise or prints something else.

  runner_test.py --build TREE
"""

import argparse
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import expected_output
import page

RUNNER = Path(__file__).with_name("run_page.py")
build = None


class ExpectedOutput(unittest.TestCase):
    def test_lines_are_compared(self):
        self.assertTrue(expected_output.matches("a\nb\n", "a\nb\n"))
        self.assertFalse(expected_output.matches("a\nb\n", "a\n"))
        self.assertFalse(expected_output.matches("a\n", "a\nb\n"))
        self.assertFalse(expected_output.matches("a\n", "b\n"))

    def test_dots_stand_for_text_of_a_line(self):
        self.assertTrue(expected_output.matches("took … ms (…)", "took 3.5 ms (a * b)"))
        self.assertFalse(expected_output.matches("took … ms", "took 3.5 s"))
        self.assertFalse(expected_output.matches("took … ms", "took 3.5\n ms"))

    def test_dots_alone_stand_for_lines(self):
        self.assertTrue(expected_output.matches("a\n…\nd", "a\nb\nc\nd"))
        self.assertTrue(expected_output.matches("…\nd\n…\nd", "d\nc\nd"))
        self.assertTrue(expected_output.matches("a\n…", "a"))
        self.assertFalse(expected_output.matches("a\n…\nd", "a\nb\nc"))


class Runner(unittest.TestCase):
    def run_page(self, text):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "page.md").write_text(text, encoding="utf-8")
            return subprocess.run(
                [sys.executable, "-B", str(RUNNER), "page.md", "--build", str(build), "--cuda-compiler", "clang++-19"],
                cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip

    def fails(self, text, message):
        done = self.run_page(text)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(message, done.stdout)

    def passes(self, text, message):
        done = self.run_page(text)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(message, done.stdout)

    def test_a_page_runs_in_one_folder(self):
        self.passes("<!-- file: a.txt -->\n```c\nhello\n```\n\n```sh\ncat a.txt\n```\n\n```text\nhello\n```\n", "1 blocks ran, 0 were read")

    def test_other_output_fails(self):
        self.fails("```sh\necho a\n```\n\n```text\nb\n```\n", "page.md:5: the page says\n    b\n  and the block printed\n    a\n")

    def test_another_status_fails(self):
        self.fails("\n```sh\nfalse\ntrue\n```\n", "page.md:2: the block ended with 1, not 0")
        self.fails("<!-- exit status: 1 -->\n```sh\ntrue\n```\n", "the block ended with 0, not 1")
        self.passes("<!-- exit status: 3 -->\n```sh\nexit 3\n```\n", "1 blocks ran")

    def test_what_does_not_compile_fails(self):
        self.fails("```cpp\nint main() { return undeclared; }\n```\n", "undeclared identifier")

    def test_a_fragment_has_hidden_lines_around_it(self):
        self.passes("<!-- around: int main() {\n…\n} -->\n```cpp\nreturn 0;\n```\n", "1 blocks ran")
        self.fails("<!-- around: int main() {\n…\n} -->\n```cpp\nreturn 1;\n```\n", "the block ended with 1")
        self.fails("<!-- around: int main() {} -->\n```cpp\n```\n", "has no …")

    def test_what_is_not_run_is_read(self):
        for language, right, wrong in (
            ("sh", "if true; then\n  a\nfi", "if true; then"),
            ("yaml", "a: [1, 2]", "a: [1, 2"),
            ("json", "{}", "{"),
            ("cmake", "add_library(a a.cpp)", "add_library(a a.cpp"),
            ("cuda", "__global__ void k() {}\nvoid f() { k<<<1, 2>>>(); }", "__global__ void k() {}\nvoid f() { k<<1, 2>>>(); }"),
        ):
            block = "<!-- not run: a reason -->\n```" + language + "\n{}\n```\n"
            with self.subTest(language):
                self.passes(block.replace("{}", right), "0 blocks ran, 1 were read")
                self.fails(block.replace("{}", wrong), "page.md:2: ")

    def test_nothing_is_passed_over(self):
        self.fails("```\nanything\n```\n", "stands behind no block")
        self.fails("```text\noutput\n```\n", "stands behind no block")
        self.fails("```python\nprint()\n```\n", "needs a file's name or a reason")
        self.fails("<!-- file: a.cpp -->\n```cpp\n```\n", "no block that runs uses a.cpp")
        self.fails("<!-- not run: -->\n```sh\n```\n", "'not run' needs a reason")
        self.fails("<!-- nut run: a reason -->\n```sh\n```\n", "a comment above a block begins with one of these")
        self.fails("```sh\necho a\n", "a block has no end")
        self.fails("<!-- file: ../a.cpp -->\n```cpp\n```\n\n```sh\ncat ../a.cpp\n```\n", "is no file's name below")

    def test_a_device_that_is_not_there_is_not_needed(self):
        self.passes("<!-- needs: cpu -->\n```sh\ntrue\n```\n", "1 blocks ran")
        self.fails("<!-- needs: gpus -->\n```sh\ntrue\n```\n", "a block may need a backend")


class Pages(unittest.TestCase):
    def test_places_are_lines_of_fences(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "page.md"
            file.write_text("text\n\n- item\n\n  <!-- file: a.cpp -->\n  ```cpp\n  a\n\n  b\n  ```\n", encoding="utf-8")
            (block,) = page.blocks_of(file)
        self.assertEqual((block.line, block.language, block.text, block.notes), (6, "cpp", "a\n\nb\n", {"file": "a.cpp"}))


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--build", type=Path, required=True)
    chosen, rest = options.parse_known_args()
    build = chosen.build.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
