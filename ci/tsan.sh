#!/usr/bin/env bash
# ThreadSanitizer over what host threads share: the runtime, the CPU engine's launch teams, copies by several threads, and random commands on the CPU alone and
# beside other devices. Library mode, since compiled kernels are not instrumented. Kernels with barriers are left out: they run on
# fibers, at whose switches the sanitizer loses its stack. Other devices get copies and fills only, as library mode has no code for them.
#   ci/tsan.sh [CASES]      random commands on each set of devices (300)
set -euo pipefail
cd "$(dirname "$0")/.."
ci/build.sh tsan ndweave-core-tests ndweave-cpu-tests ndweave-plugin-tests ndweave-conformance-of-threads ndweave-random-commands ndweave-plugin-null ndweave-plugin-opencl
programs=build/tsan/bin
export TSAN_OPTIONS=suppressions=ci/tsan.suppressions:allocator_may_return_null=1

$programs/ndweave-core-tests --gtest_brief=1
$programs/ndweave-cpu-tests --gtest_brief=1 \
    --gtest_filter='*Threads*loop*:LaunchTeam*:TaskRange*:ParallelShares*:SubDevices*:-*InsideParallelFor*:*CallersOwnLoops*'
$programs/ndweave-plugin-tests --gtest_brief=1 --gtest_filter='PluginStaging*:PluginsTogether*:CopyHelpers*:-*ItsChild'
$programs/ndweave-conformance-of-threads --device=cpu --gtest_brief=1

# The first race ends a case's process, so that its seed is told.
export TSAN_OPTIONS=$TSAN_OPTIONS:halt_on_error=1 NDWEAVE_CPU=loop
for devices in cpu cpu,parts cpu,null cpu,opencl; do
    $programs/ndweave-random-commands --device $devices --no-barriers 1 --first-seed fresh --cases "${1:-300}"
done
