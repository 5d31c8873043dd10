#!/usr/bin/env bash
# Every C and C++ file of the checkout is as clang-format leaves it.
set -euo pipefail
cd "$(dirname "$0")/.."
find support core partition mpi plugins apps harness examples sycl -type f \( -name '*.[ch]' -o -name '*.[ch]pp' -o -name '*.cu' \) -print0 |
    xargs -0 clang-format-19 --dry-run --Werror
