#!/usr/bin/env bash
# precompile_test.sh BUILD: a program whose kernels were compiled before it runs needs no kernel compiler; what it cannot use is as if it were not there.
set -euo pipefail
build=$1
precompile=$build/bin/ndweave-precompile
program=$build/bin/example-matrix_product
[[ -x $precompile && -x $program ]] || { echo "only a part is built" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$1" && exit 1; }

# The program beside libraries, but no kernel compiler.
mkdir -p "$scratch/bin" "$scratch/lib"
cp "$program" "$scratch/bin/program"
cp "$build"/lib/libndweave.so.? "$scratch/lib/"
chmod go-w "$scratch/lib"/*
run() { env NDWEAVE_CACHE_DIR=/dev/null LD_LIBRARY_PATH="$scratch/lib" "$@" "$scratch/bin/program"; }
runs() { [[ $(run "$@" 2>&1) == "largest error: "* ]]; }
aot=$scratch/bin/program.aot

NDWEAVE_CACHE_DIR=/dev/null NDWEAVE_RECORD_KERNELS=$scratch/recording "$program" >/dev/null
! runs || fail "it runs without compiled kernels and without a compiler"
"$precompile" --for x86-64 -o "$aot" "$scratch/recording" | grep 'x86-64: [1-9][0-9]* kernel'
runs || { run || fail "it does not run: $(run 2>&1)"; }
! runs NDWEAVE_CPU=fiber NDWEAVE_CHECK=1 || fail "check mode takes code without checks"
# Nothing is left of what stood there before.
"$precompile" --for sm_80 -o "$aot" "$scratch/recording" 2>&1 | grep 'no recorded run launched kernels on an NVIDIA GPU'
! runs || fail "code for a GPU runs on the CPU"
"$precompile" --for x86-64,sm_80 -o "$aot" "$scratch/recording" "$scratch/recording" >/dev/null 2>&1
runs || fail "two targets, two recordings: $(run 2>&1)"
chmod g+w "$aot" && ! runs || fail "it uses a file that others may write"
chmod g-w "$aot" && runs || fail "and not again"
truncate -s -100 "$aot" && ! runs || fail "it uses a file that is cut"
# With the compiler all of these are compiled.
[[ $(LD_LIBRARY_PATH=$build/lib NDWEAVE_CACHE_DIR=/dev/null "$scratch/bin/program") == "largest error: "* ]] || fail "a bad file is an error"

refuses() { # refuses STATUS TEXT ARGUMENT…
    local status=$1 text=$2 got=0
    shift 2
    "$precompile" "$@" >"$scratch/said" 2>&1 || got=$?
    [[ $got == "$status" ]] && grep -q -- "$text" "$scratch/said" || { cat "$scratch/said" && fail "for $*: $got, not $status with '$text'"; }
}
refuses 2 "'haswell' is no target" --for haswell -o "$aot" "$scratch/recording"
refuses 2 '--for, -o and a recording are needed' --for x86-64 -o "$aot"
refuses 2 'unknown option --all' --all
refuses 1 'cannot be read' --for x86-64 -o "$aot" "$scratch/absent"
refuses 1 'is no recording' --for x86-64 -o "$aot" "$program"
refuses 1 'cannot be written' --for x86-64 -o "$scratch/none/file.aot" "$scratch/recording"
