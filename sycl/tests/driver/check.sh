#!/usr/bin/env bash
# check.sh DRIVER: ndweave-c++ in place of another implementation's compiler, with the options that programs' makefiles give it.
set -euo pipefail
driver=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
    echo "$1"
    exit 1
}

cat >kernel.cpp <<'C'
#include <sycl/sycl.hpp>
int sum(int n) {
    sycl::queue q;
    int* const total = sycl::malloc_shared<int>(1, q);
    *total = 0;
    q.submit([&](sycl::handler& h) {
        sycl::local_accessor<int, 1> part(sycl::range<1>(64), h);
        h.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> item) {
            const int l = item.get_local_id(0);
            int mine = 0;
            for (int i = l; i < n; i += item.get_local_range(0)) mine += i;
            part[l] = mine;
            item.barrier(sycl::access::fence_space::local_space);
            for (int step = 32; step > 0; step /= 2) {
                if (l < step) part[l] += part[l + step];
                item.barrier(sycl::access::fence_space::local_space);
            }
            if (l == 0) *total = part[0];
        });
    });
    q.wait();
    const int result = *total;
    sycl::free(total, q);
    return result;
}
C
cat >main.cpp <<'C'
#include <cstdio>
int sum(int n);
int main() { std::printf("%d\n", sum(EXTENT)); }
C
cat >Makefile <<'M'
CXXFLAGS = -std=c++17 -fsycl -fsycl-targets=nvptx64-nvidia-cuda -Xsycl-target-backend --cuda-gpu-arch=sm_70 -DEXTENT=1000
program: main.o kernel.o
	$(CXX) $(CXXFLAGS) -o $@ $^ -lsycl
M

# Compiled and linked apart, by a makefile that knows nothing of ndweave.
make -s CXX="$driver" || fail "a makefile with another implementation's options fails"
[[ $(./program) == 499500 ]] || fail "a program that was linked of two objects is wrong: $(./program)"

# clang++ takes C's suffix for C++, and so do others' compilers.
cp main.cpp main.c
"$driver" -Wno-deprecated -DEXTENT=20 main.c kernel.cpp -o of_c || fail "a C++ program with the suffix .c does not compile"
[[ $(./of_c) == 190 ]] || fail "a program with the suffix .c is wrong: $(./of_c)"

# At once, with an older standard, an option of AdaptiveCpp's and a warning level.
"$driver" -O3 -Wall -Werror -std=c++17 --acpp-targets=generic -DEXTENT=10 main.cpp kernel.cpp -o at_once || fail "at once: it does not compile"
[[ $(./at_once) == 45 ]] || fail "a program that was made at once is wrong: $(./at_once)"

# Kernels are embedded: without the kernel compiler's strategies this one would need fibers.
NDWEAVE_CPU=cbs ./at_once >/dev/null || fail "the kernels of the program are not embedded"

# A shared library.
"$driver" -fsycl -fPIC -shared kernel.cpp -o libkernel.so && "$driver" -DEXTENT=100 main.cpp -L. -lkernel -Wl,-rpath,"$work" -o with_library
[[ $(./with_library) == 4950 ]] || fail "a program with a library of kernels is wrong"

# The header, precompiled as a header of one's own that includes it, by its suffix and by its language.
echo '#include <sycl/sycl.hpp>' >all.hpp
"$driver" all.hpp -o all.pch || fail "a header is not precompiled"
"$driver" -x c++-header all.hpp -o same.pch || fail "a header is not precompiled by its language"
for header in all same; do
    "$driver" -DEXTENT=30 -include-pch $header.pch main.cpp kernel.cpp -o precompiled || fail "a program with a precompiled header does not compile"
    [[ $(NDWEAVE_CPU=cbs ./precompiled) == 435 ]] || fail "a program with a precompiled header is wrong: $(./precompiled)"
done

# Build systems ask which compiler it is.
"$driver" --version | grep -q clang || fail "--version does not tell the compiler"
"$driver" -dM -E -x c++ /dev/null | grep -q __cplusplus || fail "-dM -E does not tell the macros"
"$driver" -v 2>/dev/null || fail "-v alone is taken for a link"

# Attributes of kernels have their effect, and no warning; one without is an error.
cat >attributes.cpp <<'C'
#include <sycl/sycl.hpp>
#include <cstdio>
int main() {
    sycl::queue q;
    int* const size = sycl::malloc_shared<int>(1, q);
    q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) [[intel::reqd_sub_group_size(4), intel::kernel_args_restrict]] {
         *size = static_cast<int>(it.get_sub_group().get_max_local_range()[0]);
     }).wait();
    std::printf("%d\n", *size);
    sycl::free(size, q);
}
C
"$driver" -fsycl -Wall -Werror attributes.cpp -o attributes || fail "attributes of kernels do not compile"
[[ $(NDWEAVE_DEVICE=cpu ./attributes) == 4 ]] || fail "reqd_sub_group_size has no effect: $(./attributes)"
cat >declared.cpp <<'C'
#include <sycl/sycl.hpp>
struct kernel { [[sycl::reqd_work_group_size(8)]] void operator()(sycl::nd_item<1>) const; };
C
! "$driver" -c declared.cpp 2>/dev/null || fail "an attribute without an effect compiles"

# Errors are the compiler's.
echo 'int main() { return undeclared; }' >wrong.cpp
! "$driver" -c wrong.cpp 2>/dev/null || fail "a wrong program compiles"
echo "ndweave-c++ compiles what others' makefiles ask for"
