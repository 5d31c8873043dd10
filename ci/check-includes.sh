#!/usr/bin/env bash
# Every source that is built with precompiled headers (cmake/precompiled_llvm.cmake) names what it uses: it compiles without them, too.
#   ci/check-includes.sh [N]        N of them, others each time; all without N
# Needs build/checked, which has the tests of the compiler.
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/machine.sh

# The compiler's commands in build/checked, without launcher, precompiled header and output, each ended by a zero byte.
commands() {
    python3 - <<'PYTHON'
import json, re, sys
entries = json.load(open("build/checked/compile_commands.json"))
precompiled = [entry["command"] for entry in entries if " -include-pch " in entry["command"]]
for command in precompiled:
    command = re.sub(r" -Xclang -include(-pch)? -Xclang \S+", "", command)
    command = re.sub(r" -(o|MT|MF) \S+| -MD", "", command).replace(" -c ", " -fsyntax-only ")
    print(re.search(r"(?<!\S)\S*clang\+\+.*", command)[0], end="\0")
if not precompiled:
    sys.exit("build/checked has no source with precompiled headers")
PYTHON
}

commands | shuf -z ${1:+-n "$1"} | xargs -0 -P "$(build_jobs)" -I{} sh -c '{} || { echo "does not compile by itself: {}" >&2; exit 1; }'
