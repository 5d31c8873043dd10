#!/usr/bin/env bash
# Every C and C++ file of the checkout is as clang-format leaves it.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files '*.cpp' '*.hpp' '*.h' '*.cu' '*.c' | xargs -r clang-format-19 --dry-run --Werror
