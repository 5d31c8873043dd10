// usage: main embedded|library: runs a kernel, checks its result, and that it is or is not embedded as bitcode.
#include <cstdio>
#include <cstring>
#include <ndweave/ndweave.hpp>

template <class F>
bool is_embedded(const F&) {
    return ndweave::detail::record<F, 1, ndweave::detail::kernel_kind::basic>.bitcode != nullptr;
}

int main(int argc, char** argv) {
    constexpr int n = 1001;
    ndweave::queue queue;
    int* numbers = ndweave::malloc_shared<int>(n, queue);
    const auto kernel = [=](ndweave::id<1> i) { numbers[i] = 3 * static_cast<int>(i[0]) + 1; };
    queue.parallel_for(ndweave::range<1>(n), kernel).wait();
    for (int i = 0; i < n; ++i) {
        if (numbers[i] != 3 * i + 1) {
            std::fprintf(stderr, "number %d is %d\n", i, numbers[i]);
            return 1;
        }
    }
    ndweave::free(numbers, queue);

    const bool expected = argc > 1 && std::strcmp(argv[1], "embedded") == 0;
    if (is_embedded(kernel) != expected) {
        std::fprintf(stderr, "the kernel is %sembedded\n", expected ? "not " : "");
        return 1;
    }
}
