/// Atomic operations, function objects and local memory of the reference. Work-items take turns, so ordinary operations
/// are atomic.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "index_space.hpp"

namespace reference {

enum class memory_order { relaxed, acquire, release, acq_rel, seq_cst };
enum class memory_scope { work_item, sub_group, work_group, device, system };
namespace access {
enum class address_space { global_space, local_space, generic_space };
}

template <class T, memory_order, memory_scope, access::address_space = access::address_space::generic_space>
class atomic_ref {
public:
    explicit atomic_ref(T& object) : at_(&object) {}
    T fetch_add(T v) const { return replace(static_cast<T>(*at_ + v)); }
    T fetch_sub(T v) const { return replace(static_cast<T>(*at_ - v)); }
    T fetch_min(T v) const { return replace(v < *at_ ? v : *at_); }
    T fetch_max(T v) const { return replace(*at_ < v ? v : *at_); }
    T fetch_and(T v) const { return replace(static_cast<T>(*at_ & v)); }
    T fetch_or(T v) const { return replace(static_cast<T>(*at_ | v)); }
    T fetch_xor(T v) const { return replace(static_cast<T>(*at_ ^ v)); }

private:
    T replace(T by) const {
        const T old = *at_;
        *at_ = by;
        return old;
    }
    T* at_;
};

template <class = void>
struct plus {
    template <class T>
    T operator()(T a, T b) const {
        return static_cast<T>(a + b);
    }
};
template <class = void>
struct bit_and {
    template <class T>
    T operator()(T a, T b) const {
        return static_cast<T>(a & b);
    }
};
template <class = void>
struct bit_or {
    template <class T>
    T operator()(T a, T b) const {
        return static_cast<T>(a | b);
    }
};
template <class = void>
struct bit_xor {
    template <class T>
    T operator()(T a, T b) const {
        return static_cast<T>(a ^ b);
    }
};
template <class = void>
struct minimum {
    template <class T>
    T operator()(T a, T b) const {
        return b < a ? b : a;
    }
};
template <class = void>
struct maximum {
    template <class T>
    T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};

class handler;

/// Local memory of the group that runs. What nobody wrote is not.
template <class T, int D>
class local_accessor {
public:
    local_accessor(range<D> extent, handler&) : extent_(extent), cells_(new T[extent.size()]) {
        static unsigned char garbage = 0x5a;
        std::memset(static_cast<void*>(cells_.get()), ++garbage, extent.size() * sizeof(T));
    }
    decltype(auto) operator[](std::size_t i) const {
        if constexpr (D == 1) {
            return (cells_[i]);
        } else {
            return cells_.get() + i * extent_[1];
        }
    }
    T& operator[](const id<D>& i) const { return cells_[linear(i, extent_)]; }

private:
    range<D> extent_;
    std::shared_ptr<T[]> cells_;
};

}  // namespace reference
