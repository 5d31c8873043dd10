#!/usr/bin/env bash
# AddressSanitizer and UndefinedBehaviorSanitizer over the runtime, the CPU engine and the kernel compiler that they load. Not over the
# tests of forks: each of a thousand forks copies the sanitizer's tables.
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/machine.sh
ci/build.sh asan ndweave-core-tests ndweave-cpu-tests ndweave-random-commands
export ASAN_OPTIONS=allocator_may_return_null=1
run_in_shards build/asan/bin/ndweave-core-tests
run_in_shards build/asan/bin/ndweave-cpu-tests --gtest_filter='-Fork.*'
ctest --test-dir build/asan --output-on-failure -j2 -R '^random-commands'
