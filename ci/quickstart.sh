#!/usr/bin/env bash
# From a bare machine to the comparison table: builds ndweave, runs the main job (BabelStream, verified, on the CPU in all
# three strategies, on PoCL through OpenCL, and beside hand-written OpenMP) and writes its records.
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/machine.sh
ci/build.sh release harness ndweave-plugin-opencl

out=build/quickstart
mkdir -p "$out"
build/release/bin/harness run --app babelstream --backend cpu,opencl,native --cpu-mode loop,cbs,fiber --size small \
    --json "$out/run.json" --csv "$out/run.csv"
echo "records: $out/run.json, $out/run.csv"
