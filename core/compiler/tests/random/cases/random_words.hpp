/// Words in memory of a chosen alignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <vector>

namespace ndweave::compiler::testing {

template <class T>
struct aligned_allocator {
    using value_type = T;
    using propagate_on_container_copy_assignment = std::true_type;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    std::size_t alignment = 16;  // bytes

    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(alignment))); }
    void deallocate(T* at, std::size_t) { ::operator delete(at, std::align_val_t(alignment)); }

    bool operator==(const aligned_allocator&) const = default;
};

using random_words = std::vector<std::uint32_t, aligned_allocator<std::uint32_t>>;

}  // namespace ndweave::compiler::testing
