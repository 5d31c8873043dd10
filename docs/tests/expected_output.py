"""Compares what a block printed with the block of expected output behind it."""

import re

ANY = "…"


def line_matches(expected, line):
    """`…` within a line stands for any text."""
    pattern = ".*".join(re.escape(part) for part in expected.rstrip().split(ANY))
    return re.fullmatch(pattern, line.rstrip()) is not None


def matches(expected, printed):
    """Whether all lines agree; a line that is `…` alone stands for any number of lines."""
    wanted, got = expected.rstrip("\n").split("\n"), printed.rstrip("\n").split("\n")
    reached = {0}  # how many lines of `got` may be used up by those of `wanted` so far
    for line in wanted:
        if line.strip() == ANY:
            reached = set(range(min(reached), len(got) + 1)) if reached else set()
        else:
            reached = {n + 1 for n in reached if n < len(got) and line_matches(line, got[n])}
    return len(got) in reached
