/// sycl_ext_oneapi_sub_group_mask: which work-items of a sub-group a condition holds for.
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ndweave/nd_item.hpp"
#include "sycl/types/marray.hpp"

#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK 2

namespace sycl::ext::oneapi {

/// Bit k is of the work-item with local id k; there are as many bits as the sub-group may have work-items, 64 at most.
class sub_group_mask {
public:
    static constexpr std::size_t max_bits = 64;

    class reference {
    public:
        constexpr reference(sub_group_mask& mask, std::uint32_t at) : mask_(mask), at_(at) {}
        constexpr reference& operator=(bool value) {
            mask_.set(ndweave::id<1>(at_), value);
            return *this;
        }
        constexpr reference& operator=(const reference& other) { return *this = static_cast<bool>(other); }
        constexpr operator bool() const { return mask_.test(ndweave::id<1>(at_)); }
        constexpr bool operator~() const { return !static_cast<bool>(*this); }
        constexpr reference& flip() { return *this = !static_cast<bool>(*this); }

    private:
        sub_group_mask& mask_;
        std::uint32_t at_;
    };

    constexpr sub_group_mask(std::uint64_t bits, std::uint32_t size) : bits_(bits), size_(size) { trim(); }

    constexpr bool test(ndweave::id<1> at) const { return at[0] < size_ && (bits_ >> at[0] & 1) != 0; }
    constexpr bool operator[](ndweave::id<1> at) const { return test(at); }
    constexpr reference operator[](ndweave::id<1> at) { return {*this, static_cast<std::uint32_t>(at[0])}; }
    constexpr bool all() const { return bits_ == full(); }
    constexpr bool any() const { return bits_ != 0; }
    constexpr bool none() const { return bits_ == 0; }
    constexpr std::uint32_t count() const { return static_cast<std::uint32_t>(__builtin_popcountll(bits_)); }
    constexpr std::uint32_t size() const { return size_; }
    /// The lowest and highest work-item whose bit is set; the size if there is none.
    constexpr ndweave::id<1> find_low() const {
        return any() ? static_cast<std::size_t>(__builtin_ctzll(bits_)) : size_;
    }
    constexpr ndweave::id<1> find_high() const {
        return any() ? static_cast<std::size_t>(63 - __builtin_clzll(bits_)) : size_;
    }

    /// Replaces the bits from `at` on by those of an integer, or of integers in order.
    template <class T>
    constexpr void insert_bits(const T& bits, ndweave::id<1> at = 0) {
        if constexpr (std::is_integral_v<T>) {
            insert(static_cast<std::make_unsigned_t<T>>(bits), sizeof(T) * CHAR_BIT, at[0]);
        } else {
            using element = typename T::value_type;
            constexpr std::size_t width = sizeof(element) * CHAR_BIT;
            for (std::size_t k = 0; k < T::size(); ++k) {
                insert(static_cast<std::make_unsigned_t<element>>(bits[k]), width, at[0] + k * width);
            }
        }
    }
    /// The bits from `at` on, as many as fit; the rest are 0.
    template <class T>
    constexpr void extract_bits(T& bits, ndweave::id<1> at = 0) const {
        if constexpr (std::is_integral_v<T>) {
            bits = static_cast<T>(from(at[0]));
        } else {
            using element = typename T::value_type;
            for (std::size_t k = 0; k < T::size(); ++k) {
                bits[k] = static_cast<element>(from(at[0] + k * sizeof(element) * CHAR_BIT));
            }
        }
    }

    constexpr void set() { bits_ = full(); }
    constexpr void set(ndweave::id<1> at, bool value = true) {
        if (at[0] >= size_) return;
        const std::uint64_t bit = std::uint64_t{1} << at[0];
        bits_ = value ? bits_ | bit : bits_ & ~bit;
    }
    constexpr void reset() { bits_ = 0; }
    constexpr void reset(ndweave::id<1> at) { set(at, false); }
    constexpr void reset_low() { bits_ &= bits_ - 1; }
    constexpr void reset_high() {
        if (any()) reset(find_high());
    }
    constexpr void flip() { bits_ ^= full(); }
    constexpr void flip(ndweave::id<1> at) { set(at, !test(at)); }

    friend constexpr bool operator==(const sub_group_mask& a, const sub_group_mask& b) { return a.bits_ == b.bits_; }
    constexpr sub_group_mask operator~() const { return {~bits_, size_}; }
    constexpr sub_group_mask& operator&=(const sub_group_mask& b) { return *this = {bits_ & b.bits_, size_}; }
    constexpr sub_group_mask& operator|=(const sub_group_mask& b) { return *this = {bits_ | b.bits_, size_}; }
    constexpr sub_group_mask& operator^=(const sub_group_mask& b) { return *this = {bits_ ^ b.bits_, size_}; }
    constexpr sub_group_mask& operator<<=(std::size_t n) { return *this = {n < 64 ? bits_ << n : 0, size_}; }
    constexpr sub_group_mask& operator>>=(std::size_t n) { return *this = {n < 64 ? bits_ >> n : 0, size_}; }
    constexpr sub_group_mask operator<<(std::size_t n) const { return sub_group_mask(*this) <<= n; }
    constexpr sub_group_mask operator>>(std::size_t n) const { return sub_group_mask(*this) >>= n; }
    friend constexpr sub_group_mask operator&(sub_group_mask a, const sub_group_mask& b) { return a &= b; }
    friend constexpr sub_group_mask operator|(sub_group_mask a, const sub_group_mask& b) { return a |= b; }
    friend constexpr sub_group_mask operator^(sub_group_mask a, const sub_group_mask& b) { return a ^= b; }

private:
    constexpr std::uint64_t full() const { return size_ < 64 ? (std::uint64_t{1} << size_) - 1 : ~std::uint64_t{0}; }
    constexpr void trim() { bits_ &= full(); }
    constexpr std::uint64_t from(std::size_t at) const { return at < 64 ? bits_ >> at : 0; }
    constexpr void insert(std::uint64_t bits, std::size_t width, std::size_t at) {
        if (at >= 64) return;
        const std::uint64_t place = (width < 64 ? (std::uint64_t{1} << width) - 1 : ~std::uint64_t{0}) << at;
        bits_ = (bits_ & ~place) | (bits << at & place);
        trim();
    }

    std::uint64_t bits_;
    std::uint32_t size_;
};

/// The work-items of the sub-group whose `predicate` holds. All of them come.
inline sub_group_mask group_ballot(const ndweave::sub_group& g, bool predicate = true) {
    const std::uint32_t size = g.get_max_local_range()[0], here = g.get_local_linear_range();
    const std::uint64_t members = here < 64 ? (std::uint64_t{1} << here) - 1 : ~std::uint64_t{0};
    return {__ndweave_members_ballot(predicate, members), size};
}

}  // namespace sycl::ext::oneapi
