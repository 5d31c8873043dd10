#!/usr/bin/env bash
# Tests and measures on a machine with an NVIDIA GPU that need not have ndweave's build environment.
#   ci/gpu.sh pack [BUILD]    on the build machine: binaries, the Debian libraries they need and the CUDA C++ peers into .pack/, compressed
#   ci/gpu.sh run [STEP…]     on the GPU machine, from .pack/: every step, or those named. With nvcc there, the CUDA C++ peers are
#                             compiled and run beside, and with a Kokkos for CUDA in CMAKE_PREFIX_PATH the Kokkos peers, too; with ptxas,
#                             the apps' kernels are checked for spills; the hip-* steps run the HIP plugin on a libamdhip64
#                             look-alike (plugins/hip/tests/lookalike); random runs fresh random kernels for RANDOM_MINUTES (1) on the
#                             processor and on each kind of device that is there, and random programs of PTX (alone: random-ptx)
# Records go to $OUT where that is set, else to results/<date>-<GPU>/. A short table comes last. Exits 1 if a step failed.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
peers=(babelstream minibude dct8x8)

pack() {
    local build=${1:-$root/build/release} to=$root/.pack/ndweave file programs=()
    build=$(realpath "$build")
    rm -rf "$to" "$to.tar.xz" && mkdir -p "$to/bin" "$to/lib/ndweave" "$to/source/core/bench/gpu"
    for file in harness bench-submission ndweave-conformance ndweave-gpu-bench ndweave-gpu-chain ndweave-random-launches ndweave-random-commands \
        ndweave-random-campaign ndweave-random-ptx; do
        [[ -x $build/bin/$file ]] && programs+=("$build/bin/$file")
    done
    "$root/packaging/ndweave-deploy" -o "$to" "${programs[@]}"
    cp "$build"/lib/ndweave/ndweave-plugin-null.so "$to/lib/ndweave/"
    [[ -d $build/lib/hip-lookalike ]] && cp -r "$build/lib/hip-lookalike" "$to/lib/"
    cp -r "$root/ci" "$root/apps" "$root/cmake" "$to/source/" && cp "$root/core/bench/gpu/peers.cu" "$to/source/core/bench/gpu/"
    strip --strip-unneeded "$to"/bin/* "$to"/lib/*.so* "$to"/lib/ndweave/*.so "$to"/lib/hip-lookalike/* 2>/dev/null
    chmod -R go-w "$to"
    # The programs hold much of the same code: one dictionary over all of it, and calls by address, halve the size.
    tar -C "$root/.pack" -c ndweave | xz --x86 --lzma2=preset=3,dict=128MiB >"$to.tar.xz" && rm -r "$to"
    du -sh "$root/.pack"
}

failed=() summary=()
step() { # step <name> <command…>: its output in a file, its fate in the table
    local name=$1 begin=$SECONDS fate=ok
    shift
    echo "$name …"
    "$@" >"$records/$name.log" 2>&1 || { fate=FAILED && failed+=("$name"); }
    summary+=("$(printf '%-28s %-6s %4ss  %s' "$name" $fate $((SECONDS - begin)) "$(grep -v '^ *$' "$records/$name.log" | tail -n 1 | cut -c1-80)")")
}

unpack() { # what pack made; python3 where there is no xz
    [[ -e $here.tar.xz ]] || return 0
    rm -rf "$here"
    tar -C "$root/.pack" -xf "$here.tar.xz" 2>/dev/null || python3 -m tarfile -e "$here.tar.xz" "$root/.pack"
}

# wanted <step>: it was named, or none was.
wanted() { [[ -z $steps || " $steps " == *" $1 "* ]]; }

compile_peers() { # CUDA C++ beside ours: libraries that the apps load, and the micro-kernels
    local app
    for app in "${peers[@]}"; do
        [[ -e $source/apps/$app/native_cuda.cu ]] || continue
        bash "$source/ci/cuda-peer.sh" nvcc "$source/apps" "$app" "$here/lib/ndweave/ndweave-peer-$app-cuda.so" || return 1
    done
    nvcc -O3 -std=c++17 -arch=native -cubin "$source/core/bench/gpu/peers.cu" -o "$here/bin/peers.cubin"
}

# The prefix of a Kokkos for CUDA, where CMAKE_PREFIX_PATH names one.
kokkos_prefix() {
    local prefix
    for prefix in $(tr ":" " " <<<"${CMAKE_PREFIX_PATH:-}"); do
        [[ -x $prefix/bin/nvcc_wrapper ]] && echo "$prefix" && return
    done
    return 1
}

compile_kokkos_peers() {
    local build
    build=$(mktemp -d)
    cmake -S "$source/cmake/kokkos_peers" -B "$build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$(kokkos_prefix)/bin/nvcc_wrapper" \
        -DNDWEAVE_PEERS="$here/lib/ndweave" && cmake --build "$build" -j
}

registers() { # every kernel of the apps through ptxas
    local code
    code=$(mktemp -d)
    NDWEAVE_CACHE_DIR=$(mktemp -d) NDWEAVE_DUMP_CODE=$code harness run --app all --backend cuda --size small --repeat 1 >/dev/null || return 1
    bash "$source/ci/ptxas.sh" "$code" "sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .)"
}

random_launches() { # random_launches <name> <device> [command in front…]: kernels that nobody has seen, on every processor
    local name=$1 device=$2
    shift 2
    step "random-$name" "$@" ndweave-random-launches --device "$device" --first-seed fresh --minutes "${RANDOM_MINUTES:-1}" \
        --jobs "$(nproc)" --json "random-$name.json"
}

random_commands() { # random_commands <name> <devices> [command in front…]: commands on several devices together
    local name=$1 devices=$2
    shift 2
    step "random-commands-$name" "$@" ndweave-random-commands --device "$devices" --first-seed fresh --minutes "${RANDOM_MINUTES:-1}" \
        --jobs 4 --json "random-commands-$name.json"
}

random_campaign() { # the same on the processor, through the kernel compiler alone; kernels that fail, and small ones, are kept
    local out fate
    out=$(mktemp -d)
    ndweave-random-campaign --out "$out" --minutes "${RANDOM_MINUTES:-1}" --jobs "$(nproc)"
    fate=$?
    tar -C "$out" -cf "$records/random-host.tar" .
    return $fate
}

run() {
    here=$root/.pack/ndweave source=$root steps=$*
    unpack
    [[ -d $here ]] || here=$(dirname "$root") source=$root # this script is the pack's own copy
    records=${OUT:-$root/results/$(date +%F)-$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1 | tr ' A-Z' '-a-z')}
    mkdir -p "$records" && cd "$records" && records=$PWD # records hold relative names only
    chmod -R go-w "$here" && chmod +x "$here"/bin/*
    export PATH=$here/bin:$PATH:/usr/local/cuda/bin LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export NDWEAVE_DEVICE=cuda:0 NDWEAVE_CACHE_DIR=${NDWEAVE_CACHE_DIR:-$(mktemp -d)}
    local backends=cuda large=(-p n=100 -p s=70000000) nvidia=(env OCL_ICD_FILENAMES=libnvidia-opencl.so.1 OCL_ICD_VENDORS=/nonexistent)

    wanted doctor && step doctor harness doctor
    if command -v nvcc >/dev/null && { wanted babelstream || wanted peers || wanted gpu-bench; }; then
        step compile-peers compile_peers
        backends=cuda,native
        kokkos_prefix >/dev/null && step compile-kokkos-peers compile_kokkos_peers && backends+=,kokkos
    fi
    wanted conformance && step conformance ndweave-conformance --gtest_brief=1
    if wanted conformance && (($(nvidia-smi -L | wc -l) > 1)); then
        step conformance-second-gpu ndweave-conformance --device=cuda:1 --gtest_brief=1
    fi
    if wanted memcheck && command -v compute-sanitizer >/dev/null; then
        step memcheck compute-sanitizer --tool memcheck --report-api-errors no --error-exitcode 9 ndweave-conformance --gtest_brief=1
    fi
    wanted registers && command -v ptxas >/dev/null && step registers registers
    wanted babelstream && step babelstream harness run --app babelstream --backend $backends "${large[@]}" --json babelstream.json
    wanted apps && step apps harness run --app all --backend cuda --json apps.json
    wanted peers && [[ $backends == *native* ]] && step peers harness run --app minibude,dct8x8 --backend $backends --size large \
        --json peers.json
    if wanted gpu-bench && [[ -e $here/bin/peers.cubin ]]; then
        step gpu-bench ndweave-gpu-bench "$here/bin/peers.cubin" gpu-bench.json
    fi
    wanted submission && step submission bench-submission --benchmark_out=submission.json
    if wanted chain && (($(nvidia-smi -L | wc -l) > 1)); then
        step chain ndweave-gpu-chain
    fi
    wanted random && step random-host random_campaign
    wanted random && random_launches cuda cuda:0
    wanted random && random_commands cuda cpu,cuda
    if wanted random || wanted random-ptx; then
        step random-ptx ndweave-random-ptx --first-seed fresh --minutes "${RANDOM_MINUTES:-1}" --jobs "$(nproc)" --json random-ptx.json
    fi
    wanted random && [[ -e /etc/OpenCL/vendors/pocl.icd ]] && random_launches pocl opencl:0 env OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd
    if ldconfig -p | grep -q libnvidia-opencl.so.1; then
        wanted random && random_launches opencl opencl:0 "${nvidia[@]}"
        wanted random && random_commands opencl cpu,cuda,opencl "${nvidia[@]}"
        wanted opencl-conformance && step opencl-conformance "${nvidia[@]}" ndweave-conformance --device=opencl:0 --gtest_brief=1
        wanted opencl-babelstream && step opencl-babelstream "${nvidia[@]}" harness run --app babelstream --backend cuda,opencl \
            "${large[@]}" --json opencl-babelstream.json
    fi
    if [[ -d $here/lib/hip-lookalike ]]; then
        export NDWEAVE_HIP_LIBRARY=$here/lib/hip-lookalike/libamdhip64.so
        wanted random && random_launches hip hip:0
        wanted random && random_commands hip cpu,hip
        wanted hip-conformance && step hip-conformance ndweave-conformance --device=hip:0 --gtest_brief=1
        wanted hip-babelstream && step hip-babelstream harness run --app babelstream --backend cuda,hip "${large[@]}" \
            --json hip-babelstream.json
        wanted hip-apps && step hip-apps harness run --app all --backend hip --json hip-apps.json
    fi

    local name
    for name in babelstream apps peers gpu-bench submission chain opencl-babelstream hip-babelstream hip-apps random-{host,cuda,ptx,pocl,opencl,hip}; do
        [[ -f $records/$name.log ]] && cat "$records/$name.log"
    done
    printf '\n'
    printf '%s\n' "${summary[@]}"
    [[ ${#failed[@]} == 0 ]]
}

case ${1:-} in
    pack | run) "$@" ;;
    *) sed -n '2,9p' "${BASH_SOURCE[0]}" && exit 2 ;;
esac
