/// A program of PTX that each of 64 threads runs on two numbers of its own, and what has to come of it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace ndweave::compiler::testing {

struct ptx_numbers {
    std::uint64_t first = 0, second = 0;
    bool operator==(const ptx_numbers&) const = default;
};

constexpr unsigned ptx_threads = 64;
using ptx_memory = std::array<ptx_numbers, ptx_threads>;

class ptx_program {
public:
    using pointer = std::shared_ptr<const ptx_program>;

    virtual ~ptx_program() = default;

    /// What it does, in a line.
    virtual std::string name() const = 0;

    /// Statements as LLVM 19 writes them. The thread's numbers are at [%rd6], the second is in %rs4, %r4 and %rd4, too;
    /// the results go to [%rd7], where zeros are. `index` is in the labels.
    virtual std::string body(unsigned index) const = 0;

    /// Nothing where it takes too many iterations.
    virtual std::optional<ptx_numbers> evaluate(const ptx_numbers&) const = 0;

    /// Simpler ones, the simplest first.
    virtual std::vector<pointer> simpler() const = 0;
};

/// Numbers of all sizes, with and without a sign.
ptx_memory random_ptx_memory(std::mt19937_64&);

/// Straight lines and loops that end, whichever numbers of `memory` they get; the same for the same seed.
std::vector<ptx_program::pointer> random_ptx_programs(std::uint64_t seed, ptx_memory& memory);

/// As LLVM spells them, or as the kernel compiler hands them on.
enum class ptx_spelling { plain, respelled };

/// A module for sm_90 with the programs as kernels "k0", "k1", … of two pointers.
std::string ptx_module(std::span<const ptx_program::pointer>, ptx_spelling);

}  // namespace ndweave::compiler::testing
