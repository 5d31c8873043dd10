// Writes a random program of SYCL kernels to the standard output.
//
//   ndweave-random-programs SEED [KERNELS]          with kernels 0 .. KERNELS - 1 (12)
//   ndweave-random-programs SEED --only K [N…]      with kernel K alone, without its statements N…
//   ndweave-random-programs SEED --count K          how many statements kernel K has
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "kernel.hpp"

namespace random_programs {
namespace {

/// Kernels of a program follow each from its own seed, so that one is the same alone.
random_kernel kernel_of(std::uint64_t seed, unsigned number) { return {seed * 1'000'003 + number, number}; }

void write_program(std::uint64_t seed, const std::vector<unsigned>& numbers, const std::set<unsigned>& dropped) {
    std::cout << "// Random program " << seed
              << ", written by ndweave-random-programs.\n#include <algorithm>\n#include <bit>\n\n"
              << "#include \"program.hpp\"\n\nnamespace RANDOM_PROGRAM_SIDE {\nnamespace {\n\n";
    for (const unsigned k : numbers) std::cout << kernel_of(seed, k).text(dropped) << '\n';
    std::cout << "const kernel all[] = {\n";
    for (const unsigned k : numbers) {
        const std::string space = "kernel_" + std::to_string(k) + "::";
        std::cout << "    {" << k << ", " << space << "buffers, " << space << "wants, &" << space << "start},\n";
    }
    std::cout << "};\n\n}  // namespace\n\nconst std::span<const kernel> kernels = all;\n\n}  // namespace "
                 "RANDOM_PROGRAM_SIDE\n";
}

int usage() {
    std::cerr << "usage: ndweave-random-programs SEED [KERNELS | --only KERNEL [STATEMENT...] | --count KERNEL]\n";
    return 2;
}

int run(int argc, char** argv) {
    if (argc < 2) return usage();
    const auto number = [&](int k) { return static_cast<unsigned>(std::strtoul(argv[k], nullptr, 10)); };
    const std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
    if (argc > 3 && std::strcmp(argv[2], "--only") == 0) {
        std::set<unsigned> dropped;
        for (int k = 4; k < argc; ++k) dropped.insert(number(k));
        write_program(seed, {number(3)}, dropped);
    } else if (argc == 4 && std::strcmp(argv[2], "--count") == 0) {
        std::cout << kernel_of(seed, number(3)).statement_count() << '\n';
    } else if (argc <= 3 && (argc == 2 || number(2) > 0)) {
        std::vector<unsigned> numbers;
        for (unsigned k = 0; k < (argc == 3 ? number(2) : 12); ++k) numbers.push_back(k);
        write_program(seed, numbers, {});
    } else {
        return usage();
    }
    return 0;
}

}  // namespace
}  // namespace random_programs

int main(int argc, char** argv) { return random_programs::run(argc, argv); }
