/// SYCL 2020 stream (4.16): text of kernels on the standard output. Kernels write their operands down as numbers; the
/// host makes text of them behind the kernel, with the rules of the standard library's output streams, so that kernels
/// stay small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

#include "ndweave/atomic_ref.hpp"
#include "sycl/execution/detail/stream_records.hpp"
#include "sycl/execution/handler.hpp"
#include "sycl/execution/property_list.hpp"
#include "sycl/memory/multi_ptr.hpp"
#include "sycl/types/bfloat16.hpp"
#include "sycl/types/half.hpp"
#include "sycl/types/vec.hpp"

namespace sycl {

using ndweave::group;
using ndweave::item;
using ndweave::nd_item;

enum class stream_manipulator : std::uint8_t {
    flush,
    dec,
    hex,
    oct,
    noshowbase,
    showbase,
    noshowpos,
    showpos,
    endl,
    fixed,
    scientific,
    hexfloat,
    defaultfloat,
};

inline constexpr stream_manipulator flush = stream_manipulator::flush;
inline constexpr stream_manipulator dec = stream_manipulator::dec;
inline constexpr stream_manipulator hex = stream_manipulator::hex;
inline constexpr stream_manipulator oct = stream_manipulator::oct;
inline constexpr stream_manipulator noshowbase = stream_manipulator::noshowbase;
inline constexpr stream_manipulator showbase = stream_manipulator::showbase;
inline constexpr stream_manipulator noshowpos = stream_manipulator::noshowpos;
inline constexpr stream_manipulator showpos = stream_manipulator::showpos;
inline constexpr stream_manipulator endl = stream_manipulator::endl;
inline constexpr stream_manipulator fixed = stream_manipulator::fixed;
inline constexpr stream_manipulator scientific = stream_manipulator::scientific;
inline constexpr stream_manipulator hexfloat = stream_manipulator::hexfloat;
inline constexpr stream_manipulator defaultfloat = stream_manipulator::defaultfloat;

namespace detail {
struct stream_precision {
    int digits;
};
struct stream_width {
    int characters;
};
}  // namespace detail

/// The digits of the floating-point numbers that follow.
constexpr detail::stream_precision setprecision(int digits) { return {digits}; }
/// The least characters of each number that follows, up to the next flush or endl.
constexpr detail::stream_width setw(int characters) { return {characters}; }

/// What a work-item writes up to a flush or endl, or to its end, is printed in one piece when the kernel has ended,
/// before the group's event is complete. Manipulators hold for the work-item, until it changes them. Characters beyond
/// the limits are lost, never written elsewhere; a manipulator counts as one towards `size`.
class NDWEAVE_EXPORT stream {
public:
    /// Of the group's kernel. Both limits in characters: of the launch, and of a work-item between two flushes. Throws
    /// errc::feature_not_supported for a queue that records a graph.
    stream(std::size_t totalBufferSize, std::size_t workItemBufferSize, handler& cgh, const property_list& = {});

    std::size_t size() const noexcept { return size_; }
    std::size_t get_work_item_buffer_size() const { return work_item_size_; }
    // SYCL 1.2.1's.
    std::size_t get_size() const { return size_; }
    std::size_t get_max_statement_size() const { return work_item_size_; }
    std::size_t get_precision() const { return 6; }
    stream_manipulator get_stream_mode() const { return stream_manipulator::defaultfloat; }

    /// No property is one of streams.
    template <class Property>
    bool has_property() const noexcept {
        return false;
    }
    template <class Property>
    Property get_property() const {
        return property_list().get_property<Property>();
    }

    friend bool operator==(const stream& a, const stream& b) { return a.head_ == b.head_; }

    friend const stream& operator<<(const stream& os, const char* text) {
        os.put_text(text);
        return os;
    }
    template <class T>
    requires std::is_arithmetic_v<T> friend const stream& operator<<(const stream& os, const T& x) {
        os.put_number(x);
        return os;
    }
    friend const stream& operator<<(const stream& os, const half& x) { return os << static_cast<float>(x); }
    friend const stream& operator<<(const stream& os, const ext::oneapi::bfloat16& x) {
        return os << static_cast<float>(x);
    }
    friend const stream& operator<<(const stream& os, char* text) {
        os.put_text(text);
        return os;
    }
    template <class T>
    friend const stream& operator<<(const stream& os, T* pointer) {
        os.put(detail::stream_kind::pointer, 0, reinterpret_cast<std::uintptr_t>(pointer));
        return os;
    }
    template <class T, access::address_space Space, access::decorated Decorated>
    friend const stream& operator<<(const stream& os, const multi_ptr<T, Space, Decorated>& pointer) {
        os.put(detail::stream_kind::pointer, 0, reinterpret_cast<std::uintptr_t>(pointer.get_raw()));
        return os;
    }

    friend const stream& operator<<(const stream& os, stream_manipulator m) {
        os.put(detail::stream_kind::manipulator, 0, static_cast<std::uint64_t>(m));
        return os;
    }
    friend const stream& operator<<(const stream& os, detail::stream_precision p) {
        os.put(detail::stream_kind::precision, 0, static_cast<std::uint32_t>(p.digits));
        return os;
    }
    friend const stream& operator<<(const stream& os, detail::stream_width w) {
        os.put(detail::stream_kind::width, 0, static_cast<std::uint32_t>(w.characters));
        return os;
    }

    /// Elements as they are, with commas: "1, 2, 3".
    template <detail::vec_like V>
    friend const stream& operator<<(const stream& os, const V& v) {
        for (int k = 0; k < detail::vec_traits<V>::lanes; ++k) {
            if (k != 0) os.put(detail::stream_label::comma);
            os << static_cast<typename detail::vec_traits<V>::element>(v[k]);
        }
        return os;
    }

    /// "{1, 2, 3}"
    template <int D>
    friend const stream& operator<<(const stream& os, const id<D>& i) {
        os.put_place(i);
        return os;
    }
    template <int D>
    friend const stream& operator<<(const stream& os, const range<D>& r) {
        os.put_place(r);
        return os;
    }
    /// "item(range: {8}, id: {1})"
    template <int D, bool WithOffset>
    friend const stream& operator<<(const stream& os, const item<D, WithOffset>& it) {
        using label = detail::stream_label;
        return os.put(label::item, it.get_range()).put(label::item_id, it.get_id()).put(label::end);
    }
    /// "nd_range(global_range: {8}, local_range: {4}, offset: {0})"
    template <int D>
    friend const stream& operator<<(const stream& os, const nd_range<D>& r) {
        using label = detail::stream_label;
        return os.put(label::nd_range, r.get_global_range())
            .put(label::local_range, r.get_local_range())
            .put(label::offset, r.get_offset())
            .put(label::end);
    }
    /// "nd_item(global_id: {5}, local_id: {1})"
    template <int D>
    friend const stream& operator<<(const stream& os, const nd_item<D>& it) {
        using label = detail::stream_label;
        return os.put(label::nd_item, it.get_global_id()).put(label::local_id, it.get_local_id()).put(label::end);
    }
    /// "group(id: {1}, global_range: {8}, local_range: {4}, group_range: {2})"
    template <int D>
    friend const stream& operator<<(const stream& os, const group<D>& g) {
        using label = detail::stream_label;
        return os.put(label::group, g.get_group_id())
            .put(label::global_range, g.get_group_range() * g.get_local_range())
            .put(label::local_range, g.get_local_range())
            .put(label::group_range, g.get_group_range())
            .put(label::end);
    }
    /// "h_item(global: item(…), logical_local: item(…), physical_local: item(…))"
    template <int D>
    friend const stream& operator<<(const stream& os, const h_item<D>& it) {
        using label = detail::stream_label;
        return os.put(label::h_item, it.get_global())
            .put(label::logical_local, it.get_logical_local())
            .put(label::physical_local, it.get_physical_local())
            .put(label::end);
    }

private:
    friend struct std::hash<stream>;

    /// The first of `count` records, which need not be there: below the capacity are those that are.
    std::uint32_t reserve(std::uint32_t count) const {
        const ndweave::atomic_ref<std::uint32_t, ndweave::memory_order::relaxed, ndweave::memory_scope::device> used(
            head_->used);
        // A full buffer is left alone, so that the counter does not overflow.
        return used.load() < capacity_ ? used.fetch_add(count) : capacity_;
    }
    void write(std::uint32_t at, std::uint64_t kind, std::uint64_t bytes, std::uint64_t value) const {
        if (at < capacity_) records()[at] = {kind << 48 | bytes << 56 | __ndweave_item_number(), value};
    }
    detail::stream_record* records() const { return reinterpret_cast<detail::stream_record*>(head_ + 1); }

    const stream& put(detail::stream_kind kind, std::size_t bytes, std::uint64_t value) const {
        write(reserve(1), static_cast<std::uint64_t>(kind), bytes, value);
        return *this;
    }
    const stream& put(detail::stream_label l) const {
        return put(detail::stream_kind::label, 0, static_cast<std::uint64_t>(l));
    }
    template <class T>
    const stream& put(detail::stream_label l, const T& x) const {
        return put(l) << x;
    }

    template <class T>
    void put_number(const T& x) const {
        using kind = detail::stream_kind;
        static_assert(!std::is_same_v<T, long double>, "kernels have no long double: print a double");
        if constexpr (std::is_same_v<T, bool>) {
            put(kind::boolean, 1, x);
        } else if constexpr (sizeof(T) == 1) {
            put(kind::text, 1, static_cast<unsigned char>(x));
        } else if constexpr (std::is_same_v<T, float>) {
            put(kind::float_number, 4, __builtin_bit_cast(std::uint32_t, x));
        } else if constexpr (std::is_same_v<T, double>) {
            put(kind::double_number, 8, __builtin_bit_cast(std::uint64_t, x));
        } else if constexpr (std::is_signed_v<T>) {
            put(kind::signed_number, sizeof(T), static_cast<std::uint64_t>(static_cast<std::int64_t>(x)));
        } else {
            put(kind::unsigned_number, sizeof(T), x);
        }
    }
    template <class Place>
    void put_place(const Place& p) const {
        for (int d = 0; d < Place::dimensions; ++d)
            put(detail::stream_kind::place, static_cast<std::size_t>(d + 4 * (Place::dimensions - 1)), p[d]);
    }

    void put_text(const char* text) const {
        // A call reserves at most so many records, so that the counter does not overflow.
        constexpr std::size_t most = 1024, each = sizeof(std::uint64_t);
        std::size_t length = 0;
        while (text[length] != '\0') ++length;
        for (std::size_t begin = 0; begin < length; begin += most * each) {
            const std::size_t end = length - begin < most * each ? length : begin + most * each;
            std::uint32_t at = reserve(static_cast<std::uint32_t>((end - begin + each - 1) / each));
            for (std::size_t i = begin; i < end; i += each) {
                const std::size_t bytes = end - i < each ? end - i : each;
                std::uint64_t characters = 0;
                for (std::size_t k = 0; k < bytes; ++k)
                    characters |= std::uint64_t{static_cast<unsigned char>(text[i + k])} << 8 * k;
                write(at++, static_cast<std::uint64_t>(detail::stream_kind::text), bytes, characters);
            }
        }
    }

    detail::stream_head* head_;  // memory of the device
    std::uint32_t capacity_;     // records behind it
    std::size_t size_, work_item_size_;
};

}  // namespace sycl

template <>
struct std::hash<sycl::stream> {
    std::size_t operator()(const sycl::stream& s) const noexcept { return std::hash<const void*>()(s.head_); }
};
