#!/usr/bin/env bash
# Tests and measures on a machine with an NVIDIA GPU that need not have ndweave's build environment.
#   ci/gpu.sh pack [BUILD]    on the build machine: binaries and the Debian libraries they need into .pack/ (about 50 MB)
#   ci/gpu.sh run [STEP…]     on the GPU machine, from .pack/: conformance, apps, sanitizer, table (all by default); the hip-*
#                             steps run the HIP plugin on a libamdhip64 look-alike (plugins/hip/tests/lookalike)
# Records go to $OUT where that is set, else to results/<date>-<GPU>/. A short table comes last. Exits 1 if a step failed.
set -uo pipefail
cd "$(dirname "$0")/.."

pack() {
    local build=${1:-build/release} to=.pack/ndweave file library
    rm -rf "$to" && mkdir -p "$to/bin" "$to/lib/ndweave"
    for file in harness ndweave-conformance ndweave-gpu-bench; do
        [[ -x $build/bin/$file ]] && cp "$build/bin/$file" "$to/bin/"
    done
    cp "$build"/bin/*.ptx "$to/bin/" 2>/dev/null
    cp "$build"/lib/libndweave.so "$build"/lib/libndweave-compiler.so "$to/lib/"
    cp "$build"/lib/ndweave/*.so "$to/lib/ndweave/"
    [[ -d $build/lib/hip-lookalike ]] && cp -r "$build/lib/hip-lookalike" "$to/lib/"
    # The C and C++ run-time libraries are every machine's own; its versions must be at least this machine's.
    ldd "$to"/bin/* "$to"/lib/*.so 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// {print $1, $3}' | sort -u |
        grep -v '^\(libc\|libm\|libdl\|libpthread\|librt\|libgcc_s\|libstdc++\|libndweave[^ ]*\)\.so' |
        while read -r _ library; do cp -Ln "$library" "$to/lib/"; done
    strip --strip-unneeded "$to"/bin/* "$to"/lib/*.so* "$to"/lib/ndweave/*.so "$to"/lib/hip-lookalike/* 2>/dev/null
    chmod -R go-w "$to"
    du -sh .pack
}

failed=()
step() { # step <name> <command…>: its output in a file, its fate in the table
    local name=$1 begin=$SECONDS
    shift
    if "$@" >"$records/$name.log" 2>&1; then
        summary+=("$(printf '%-28s ok      %4ss  %s' "$name" $((SECONDS - begin)) "$(tail -n 1 "$records/$name.log" | cut -c1-80)")")
    else
        failed+=("$name")
        summary+=("$(printf '%-28s FAILED  %4ss  %s' "$name" $((SECONDS - begin)) "$(tail -n 1 "$records/$name.log" | cut -c1-80)")")
    fi
}

wanted() { [[ $# -gt 0 && (-z $steps || " $steps " == *" $1 "*) ]]; }

run() {
    local here=$PWD/.pack/ndweave
    steps="$*" summary=()
    records=${OUT:-results/$(date +%F)-$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1 | tr ' ' -)}
    mkdir -p "$records"
    chmod -R go-w "$here" && chmod +x "$here"/bin/*
    export PATH=$here/bin:$PATH LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export NDWEAVE_DEVICE=cuda:0 NDWEAVE_CACHE_DIR=${NDWEAVE_CACHE_DIR:-$(mktemp -d)}

    wanted doctor && step doctor harness doctor
    if wanted conformance && [[ -x $here/bin/ndweave-conformance ]]; then step conformance ndweave-conformance; fi
    if wanted memcheck && [[ -x $here/bin/ndweave-conformance ]] && command -v compute-sanitizer >/dev/null; then
        step memcheck compute-sanitizer --tool memcheck --report-api-errors no --error-exitcode 9 ndweave-conformance
    fi
    wanted babelstream && step babelstream harness run --app babelstream --backend cuda -p n=100 -p s=70000000 \
        --json "$records/babelstream.json"
    wanted apps && step apps harness run --app all --backend cuda --json "$records/apps.json"
    if [[ -d $here/lib/hip-lookalike ]]; then
        export NDWEAVE_HIP_LIBRARY=$here/lib/hip-lookalike/libamdhip64.so
        wanted hip-conformance && step hip-conformance ndweave-conformance --device=hip:0
        wanted hip-babelstream && step hip-babelstream harness run --app babelstream --backend cuda,hip -p n=100 \
            -p s=70000000 --json "$records/hip-babelstream.json"
        wanted hip-apps && step hip-apps harness run --app all --backend hip --json "$records/hip-apps.json"
    fi
    wanted gpu-bench && [[ -x $here/bin/ndweave-gpu-bench ]] && step gpu-bench ndweave-gpu-bench "$records/gpu-bench.json"

    for name in babelstream apps hip-babelstream hip-apps gpu-bench; do [[ -f $records/$name.log ]] && cat "$records/$name.log"; done
    printf '\n%s\n' "${summary[@]}"
    [[ ${#failed[@]} == 0 ]]
}

case ${1:-} in
    pack | run) "$@" ;;
    *) sed -n '2,7p' "$0" && exit 2 ;;
esac
