/// Machine code of a kernel, linked but for where it will lie and what it calls: what an ELF object is made into, so
/// that a process can run it without a linker.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ndweave::code {

struct code_image {
    /// A function that the code calls: its address belongs into the 64 bits at `slot`.
    struct import {
        std::string name;
        std::uint64_t slot;
    };

    std::string bytes;                     // first what is run and read, then what is written; offsets go into it
    std::uint64_t writable = 0;            // where that begins, at a page; the size of `bytes` where nothing is written
    std::uint64_t entry = 0;               // of the kernel
    std::vector<std::uint64_t> addresses;  // of 64 bits to which the address of `bytes` is added
    std::vector<import> imports;
};

/// Pages of all processors that this is for.
inline constexpr std::uint64_t page_bytes = 4096;

std::string encode(const code_image&);
/// Nothing where the bytes are not a whole image, or point out of it.
std::optional<code_image> decode(std::string_view bytes);

}  // namespace ndweave::code
