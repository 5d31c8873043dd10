"""Which suite a checkout is."""
import sys

from adaptivecpp import AdaptiveCppTests
from babelstream import BabelStream
from cmake_suites import CloverLeaf, MiniBude, SyclBench, TeaLeaf
from conformance import ConformanceTests
from hecbench import HeCBench

SUITES = (ConformanceTests, AdaptiveCppTests, SyclBench, BabelStream, MiniBude, TeaLeaf, CloverLeaf, HeCBench)


def suite_of(checkout):
    if not checkout.is_dir():
        sys.exit(f"{checkout}: no such folder")
    for suite in SUITES:
        if suite.is_at(checkout):
            return suite(checkout.resolve())
    known = "".join(f"\n  {suite.name}: {suite.signs}" for suite in SUITES)
    sys.exit(f"{checkout}: none of the suites that are known by these files:{known}")
