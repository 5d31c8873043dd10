#!/usr/bin/env bash
# docs/configuration.md names every variable of the environment and every build option that the code reads, and no other.
set -euo pipefail
cd "$(dirname "$0")/.."

in_code() {
    # A variable's name stands alone in a string, whatever reads it.
    grep -rhoP --include='*.[ch]pp' --include='*.c' '"\KNDWEAVE_[A-Z_]+(?=")' core plugins apps harness
    grep -rhoP --include='*.cmake' --include=CMakeLists.txt '(option|find_program|find_path)\(\KNDWEAVE_\w+|set\(\KNDWEAVE_\w+(?=.* CACHE )|TARGET_PROPERTY:\KNDWEAVE_\w+' CMakeLists.txt cmake core plugins apps harness
}
# Those by which tests tell their own child processes something.
own='^NDWEAVE_TEST_(HIP_SOURCE|WORD)$'
difference=$(diff <(in_code | sort -u | grep -vE "$own") <(grep -oP '^\| `\KNDWEAVE_\w+' docs/configuration.md | sort -u) || true)
if [[ -n $difference ]]; then
    printf '%s\n' "$difference" | sed -n 's/^< \(.*\)/\1 is not in docs\/configuration.md/p; s/^> \(.*\)/\1 in docs\/configuration.md is read nowhere/p'
    exit 1
fi
echo "docs/configuration.md names what is read"
