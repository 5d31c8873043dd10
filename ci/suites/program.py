"""A program of a suite."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Program:
    suite: str
    name: str
    category: str

    @property
    def title(self):
        return f"{self.suite}/{self.name}"


class NotBuilt(Exception):
    """Why a program has no executable: the log of its build."""

    def __init__(self, outcome):
        super().__init__("not built")
        self.outcome = outcome
