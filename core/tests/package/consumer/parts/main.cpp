// usage: many embedded|library: runs every part, and checks that their kernels are or are not embedded as bitcode.
#include <cstdio>
#include <cstring>

#include "parts.hpp"

int main(int argc, char** argv) {
    ndweave::queue q;
    int wrong = 0;
    const bool expected = argc > 1 && std::strcmp(argv[1], "embedded") == 0;
    std::size_t compiled = 0, all = 0;
    ndweave::set_kernel_log([&](const ndweave::kernel_log_entry& e) {
        ++all;
        compiled += e.compiled;
    });
    for (const auto& [name, part] : {std::pair("one", &one), std::pair("two", &two),
                                     std::pair("in_archive", &in_archive), std::pair("in_library", &in_library)}) {
        const int count = part(q);
        if (count != 0) std::fprintf(stderr, "%s: %d sums are wrong\n", name, count);
        wrong += count;
    }
    if (all < 10 || compiled != (expected ? all : 0)) {  // two of each part, and two of the header
        std::fprintf(stderr, "%zu of %zu kernels were embedded\n", compiled, all);
        return 1;
    }
    return wrong == 0 ? 0 : 1;
}
