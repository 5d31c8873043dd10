#!/usr/bin/env -S python3 -B
"""Follows every link of a built site: each leads to a file of it and to a place in that, and nothing is fetched from elsewhere.

  check_site.py SITE

Pages that MkDocs has not made, Doxygen's (api/) and the harness's report, are looked at for what they fetch alone: their links are scripts'.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHES = {("script", "src"), ("img", "src"), ("iframe", "src"), ("link", "href"), ("source", "src")}


class Page(HTMLParser):
    def __init__(self, file):
        super().__init__()
        self.anchors, self.links, self.fetches = set(), [], []
        self.feed(file.read_text(encoding="utf-8", errors="replace"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(values[name] for name in ("id", "name") if values.get(name))
        for name, value in attributes:
            if value is None:
                continue
            if (tag, name) in FETCHES and values.get("rel") != "canonical":
                self.fetches.append(value)
            elif (tag, name) == ("a", "href"):
                self.links.append(value)

    handle_startendtag = handle_starttag


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    site = Path(sys.argv[1]).resolve()
    pages = {file: Page(file) for file in site.rglob("*.html") if file.name != "404.html"}
    problems = []
    for file, page in pages.items():
        name = file.relative_to(site)
        for address in page.fetches:
            if urlsplit(address).scheme not in ("", "data", "javascript") or address.startswith("//"):
                problems.append(f"{name} fetches {address}")
        if name.parts[0] == "api" or name.name == "report.html":
            continue
        for address in page.links + page.fetches:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file():
                problems.append(f"{name}: {address} is no file of the site")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors | {"__top"}:
                problems.append(f"{name}: {address} names a place that its page has not")
    for sheet in site.rglob("*.css"):
        for address in re.findall(r"url\(\s*[\"']?(https?:[^)\"']+)", sheet.read_text(encoding="utf-8", errors="replace")):
            problems.append(f"{sheet.relative_to(site)} fetches {address}")
    if problems:
        sys.exit("\n".join(sorted(set(problems))) + f"\n{len(set(problems))} links are wrong")
    print(f"{len(pages)} pages, every link leads somewhere, nothing is fetched from elsewhere")


if __name__ == "__main__":
    main()
