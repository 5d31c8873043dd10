#!/usr/bin/env bash
# Library-only mode: GCC, no kernel compiler. Builds the targets and runs the tests that they have.
#   ci/library-only.sh [TARGET…]      default: the harness and the tests of core, the CPU engine and the apps
set -euo pipefail
cd "$(dirname "$0")/.."
(($#)) || set -- harness ndweave-core-tests ndweave-cpu-tests ndweave-apps-tests
ci/build.sh library-only "$@"
excluded=()
[[ " $* " == *" harness "* ]] || excluded=(-E '^apps\.')  # the apps as the harness runs them
ctest --test-dir build/library-only --output-on-failure -j2 -L "core|cpu|apps" "${excluded[@]}"
