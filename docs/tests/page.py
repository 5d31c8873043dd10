"""The fenced code blocks of a Markdown page, with what the comments directly above them say:

  <!-- file: NAME -->       the block is saved under this name, for other blocks of the page
  <!-- around: … -->        hidden lines that make a program of a fragment, which stands in place of …
  <!-- exit status: N -->   the block ends with N, and not with 0
  <!-- needs: BACKEND -->   runs where there is a device of it, and is read elsewhere
  <!-- not run: REASON -->  only read: sh, yaml, json, cmake and cuda have to be well formed
"""

import re
from dataclasses import dataclass
from pathlib import Path

KEYS = ("file", "needs", "not run", "exit status", "around")
COMMENT = re.compile(r"<!--\s*([a-z ]+):\s*((?:(?!-->).)*?)\s*-->", re.S)
BLOCK = re.compile(
    r"(?P<comments>(?:^ *<!--(?:(?!-->).)*-->\n)*)"
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<language>[^`\n]*)\n(?P<body>.*?)^(?P=indent)(?P=fence) *$",
    re.M | re.S,
)


class PageError(Exception):
    """What is wrong with a block; the text begins with page and line."""


@dataclass
class Block:
    page: Path
    line: int  # of the opening fence, from 1
    language: str
    text: str
    notes: dict  # what the comments above it say, by their first words

    @property
    def place(self):
        return f"{self.page}:{self.line}"

    @property
    def whole(self):
        """The text, with the hidden lines that make a program of a fragment."""
        if "around" not in self.notes:
            return self.text
        before, dots, after = self.notes["around"].partition("…")
        if not dots:
            raise PageError(f"{self.place}: 'around' has no … for the block to stand in")
        return f"{before}{self.text}{after.lstrip()}\n"


def notes_of(place, comments):
    notes = {}
    for comment in re.findall(r"<!--.*?-->", comments, re.S):
        parts = COMMENT.fullmatch(comment)
        if parts is None or parts.group(1) not in KEYS:
            raise PageError(f"{place}: a comment above a block begins with one of these and a colon: {', '.join(KEYS)}")
        notes[parts.group(1)] = parts.group(2)
    return notes


def blocks_of(page):
    """All fenced blocks of the page, in order."""
    page = Path(page)
    text = page.read_text(encoding="utf-8")
    if len(re.findall(r"^ *```", text, re.M)) % 2:
        raise PageError(f"{page}: a block has no end")
    blocks = []
    for match in BLOCK.finditer(text):
        line = text.count("\n", 0, match.start("fence")) + 1
        body = re.sub(rf"^{match['indent']}", "", match["body"], flags=re.M)
        notes = notes_of(f"{page}:{line}", match["comments"])
        blocks.append(Block(page, line, match["language"].strip(), body, notes))
    return blocks
