#!/usr/bin/env bash
# AddressSanitizer and UndefinedBehaviorSanitizer over the runtime and the CPU engine. Not over the tests of forks: each of a thousand
# forks copies the sanitizer's tables.
#   ci/asan.sh [compiler]      `compiler`: over the kernel compiler that they load as well, which takes as long again to build
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/machine.sh
tree=$PWD/build/release
[[ ${1:-} != compiler ]] || tree=
[[ -z $tree ]] || ci/build.sh release ndweave-compiler ndweave-extract-stamp
cmake --preset asan -DNDWEAVE_COMPILER_TREE="$tree"
ci/build.sh asan ndweave-core-tests ndweave-cpu-tests ndweave-random-commands
export ASAN_OPTIONS=allocator_may_return_null=1
run_in_shards build/asan/bin/ndweave-core-tests
run_in_shards build/asan/bin/ndweave-cpu-tests --gtest_filter='-Fork.*'
ctest --test-dir build/asan --output-on-failure -j2 -R '^random-commands'
