"""Tests of one pass each: <folder of the pass>/<pass>.ll, or <pass>.<what>.ll. %opt is ndweave-opt; with --param
without-the-pass=1 it leaves the pass out that the file is named after, and each test must fail. check-pass-tests.py
runs both."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(__file__))
from pass_test_format import PassTest

config.name = "passes"
config.test_format = PassTest(execute_external=False)
config.suffixes = [".ll"]
config.excludes = ["kernels"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["out"]
for tool in ("FileCheck", "not", "split-file"):
    config.substitutions.append((r"\b(?<![-./])" + tool + r"\b", os.path.join(lit_config.params["tools"], tool)))
