#!/usr/bin/env bash
# Every source that is built with precompiled headers (cmake/precompiled_llvm.cmake) names what it uses: it compiles without them, too.
#   ci/check-includes.sh [N]        N of them, others each time; all without N
# Needs build/release.
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/machine.sh

# The compiler's commands in build/release, without launcher, precompiled header and output, each ended by a zero byte.
commands() {
    python3 - <<'PYTHON'
import json, re
for entry in json.load(open("build/release/compile_commands.json")):
    if " -include-pch " in entry["command"]:
        command = re.sub(r" -Xclang -include(-pch)? -Xclang \S+", "", entry["command"])
        command = re.sub(r" -(o|MT|MF) \S+| -MD", "", command).replace(" -c ", " -fsyntax-only ")
        print(re.search(r"(?<!\S)\S*clang\+\+.*", command)[0], end="\0")
PYTHON
}

commands | shuf -z -n "${1:-1000000}" | xargs -0 -P "$(build_jobs)" -I{} sh -c '{} || { echo "does not compile by itself: {}" >&2; exit 1; }'
