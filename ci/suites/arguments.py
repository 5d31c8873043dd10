"""The table of arguments (arguments.tsv), which says of its columns what they are."""
import csv
import dataclasses
import pathlib
import re
import sys


@dataclasses.dataclass(frozen=True)
class Row:
    arguments: str | None = None
    success: str | None = None
    known: str | None = None


class Table:
    def __init__(self, path):
        self._rows = {}
        for number, cells in enumerate(csv.reader(pathlib.Path(path).open(), delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            if not cells or cells[0].startswith("#"):
                continue
            if len(cells) != 5:
                sys.exit(f"{path}:{number}: {len(cells)} columns instead of 5")
            suite, program, *row = cells
            if (suite, program) in self._rows:
                sys.exit(f"{path}:{number}: a second row for {suite}/{program}")
            self._rows[suite, program] = Row(*(None if cell == "-" else cell for cell in row))
            if row[1] != "-":
                re.compile(row[1])

    def row(self, program):
        return self._rows.get((program.suite, program.name)) or self._rows.get((program.suite, "*")) or Row()
