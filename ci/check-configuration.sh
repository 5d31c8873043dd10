#!/usr/bin/env bash
# docs/configuration.md names every variable of the environment and every build option that the code reads, and no other; the
# library's own are those of its table, which somebody reads.
set -euo pipefail
cd "$(dirname "$0")/.."
table=core/runtime/environment/environment.cpp page=docs/configuration.md
failures=0

# same FIRST SECOND "what only the first has" "what only the second has"
same() {
    local difference
    difference=$(diff <(sort -u <<<"$1") <(sort -u <<<"$2") || true)
    [[ -n $difference ]] || return 0
    sed -n "s|^< \(.*\)|\1 $3|p; s|^> \(.*\)|\1 $4|p" <<<"$difference"
    failures=$((failures + 1))
}

variables() {
    # A variable's name stands alone in a string, whatever reads it.
    grep -rhoP --include='*.[ch]pp' --include='*.c' '"\KNDWEAVE_[A-Z_]+(?=")' "$@"
}
options() {
    grep -rhoP --include='*.cmake' --include=CMakeLists.txt '(option|find_program|find_path)\(\KNDWEAVE_\w+|set\(\KNDWEAVE_\w+(?=.* CACHE )|TARGET_PROPERTY:\KNDWEAVE_\w+' CMakeLists.txt cmake core plugins apps harness
}
# Those by which tests tell their own child processes something, one that is nobody's, and the headers' own macros.
own='^NDWEAVE_DETAIL_|^NDWEAVE_TEST_(HIP_SOURCE|WORD)$|^NDWEAVE_(CACHE_DR|CPU_TREADS)$'
same "$({ variables core plugins apps harness; options; } | grep -vE "$own")" "$(grep -oP '^\| `\KNDWEAVE_\w+' $page)" \
    "is not in $page" "in $page is read nowhere"

rows=$(sed -n '/^## Environment of programs/,/^## Environment of tests/p' $page | grep -P '^\| `NDWEAVE_')
same "$(variables $table)" "$(grep -oP '^\| `\KNDWEAVE_\w+' <<<"$rows")" \
    "is in $table and not in $page" "in $page is not in $table"
same "$(grep -oP '"\KNDWEAVE_\w+(?=", \w+, own_user)' $table)" "$(grep -oP '^\| `\KNDWEAVE_\w+(?=` °)' <<<"$rows")" \
    "is for its own user in $table and has no ° in $page" "has a ° in $page and is for anyone in $table"
readers=$(grep -rlE --include='*.cpp' NDWEAVE_ core plugins | grep -vE '/tests/|/bench/|'"$table"'|runtime/environment/variable_report.cpp')
for name in $(variables $table); do
    grep -qF "\"$name\"" $readers || { echo "$name is in $table and read by nobody" && failures=$((failures + 1)); }
done

[[ $failures -eq 0 ]] || exit 1
echo "docs/configuration.md names what is read"
