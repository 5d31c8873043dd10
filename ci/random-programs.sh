#!/usr/bin/env bash
# Random C++ programs of SYCL kernels, the whole way from the compiler to the results (core/tests/random_programs).
#   ci/random-programs.sh MINUTES [SEED]            programs from SEED on (a fresh one) for so long, on all cores
#   ci/random-programs.sh --programs N [SEED]       N programs
#   ci/random-programs.sh --compile N SEED          compiles them into $OUT/programs, for a machine without compilers;
#   ci/random-programs.sh --run N SEED              runs them there
#   ci/random-programs.sh --shrink SEED KERNEL      writes the kernel without what it takes not to fail
# Failures do not end it. $OUT (build/random-programs) gets `failures.txt`, a line for each, and the kernels, shrunk: files
# <seed>-<kernel>.cpp. Exits 1 where there were failures. In the environment:
#   BUILD             the build tree: build/release; one without the kernel compiler (build/library-only) means library mode
#   JOBS              programs at a time: one for each core
#   KERNELS           kernels of a program: 12
#   SHRINK_SECONDS    the longest that a failure is shrunk: 300; 0 leaves it as it is
#   NDWEAVE_DEVICE    the device that runs the kernels
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
build=$(realpath "${BUILD:-build/release}") out=${OUT:-build/random-programs}
here=$PWD/core/tests/random_programs generate=$build/bin/ndweave-random-programs kernels=${KERNELS:-12}
mkdir -p "$out" && out=$(realpath "$out")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export NDWEAVE_CPU_THREADS=${NDWEAVE_CPU_THREADS:-2} # more than one, and fewer than all cores, which run other programs

device=(g++)
extract=$build/lib/ndweave/clang-19/libndweave-extract.so
[[ -e $extract ]] && device=(clang++-19 -fpass-plugin="$extract")
device+=(-std=c++20 -w -I"$PWD/core/include" -I"$here/driver")
# Undefined behaviour of the kernel itself ends the program while the reference runs.
reference=(g++ -std=c++20 -w -O1 -ffp-contract=off "-fsanitize=undefined,float-cast-overflow" -fsanitize-undefined-trap-on-error
    -DRANDOM_PROGRAM_REFERENCE -I"$here/driver" -I"$here/reference")

# options_of SEED: how its program is compiled.
options_of() {
    local all=(-O$(($1 % 4)))
    (($1 / 4 % 2)) && all+=(-g)
    (($1 / 8 % 2)) && all+=(-fno-math-errno)
    echo "${all[@]}"
}

compile_driver() {
    local part
    for part in main memory; do
        "${device[@]}" -O1 -c "$here/driver/$part.cpp" -o "$scratch/$part.o" || exit 2
    done
}

# compile FOLDER SEED: FOLDER/program of FOLDER/program.cpp
compile() {
    timeout 300 "${reference[@]}" -c "$1/program.cpp" -o "$1/reference.o" &&
        timeout 300 "${device[@]}" $(options_of "$2") -c "$1/program.cpp" -o "$1/device.o" &&
        "${device[@]}" "$1/device.o" "$1/reference.o" "$scratch"/{main,memory}.o -o "$1/program" -L"$build/lib" -lndweave \
            -Wl,-rpath,"$build/lib"
}

# run FOLDER [WAY]: failures as lines `KIND kernel way: text` in FOLDER/failures; goes on behind a kernel that ends the program.
run() {
    local first=0 status last
    : >"$1/failures"
    while :; do
        NDWEAVE_CACHE_DIR=$1/cache timeout 300 "$1/program" $first "${2:-}" >"$1/log" 2>&1
        status=$?
        grep -a '^\(WRONG\|REFUSED\) ' "$1/log" >>"$1/failures"
        grep -a '^SKIP ' "$1/log" >>"$1/skipped"
        grep -a '^[0-9]* runs' "$1/log" >>"$1/done" || grep -ac '^RUN' "$1/log" >>"$1/done"
        ((status <= 1)) && return
        last=$(grep -a '^\(RUN\|REFERENCE\) ' "$1/log" | tail -n 1)
        if [[ -z $last ]]; then
            echo "DIES before the first kernel: $(tail -n 1 "$1/log")" >>"$1/failures"
            return
        fi
        read -r _ first _ <<<"$last"
        case $status in
            70) grep -a '^RULES BROKEN' "$1/log" | sed "s/^RULES BROKEN:/RULES $first:/" ;;
            124) echo "HANGS ${last#* }" ;;
            *) echo "DIES ${last#* }: status $status, ${last%% *}" ;;
        esac >>"$1/failures"
        first=$((first + 1))
    done
}

# judge SEED FOLDER: runs the program there and tells of its failures.
judge() {
    rm -f "$2/done" "$2/skipped"
    [[ -e $2/program ]] && run "$2"
    awk '!told[$1, $2, $3]++' "$2/failures" | sed "s/^/$1 ($(options_of "$1")): /" >>"$out/failures.txt"
    rm -rf "$2/cache"
    cat "$2/done" >>"$scratch/runs" 2>/dev/null
    cat "$2/skipped" >>"$scratch/skips" 2>/dev/null
    echo . >>"$scratch/programs"
}

# prepare SEED FOLDER: writes and compiles its program.
prepare() {
    mkdir -p "$2"
    "$generate" "$1" "$kernels" >"$2/program.cpp"
    compile "$2" "$1" 2>"$2/errors" && return
    if grep -qa 'internal compiler error' "$2/errors"; then # g++ gives up, of which nothing follows for us
        : >"$2/failures"
        echo "SKIP 0 g++: $(grep -oam1 'internal compiler error: .*' "$2/errors")" >>"$scratch/skips"
        return
    fi
    echo "COMPILER: $(grep -m1 -a 'error\|PLEASE' "$2/errors")" >"$2/failures"
    cp "$2/program.cpp" "$out/$1.cpp"
}

# What campaigns do for each SEED: all of it; what needs compilers; the rest, elsewhere.
try() {
    local seed=$1 folder=$scratch/$1 kernel
    prepare "$seed" "$folder"
    judge "$seed" "$folder"
    for kernel in $(grep -aoP '^[A-Z]+ \K\d+(?=[ :])' "$folder/failures" | sort -nu); do shrink "$seed" "$kernel"; done
    rm -rf "$folder"
}
compile_only() {
    prepare "$1" "$out/programs/$1"
    rm -f "$out/programs/$1"/*.o
    echo . >>"$scratch/programs"
}
run_only() { judge "$1" "$out/programs/$1"; }

# fails FOLDER SEED KERNEL WAY [N…]: whether the kernel without these statements does, other than by breaking the rules.
fails() {
    local folder=$1 seed=$2 kernel=$3 way=$4
    shift 4
    "$generate" "$seed" --only "$kernel" "$@" >"$folder/program.cpp"
    compile "$folder" "$seed" 2>/dev/null || return 1
    rm -rf "$folder/cache"
    run "$folder" "$way"
    grep -aqv '^RULES\|REFERENCE$' "$folder/failures"
}

# shrink SEED KERNEL: leaves out as many statements as it can, many at a time, while the kernel fails.
shrink() {
    local seed=$1 kernel=$2 folder=$scratch/shrink-$1-$2 dropped=() end=$((SECONDS + ${SHRINK_SECONDS:-300}))
    local count size first way=
    mkdir -p "$folder"
    count=$("$generate" "$seed" --count "$kernel")
    if ((${SHRINK_SECONDS:-300} > 0)) && fails "$folder" "$seed" "$kernel" ""; then
        way=$(grep -m1 -aoP "^[A-Z]+ $kernel \\K[a-z]+" "$folder/failures") # the first that fails is enough
        for ((size = (count + 1) / 2; size > 0; size /= 2)); do
            for ((first = count - size; first > -size; first -= size)); do
                ((SECONDS < end)) || break 2
                local more=() n
                for ((n = first > 0 ? first : 0; n < first + size; ++n)); do
                    [[ " ${dropped[*]} " == *" $n "* ]] || more+=("$n")
                done
                ((${#more[@]})) && fails "$folder" "$seed" "$kernel" "$way" "${dropped[@]}" "${more[@]}" && dropped+=("${more[@]}")
            done
        done
    fi
    {
        echo "// ndweave-random-programs $seed --only $kernel ${dropped[*]}"
        echo "// Compiled with $(options_of "$seed")"
        "$generate" "$seed" --only "$kernel" "${dropped[@]}"
    } >"$out/$seed-$kernel.cpp"
    rm -rf "$folder"
}

# campaign STEP UNTIL PROGRAMS SEED: until this second, or for so many programs.
campaign() {
    local step=$1 until=$2 programs=$3 seed=$4 jobs=${JOBS:-$(nproc)} job runs failures
    echo "random programs from seed $seed"
    : >"$out/failures.txt"
    for ((job = 0; job < jobs; ++job)); do
        (
            trap - EXIT
            for ((n = job; n < programs && SECONDS < until; n += jobs)); do $step $((seed + n)); done
        ) &
    done
    wait
    [[ -e $scratch/skips ]] && sed 's/^SKIP [0-9]*/SKIP/' "$scratch/skips" | sort | uniq -c
    cat "$out/failures.txt"
    runs=$(awk '{n += $1} END {print n + 0}' "$scratch/runs" 2>/dev/null) failures=$(wc -l <"$out/failures.txt")
    echo "$(wc -l <"$scratch/programs") programs of $kernels kernels, ${runs:-0} runs, $failures failures"
    ((failures == 0)) && [[ $step == compile_only || ${runs:-0} -gt 0 ]]
}

fresh=$((RANDOM * 32768 + RANDOM)) forever=1000000000
case ${1:-} in
    --shrink) compile_driver && shrink "$2" "$3" && cat "$out/$2-$3.cpp" ;;
    --programs) compile_driver && campaign try $forever "$2" "${3:-$fresh}" ;;
    --compile) compile_driver && campaign compile_only $forever "$2" "$3" ;;
    --run) campaign run_only $forever "$2" "$3" ;;
    [0-9]*) compile_driver && campaign try $((SECONDS + $1 * 60)) $forever "${2:-$fresh}" ;;
    *) sed -n '2,14p' "${BASH_SOURCE[0]}" && exit 2 ;;
esac
