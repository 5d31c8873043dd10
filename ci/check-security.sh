#!/usr/bin/env bash
# docs/security.md names tests that exist: each promise's test is found in the sources under that name.
set -euo pipefail
cd "$(dirname "$0")/.."
page=docs/security.md
failures=0

# "Suite.Test" for every test of the sources, and those that CMake adds by name.
tests=$(
    find core harness apps plugins -path '*/tests/*' -name '*.cpp' -print0 |
        xargs -0 perl -0777 -ne 'print "$1.$2\n" while /\bTEST(?:_[FP])?\(\s*(\w+),\s*(\w+)\s*\)/g'
    printf 'package.run_paths\nexit.*\nexit.opencl.*\n'
)
for name in package.run_paths 'exit.opencl.' 'exit.'; do
    grep -rqF "add_test(NAME $name" --include=CMakeLists.txt core || { echo "$name is no test" && failures=$((failures + 1)); }
done

# In the last column of a table, a name without suite belongs to the suite of the one before it.
while read -r row; do
    suite=
    for name in $(perl -ne 'print "$1\n" while /`([^`]+)`/g' <<<"${row##* | }"); do
        name=${name#*/}
        [[ $name == *.* ]] || name=$suite.$name
        suite=${name%%.*}
        [[ $name == *.many_devices || $name == *.wild_description ]] && continue
        grep -qxF "$name" <<<"$tests" || { echo "$page names $name, which is no test" && failures=$((failures + 1)); }
    done
done < <(sed -n '/^## Promises/,$p' $page | grep '^| ' | grep -vE '^\| (promise|---)' | sed 's/ |$//')

[[ $failures -eq 0 ]] || exit 1
echo "docs/security.md names tests that exist"
