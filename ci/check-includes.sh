#!/usr/bin/env bash
# Every source that is built with precompiled headers (cmake/precompiled_headers.cmake) names what it uses: it compiles without them, too.
#   ci/check-includes.sh [N]        N of them, others each time; all without N
# Needs build/release, and build/checked, which alone has the tests of the compiler.
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/machine.sh

# The compiler's commands, without launcher, precompiled header and output, each ended by a zero byte.
commands() {
    python3 - <<'PYTHON'
import json, re, sys
precompiled = {}
for preset in "checked", "release":
    for entry in json.load(open(f"build/{preset}/compile_commands.json")):
        if " -include-pch " in entry["command"] and not entry["file"].endswith(".cxx"):
            precompiled[entry["file"]] = entry["command"]
for command in precompiled.values():
    command = re.sub(r" -Xclang -include(-pch)? -Xclang \S+", "", command)
    command = re.sub(r" -(o|MT|MF) \S+| -MD", "", command).replace(" -c ", " -fsyntax-only ")
    print(re.search(r"(?<!\S)\S*clang\+\+.*", command)[0], end="\0")
if not precompiled:
    sys.exit("no source is built with precompiled headers")
PYTHON
}

commands | shuf -z ${1:+-n "$1"} | xargs -0 -P "$(build_jobs)" -I{} sh -c '{} || { echo "does not compile by itself: {}" >&2; exit 1; }'
