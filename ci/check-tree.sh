#!/usr/bin/env bash
# The tree can be read: no source folder has more files than one takes in at a glance, no source file more than a few screens.
set -euo pipefail
cd "$(dirname "$0")/.."
max_files=24
max_lines=400
roots=(apps ci cmake core examples harness mpi partition plugins support sycl)

problems=$(
    find "${roots[@]}" -type f -printf '%h\n' | sort | uniq -c |
        awk -v most=$max_files '$1 > most { print $2 "/: " $1 " files, at most " most ": give each concept a folder" }'
    find "${roots[@]}" -type f \( -name '*.[ch]' -o -name '*.[ch]pp' -o -name '*.cu' -o -name '*.def' -o -name '*.js' -o -name '*.py' \
        -o -name '*.sh' -o -name '*.cmake' -o -name CMakeLists.txt \) -exec wc -l {} + |
        awk -v most=$max_lines '$2 != "total" && $1 > most { print $2 ": " $1 " lines, at most " most ": give each concept a file" }' | sort
)
if [ -n "$problems" ]; then
    printf '%s\n' "$problems"
    echo "$(wc -l <<<"$problems") folders and files too large"
    exit 1
fi
echo "no folder has more than $max_files files, no source file more than $max_lines lines"
