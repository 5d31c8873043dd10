/// What compiled kernels assume of the pointers that they capture, tested at each launch.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "compiler/abi.h"

namespace ndweave::detail {

/// Whether the captured pointers are multiples of `alignment` where the kernel assumes it.
bool meets_alignment(const ndw_compiled_kernel&, std::uint32_t alignment, const void* functor);

/// Of pointers of which nothing can be said.
constexpr std::uint64_t pointers_anywhere = ~std::uint64_t{0};

/// Which of the pointers that the kernel assumes to lead into allocations of their own lead into the same ones, as
/// ndw_kernel_variant::pointer_classes says it: 0 where the launch meets the assumption, pointers_anywhere where none
/// leads apart from others or it cannot be said. Null leads nowhere.
std::uint64_t pointer_classes_of(const ndw_compiled_kernel&, const void* functor);

/// Whether launches that meet what `kernel` assumes of captured pointers meet what `other` assumes; both are compiled
/// for these classes.
bool implies_distinction(const ndw_compiled_kernel& kernel, const ndw_compiled_kernel& other, std::uint64_t classes);

/// What became of the pointers of one kernel's last launches: the same ones lead where they led until memory is
/// allocated or freed. Thread-safe, without a lock.
class distinct_launches {
public:
    /// pointer_classes_of the kernel, which must be the same in all calls.
    std::uint64_t classes_of(const ndw_compiled_kernel&, const void* functor);

private:
    static constexpr std::uint32_t max_pointers = 32;  // more are looked up each time
    static constexpr std::uint32_t launches = 4;       // as of arrays that take turns

    class known_launch {
    public:
        std::optional<std::uint64_t> find(const ndw_compiled_kernel&, const void* functor, std::uint64_t changes) const;
        void remember(const ndw_compiled_kernel&, const void* functor, std::uint64_t changes, std::uint64_t classes);

    private:
        std::atomic<std::uint32_t> version_ = 0;  // odd while the rest is written
        std::atomic<std::uint64_t> changes_ = 0;  // allocation_map::changes then; 0: nothing is known
        std::atomic<std::uint64_t> classes_ = 0;
        std::array<std::atomic<std::uintptr_t>, max_pointers> pointers_{};
    };

    std::array<known_launch, launches> known_;
};

}  // namespace ndweave::detail
