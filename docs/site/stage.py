#!/usr/bin/env -S python3 -B
"""Lays out the pages of the site: the tree's Markdown pages under their own paths, and what they link to, in one folder for MkDocs.

  stage.py FOLDER

Pages link to sources, folders and pages anywhere in the tree. Sources become pages that show them, folders become lists; pages that are
linked to are taken along, and so on. A link that leads nowhere is an error.
"""

import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs" / "tests"))
from page import BLOCK, notes_of  # noqa: E402

BEGIN = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
LANGUAGES = {
    ".c": "c", ".h": "c", ".hpp": "cpp", ".cpp": "cpp", ".def": "cpp", ".cu": "cuda", ".py": "python", ".sh": "sh", ".yml": "yaml",
    ".cmake": "cmake", ".txt": "text", ".tsv": "text", ".js": "js",
}  # fmt: skip
LINK = re.compile(r"(?P<before>\]\()(?P<target>[^)\s]+)(?=\))")
CODE = re.compile(r"^ *```.*?^ *```|`[^`\n]+`", re.M | re.S)


class Stage:
    def __init__(self, folder):
        self.folder = folder
        self.done, self.waiting, self.problems = set(), [], []

    def page_for(self, path):
        """The path in the site of what stands at `path` in the tree, which is put there."""
        source = ROOT / path
        if source.is_dir():
            name = path / "README.md"
        elif path.suffix in LANGUAGES:
            name = path.with_name(path.name + ".md")
        else:
            name = path
        if path not in self.done:
            self.done.add(path)
            self.waiting.append(path)
        return name

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def linked(self, page, match):
        target, sign, anchor = match["target"].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        path = (ROOT / page.parent / target).resolve()
        if not path.exists() or not path.is_relative_to(ROOT):
            self.problems.append(f"{page}: '{match['target']}' leads nowhere")
            return match[0]
        there = self.page_for(path.relative_to(ROOT))
        up = "../" * len(page.parent.parts)
        return f"{match['before']}{up}{there}{sign}{anchor}"

    def markdown(self, page):
        text = (ROOT / page).read_text(encoding="utf-8")

        def fence(match):
            name = notes_of(str(page), match["comments"]).get("file")
            title = f' title="{name}"' if name else ""
            language = match["language"].strip()
            return f"{match['indent']}```{language}{title}\n{match['body']}{match['indent']}```"

        text = BLOCK.sub(fence, text)
        parts, end = [], 0
        for code in CODE.finditer(text):
            # A link's text may hold code, its target does not.
            parts += [LINK.sub(lambda m: self.linked(page, m), text[end : code.start()]), code[0]]
            end = code.end()
        parts.append(LINK.sub(lambda m: self.linked(page, m), text[end:]))
        self.write(page, "".join(parts))

    def listing(self, folder):
        """A page for a folder without one: its pages by their titles, its sources by their names."""
        lines = [f"# {folder.name.capitalize()}", ""]
        for file in sorted((ROOT / folder).iterdir()):
            path = file.relative_to(ROOT)
            if file.suffix == ".md":
                title = file.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ")
                lines.append(f"- [{title}]({self.page_for(path).name})")
            elif file.suffix in LANGUAGES:
                lines.append(f"- [`{file.name}`]({self.page_for(path).name})")
            else:
                lines.append(f"- `{file.name}`")
        self.write(folder / "README.md", "\n".join(lines) + "\n")

    def put(self, path):
        source = ROOT / path
        if source.is_dir():
            if (source / "README.md").exists():
                self.page_for(path / "README.md")
            else:
                self.listing(path)
        elif path.suffix == ".md":
            self.markdown(path)
        elif path.suffix in LANGUAGES:
            text = source.read_text(encoding="utf-8")
            self.write(path.with_name(path.name + ".md"), f"# {path}\n\n````{LANGUAGES[path.suffix]}\n{text}````\n")
        else:
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, self.folder / path)

    def all(self):
        pages = [ROOT / name for name in BEGIN]
        for folder in ("docs", "docs/guides", "docs/decisions"):
            pages += sorted((ROOT / folder).glob("*.md"))
        for page in pages:
            self.page_for(page.relative_to(ROOT))
        while self.waiting:
            self.put(self.waiting.pop())


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    stage = Stage(Path(sys.argv[1]))
    stage.all()
    if stage.problems:
        sys.exit("\n".join(stage.problems))


if __name__ == "__main__":
    main()
