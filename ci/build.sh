#!/usr/bin/env bash
# Installs what is missing, configures and builds one preset. A second call does no work twice.
#   ci/build.sh [PRESET [TARGET…]]      PRESET: release (default), debug, checked, asan, tsan, library-only
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/machine.sh
preset=${1:-release}
shift || true

install_packages
[[ -f build/$preset/build.ninja ]] || cmake --preset "$preset"
cmake --build "build/$preset" -j "$(build_jobs)" ${1:+--target "$@"}
