#!/usr/bin/env bash
# check.sh SCRIPT BUILD: ci/sycl-suites.sh on a suite of three programs, of which one passes, one fails and one does not compile.
set -euo pipefail
script=$1
export BUILD=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
    printf '%s\n' "$1"
    exit 1
}

# program NAME: its folder and makefile; its source is standard input. It asks for an argument, and finds a header in a neighbour.
program() {
    mkdir -p "suite/src/$1-sycl" "suite/src/$1-cuda"
    echo '#define EXTENT 1000' >"suite/src/$1-cuda/extent.h"
    cat >"suite/src/$1-sycl/main.cpp"
    printf 'main: main.o\n\t$(CC) $^ -o $@\n%%.o: %%.cpp ../%s-cuda/extent.h\n\t$(CC) $(EXTRA_CFLAGS) -fsycl -I../%s-cuda -c $< -o $@\nrun: main\n\t$(LAUNCHER) ./main 3\n' \
        "$1" "$1" >"suite/src/$1-sycl/Makefile"
}
program adds <<'C'
#include <sycl/sycl.hpp>
#include <cstdio>
#include <cstdlib>
#include "extent.h"
int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const int more = std::atoi(argv[1]);
    sycl::queue q;
    int* const v = sycl::malloc_shared<int>(EXTENT, q);
    q.parallel_for(EXTENT, [=](sycl::item<1> i) { v[i] = static_cast<int>(i[0]) + more; }).wait();
    bool right = true;
    for (int i = 0; i < EXTENT; ++i) right = right && v[i] == i + more;
    std::printf("%s with %d\n", right ? "PASS" : "FAIL", more);
    sycl::free(v, q);
}
C
program races <<'C'
#include <sycl/sycl.hpp>
#include <cstdio>
int main() {
    sycl::queue q;
    int* const v = sycl::malloc_shared<int>(1, q);
    *v = 0;
    q.parallel_for(sycl::nd_range<1>(256, 256), [=](sycl::nd_item<1>) { *v = *v + 1; }).wait();
    std::puts(*v == 257 ? "PASS" : "FAIL");
    sycl::free(v, q);
}
C
program stops <<'C'
#include <sycl/sycl.hpp>
int main() { return sycl::no_such_name(); }
C
mkdir -p suite/src/waits-cuda
before=$(find suite -type f | sort | xargs sha256sum)

cat >arguments.tsv <<'T'
HeCBench	adds	5	-	-
T
if "$script" --arguments arguments.tsv --out out --seed 7 suite >log; then fail "failures do not show in the exit status"; fi
grep -q '^ *[0-9]* passed  *HeCBench/adds cpu$' log || fail "the right program does not pass: $(cat log)"
grep -q 'failed  *HeCBench/races cpu: FAIL; check mode: .*data race.*main.cpp:7' log || fail "the wrong program's cause is not named: $(cat log)"
grep -q "not compiled  *HeCBench/stops cpu: error: .*no_such_name" log || fail "the compiler's error is not told: $(cat log)"
grep -q 'PASS with 5' out/logs/HeCBench/adds.cpu || fail "the table's arguments are not used"
grep -q '^| HeCBench | cpu | 3 | 1 | 0 | 1 | 0 | 0 | 1 |$' out/table.md || fail "table.md: $(cat out/table.md)"
[[ $(wc -l <out/table.csv) == 4 ]] || fail "table.csv: $(cat out/table.csv)"
[[ $(find suite -type f | sort | xargs sha256sum) == "$before" ]] || fail "the checkout was changed"

# What is there is not tried again, unless it changes.
time_of() { stat -c %.Y "out/logs/HeCBench/$1.build"; }
adds=$(time_of adds) races=$(time_of races)
sed -i 's/257/255/' suite/src/races-sycl/main.cpp
"$script" --arguments arguments.tsv --out out --seed 8 --match 'adds|races' suite >/dev/null || true
[[ $(time_of adds) == "$adds" ]] || fail "a program that is known is built again"
[[ $(time_of races) != "$races" ]] || fail "a program that has changed is not built again"

# What takes too long, is ended.
sed -i 's/argc != 2) return 2/argc == 2) for (;;) std::fflush(stdout)/' suite/src/adds-sycl/main.cpp
if "$script" --arguments arguments.tsv --out out --match adds --run-limit 2 suite >log; then fail "a program that never ends is right"; fi
grep -q 'too long  *HeCBench/adds cpu: more than 2 s' log || fail "a program that never ends is not too long: $(cat log)"

# Parts have each program once; samples are as many as asked for.
count() { "$script" --arguments arguments.tsv --out out --run-limit 2 "$@" suite | sed -n 's/^\([0-9]*\) programs.*/\1/p'; }
[[ $(count --match nothing) == 0 ]] || fail "--match takes what it should not"
[[ $(count --shard 2/2 --match stops)$(count --shard 1/2 --match stops) =~ ^(01|10)$ ]] || fail "parts do not have each program once"
[[ $(count --sample 1 --match 'stops|adds') == 1 ]] || fail "--sample 1 is not one program"

# SYCL-CTS has test cases, which count, and asks for its submodules.
mkdir -p cts/oclmath cts/tests/sums cts/tests/wanted
touch cts/run_conformance_tests.py
cat >cts/CMakeLists.txt <<'L'
cmake_minimum_required(VERSION 3.15)
project(cts LANGUAGES CXX)
find_package(${SYCL_IMPLEMENTATION} REQUIRED)
include(Adapt${SYCL_IMPLEMENTATION})
function(add_cts_test)
  add_sycl_executable_implementation(NAME test_sums OBJECT_LIBRARY sums TESTS ${ARGN})
endfunction()
add_subdirectory(tests)
L
echo 'add_subdirectory(sums)' >cts/tests/CMakeLists.txt
echo 'add_cts_test(${CMAKE_CURRENT_SOURCE_DIR}/sums.cpp)' >cts/tests/sums/CMakeLists.txt
printf 'if(WANTED)\n    add_cts_test(wanted.cpp)\nendif()\n' >cts/tests/wanted/CMakeLists.txt
cat >cts/tests/sums/sums.cpp <<'C'
#include <sycl/sycl.hpp>
#include <cstdio>
int main() {
    sycl::queue().single_task([] {}).wait();
    std::puts("test cases: 7 | 4 passed | 1 failed | 1 failed as expected | 1 skipped");
    return 42;
}
C
if "$script" --out out cts 2>message; then fail "a checkout without its submodules is taken"; fi
grep -q 'vendor/Catch2 and vendor/OpenCL-Headers not there.*git submodule update --init' message || fail "submodules: $(cat message)"
mkdir -p cts/vendor/Catch2 cts/vendor/OpenCL-Headers
touch cts/vendor/{Catch2,OpenCL-Headers}/CMakeLists.txt
if "$script" --out out cts >log; then fail "test cases that fail do not show in the exit status"; fi
grep -q 'failed  *SYCL-CTS/sums cpu: 1 of 7 test cases' log || fail "test cases are not counted: $(cat log)"
grep -q '^| sums | cpu | 4 | 1 | 2 |$' out/table.md || fail "table.md has no test cases: $(cat out/table.md)"

mkdir nothing
if "$script" --out out nothing 2>message; then fail "a folder of no suite is taken"; fi
grep -q 'none of the suites' message || fail "a folder of no suite is not told: $(cat message)"
if "$script" --out out --device cpu:loops suite 2>message; then fail "a device that there is not is taken"; fi
echo "ci/sycl-suites.sh tells what passes, what fails and why, and what does not compile"
