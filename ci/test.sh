#!/usr/bin/env bash
# The whole check of a checkout, on any Debian 12 machine: builds, style, layers, headers, sanitizers, tests.
# Ends with ctest's closing lines.
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/machine.sh
step() { printf '\n== %s (%ss)\n' "$1" "$SECONDS"; }

install_packages tests
# Test programs have hundreds of kernels and launch a few, each in a process of its own: what would be compiled ahead is for nothing.
export NDWEAVE_COMPILE_AHEAD=0

step "format"
ci/check-format.sh

step "layers"
ci/check-layering.sh

step "tree"
ci/check-tree.sh

step "configuration"
ci/check-configuration.sh

step "promises"
ci/check-security.sh

step "records"
results/history.py --check

step "build release"
ci/build.sh release

step "devices"
# Tests of a device that is not there skip; here the CPU and PoCL must be.
for backend in cpu opencl; do build/release/bin/harness doctor --backend $backend; done

step "library-only mode: GCC, no kernel compiler"
ci/library-only.sh ndweave-core-tests ndweave-cpu-tests ndweave-apps-tests

step "address and undefined-behaviour sanitizers: runtime and CPU engine"
ci/asan.sh

step "thread sanitizer: runtime, CPU engine and mixed devices"
ci/tsan.sh

step "the kernel compiler with assertions, its own and those of LLVM's headers"
ci/build.sh checked ndweave-compiler-tests
run_in_shards build/checked/bin/ndweave-compiler-tests

step "includes"
ci/check-includes.sh 12

step "tests"
ctest --test-dir build/release --output-on-failure -j2
