/// Memory of the program that a buffer uses where it is.
#pragma once

#include <cstddef>

#include "ndweave/detail/export.hpp"

namespace ndweave::detail {

/// While it lives, pointers into these bytes count as pointers into one allocation, as those into USM do: kernels of
/// the CPU then need not assume that they lead where others do.
class NDWEAVE_EXPORT user_memory {
public:
    user_memory(const void* memory, std::size_t bytes);
    user_memory(const user_memory&) = delete;
    ~user_memory();

private:
    const void* const memory_;
    const std::size_t bytes_;
};

}  // namespace ndweave::detail
