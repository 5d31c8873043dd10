/// The memory of one launch: all buffers of a kernel with their first contents, and a margin around each that nobody
/// may write to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "program.hpp"

namespace random_programs {

class memory {
public:
    /// Contents and numbers follow from `seed`.
    memory(std::span<const buffer> buffers, std::uint64_t seed);

    /// Where the buffers lie in memory that begins at `start`.
    std::vector<void*> pointers(unsigned char* start) const;
    const std::uint32_t* numbers() const { return numbers_; }

    std::vector<unsigned char>& bytes() { return bytes_; }

    /// Empty where both are the same bit for bit, else the first difference.
    std::string difference(const memory& expected) const;

private:
    static constexpr std::size_t margin = 64;

    void fill(std::size_t k, std::uint64_t seed);
    std::string element_text(std::size_t k, std::size_t i) const;

    std::span<const buffer> buffers_;
    std::vector<std::size_t> offsets_;
    std::vector<unsigned char> bytes_;
    std::uint32_t numbers_[number_count];
};

}  // namespace random_programs
