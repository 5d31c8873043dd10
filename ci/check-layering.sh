#!/usr/bin/env bash
# Dependencies point one way (docs/architecture.md): says which #include of which file points the other way.
# Tests may look inside what they test; everything else is held to its layer.
set -euo pipefail
cd "$(dirname "$0")/.."
failures=0

# forbid <folder> <regular expression of an include, with its quote or bracket> <the rule>
forbid() {
    local files matches
    files=$(find "$1" -type f \( -name '*.[ch]' -o -name '*.[ch]pp' -o -name '*.cu' \) -not -path '*/tests/*')
    matches=$(xargs grep -HnP "^\s*#\s*include\s*$2" <<<"$files" || true)
    [ -n "$matches" ] || return 0
    printf '%s\n    (%s)\n' "$matches" "$3"
    failures=$((failures + $(wc -l <<<"$matches")))
}

internals='["<](core/)?(runtime|cpu|compiler)/'
llvm='["<](llvm|llvm-c|clang|clang-c)/'

for layer in support core partition mpi sycl apps harness plugins; do
    forbid $layer '"\.\./' "includes name the folder they come from"
done

forbid support '["<](?!([a-z_]+|(sys/)?\w+\.h)>)' "support stands on the standard library and POSIX alone"

forbid core/include "$internals" "public headers include public headers only"
forbid core/include "$llvm" "public headers include public headers only"
forbid core/include '<(tbb|oneapi|boost|nlohmann)/' "oneTBB, Boost and JSON are private to the libraries"

for layer in core/runtime core/cpu; do
    forbid $layer "$llvm" "LLVM lives in the kernel compiler, a library of its own"
    forbid $layer '["<](core/)?compiler/(?!abi\.h)' "the seam to the kernel compiler is compiler/abi.h"
done
forbid core/code "$llvm" "LLVM lives in the kernel compiler, a library of its own"
forbid core/code '["<](core/)?((runtime|cpu)/|compiler/(?!abi\.h))' "what compiler and runtime share stands on compiler/abi.h"
forbid core/compiler '["<](core/)?(runtime|cpu)/' "the kernel compiler knows nothing of the runtime"
for layer in core/include core/code core/runtime core/cpu core/compiler; do
    forbid $layer '"(app|meter|parameters)\.hpp|["<](apps|harness|plugins)/' "core knows nothing of apps, harness and plugins"
done

forbid plugins '["<]ndweave/(?!plugin\.h)' "plugins include ndweave/plugin.h and nothing else of core"
forbid plugins "$internals" "plugins include ndweave/plugin.h and nothing else of core"
forbid plugins '["<](apps|harness)/|"app\.hpp' "plugins include ndweave/plugin.h and nothing else of core"
forbid plugins '<(cuda\w*\.h|nvrtc\.h|hip/)' "plugins build without the vendor's SDK"
for vendor in cuda hip gpu null; do
    forbid plugins/$vendor '<CL/' "OpenCL belongs to plugins/opencl"
done
forbid plugins/gpu '"(cuda|hip|opencl)/' "what CUDA and HIP share knows neither: vendor.hpp is the seam"
forbid plugins/cuda '"(hip|opencl)/' "a plugin knows no other plugin"
forbid plugins/hip '"(cuda|opencl)/' "a plugin knows no other plugin"
forbid plugins/opencl '"(cuda|hip|gpu)/' "a plugin knows no other plugin"

forbid sycl "$internals|${llvm}" "sycl includes core's public headers only"
forbid sycl '["<]ndweave/plugin\.h|["<](apps|harness|plugins)/' "sycl includes core's public headers only"
forbid sycl/include '["<]sycl/runtime/' "public headers include public headers only"
for layer in core plugins; do
    forbid $layer '["<]sycl/' "core and its plugins know nothing of sycl"
done

forbid partition "$internals|${llvm}|<mpi\\.h>" "parts know core's public headers, and not what connects them"
forbid mpi "$internals|${llvm}" "mpi includes core's and partition's public headers"
for layer in partition mpi; do
    forbid $layer '["<]ndweave/plugin\.h|["<](apps|harness|plugins|sycl)/' "parts and ranks know core alone"
done
for layer in core plugins sycl; do
    forbid $layer '["<]ndweave/(partition|mpi)[./]' "core, its plugins and sycl know nothing of parts and ranks"
done
for layer in apps harness; do
    forbid $layer '<mpi\.h>|["<]ndweave/mpi\.hpp' "apps see a communicator; the harness opens libndweave-mpi-*.so"
done

forbid apps "$internals|${llvm}" "apps include core's public headers only"
forbid apps '["<]ndweave/plugin\.h|["<](harness|plugins)/' "apps include core's public headers only"

forbid harness "$internals|${llvm}" "the harness includes apps and core's public headers"
forbid harness '["<]ndweave/plugin\.h|["<]plugins/' "the harness includes apps and core's public headers"

# Within the harness, from the bottom to the top: system, text, statistics; record; machine; measure, compare, report, predict; cli.
for layer in system text statistics; do
    forbid harness/$layer '"(?!'$layer'/|support/)' "the harness's bottom layers stand on the standard library, POSIX and support"
done
forbid harness/record '"(machine|measure|compare|report|predict|cli)/' "records know nothing of who makes, compares and shows them"
forbid harness/machine '"(measure|compare|report|predict|cli)/' "facts of the machine stand below measurements"
meet="measure, compare, report and predict meet in records alone"
forbid harness/measure '"(compare|report|predict|cli)/' "$meet"
forbid harness/compare '"(measure|report|predict|cli|machine)/' "$meet"
forbid harness/report '"(measure|compare|predict|cli|machine)/' "$meet"
forbid harness/predict '"(measure|compare|report|cli|machine)/' "$meet"

if [ "$failures" -gt 0 ]; then
    echo "$failures includes against the layers"
    exit 1
fi
echo "every include keeps to its layer"
