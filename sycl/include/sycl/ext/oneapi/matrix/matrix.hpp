/// sycl_ext_oneapi_matrix: small matrices that the work-items of a sub-group hold together. By the work-items' own
/// arithmetic and shuffles, not by tensor cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "sycl/core_names.hpp"
#include "sycl/memory/multi_ptr.hpp"
#include "sycl/types/bfloat16.hpp"
#include "sycl/types/half.hpp"

#define SYCL_EXT_ONEAPI_MATRIX 1

namespace sycl::ext::oneapi::experimental::matrix {

enum class use { a, b, accumulator };
enum class layout { row_major, col_major, dynamic };

namespace precision {
/// A float with 10 bits of fraction; elements are floats.
class tf32;
}  // namespace precision

template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout = layout::dynamic>
class joint_matrix;

namespace detail {

template <class T>
struct element {
    using type = T;
};
template <>
struct element<precision::tf32> {
    using type = float;
};

constexpr std::size_t divided(std::size_t n, std::size_t by) { return (n + by - 1) / by; }

/// Lines of `Depth` elements, the rows of an a or the columns of a b: line n is that of work-item n, and again of n +
/// Lines and so on; with fewer work-items, they have several, one sub-group's size from the next.
template <std::size_t Lines, std::size_t Depth>
struct line_place {
    explicit line_place(sub_group sg) : size(sg.get_max_local_range()[0]), first(sg.get_local_linear_id() % Lines) {}

    static constexpr std::size_t capacity = Lines * Depth;

    /// `f(slot, line, depth)` for each element of the work-item.
    template <class F>
    void for_each(const F& f) const {
        for (std::size_t n = 0; n < divided(Lines, size); ++n) {
            const std::size_t line = first + n * size;
            if (line >= Lines) break;
            for (std::size_t d = 0; d < Depth; ++d) f(n * Depth + d, line, d);
        }
    }

    const std::size_t size, first;
};

/// Elements of a result: a work-item's are those of a column, or of several, one sub-group's size from the next. Where
/// there are more work-items than columns, they share the rows.
template <std::size_t Rows, std::size_t Cols>
struct element_place {
    explicit element_place(sub_group sg) : size(sg.get_max_local_range()[0]) {
        const std::size_t lane = sg.get_local_linear_id();
        // Not where a work-item has several rows of a: in a shuffle all have to speak of the same one.
        sharing = size % Cols == 0 && Rows <= size ? size / Cols : 1;
        col = lane % Cols;
        is_idle = lane / Cols >= sharing;
        row = is_idle ? 0 : lane / Cols;
    }

    static constexpr std::size_t capacity = Rows * Cols;
    std::size_t rows() const { return divided(Rows, sharing); }
    std::size_t cols() const { return divided(Cols, size); }

    template <class F>
    void for_each(const F& f) const {
        if (is_idle) return;
        for (std::size_t m = 0; m < cols(); ++m) {
            for (std::size_t n = 0; n < rows(); ++n) {
                const std::size_t r = row + n * sharing, c = col + m * size;
                if (r < Rows && c < Cols) f(m * rows() + n, r, c);
            }
        }
    }

    const std::size_t size;
    std::size_t sharing, col, row;
    bool is_idle;
};

template <class M>
struct parts;

}  // namespace detail

/// a: Rows x depth; b: depth x Cols. `Layout` is that of the memory from which a and b are loaded.
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout>
class joint_matrix {
    static_assert(std::is_same_v<Group, sub_group>, "joint_matrix is of sub-groups");
    static_assert(Use == use::accumulator ? Layout == layout::dynamic : Layout != layout::dynamic,
                  "joint_matrix: a and b have a layout, accumulators have none");

public:
    joint_matrix() = default;
    joint_matrix(const joint_matrix&) = delete;
    joint_matrix& operator=(const joint_matrix&) = delete;

private:
    friend struct detail::parts<joint_matrix>;

    typename detail::element<T>::type elements_[Rows * Cols];  // few are used
};

namespace detail {

template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout>
struct parts<joint_matrix<Group, T, Use, Rows, Cols, Layout>> {
    using matrix = joint_matrix<Group, T, Use, Rows, Cols, Layout>;
    using type = typename element<T>::type;
    using place = std::conditional_t<Use == use::accumulator, element_place<Rows, Cols>,
                                     std::conditional_t<Use == use::a, line_place<Rows, Cols>, line_place<Cols, Rows>>>;

    static type* elements(matrix& m) { return m.elements_; }
    static const type* elements(const matrix& m) { return m.elements_; }

    /// `f(slot, row, col)` for each element of the work-item.
    template <class F>
    static void for_each(sub_group sg, const F& f) {
        place(sg).for_each([&](std::size_t slot, std::size_t first, std::size_t second) {
            if constexpr (Use == use::b) {
                f(slot, second, first);
            } else {
                f(slot, first, second);
            }
        });
    }
};
template <class M>
struct parts<const M> : parts<M> {};

constexpr std::size_t index(layout l, std::size_t row, std::size_t col, std::size_t stride) {
    return l == layout::row_major ? row * stride + col : col * stride + row;
}

template <class M, class Pointer>
void load(sub_group sg, M& m, Pointer from, std::size_t stride, layout l) {
    using type = typename parts<M>::type;
    auto* const elements = parts<M>::elements(m);
    parts<M>::for_each(sg, [&](std::size_t slot, std::size_t row, std::size_t col) {
        elements[slot] = static_cast<type>(from[static_cast<std::ptrdiff_t>(index(l, row, col, stride))]);
    });
}

}  // namespace detail

// All work-items of the sub-group, which has its full size, come to these, with the same arguments.

template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, class V>
void joint_matrix_fill(Group sg, joint_matrix<Group, T, Use, Rows, Cols, Layout>& m, const V& value) {
    using parts = detail::parts<joint_matrix<Group, T, Use, Rows, Cols, Layout>>;
    auto* const elements = parts::elements(m);
    const auto same = static_cast<typename parts::type>(value);
    parts::for_each(sg, [&](std::size_t slot, std::size_t, std::size_t) { elements[slot] = same; });
}

/// Rows, or columns in memory that is col_major, begin `stride` elements one behind the other.
template <class Group, class T, std::size_t Rows, std::size_t Cols, class From, access::address_space Space,
          access::decorated Decorated>
void joint_matrix_load(Group sg, joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic>& m,
                       multi_ptr<From, Space, Decorated> from, std::size_t stride, layout l) {
    detail::load(sg, m, from, stride, l);
}
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, class From,
          access::address_space Space, access::decorated Decorated>
requires(Use != use::accumulator) void joint_matrix_load(Group sg, joint_matrix<Group, T, Use, Rows, Cols, Layout>& m,
                                                         multi_ptr<From, Space, Decorated> from, std::size_t stride) {
    detail::load(sg, m, from, stride, Layout);
}
template <class Group, class T, std::size_t Rows, std::size_t Cols, class To, access::address_space Space,
          access::decorated Decorated>
void joint_matrix_store(Group sg, const joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic>& m,
                        multi_ptr<To, Space, Decorated> to, std::size_t stride, layout l) {
    using parts = detail::parts<joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic>>;
    const auto* const elements = parts::elements(m);
    parts::for_each(sg, [&](std::size_t slot, std::size_t row, std::size_t col) {
        to[static_cast<std::ptrdiff_t>(detail::index(l, row, col, stride))] = elements[slot];
    });
}

/// d = a * b + c, in d's type.
template <class Group, class Ta, class Tb, class Tc, class Td, std::size_t M, std::size_t K, std::size_t N,
          layout LayoutA, layout LayoutB>
void joint_matrix_mad(Group sg, joint_matrix<Group, Td, use::accumulator, M, N, layout::dynamic>& d,
                      const joint_matrix<Group, Ta, use::a, M, K, LayoutA>& a,
                      const joint_matrix<Group, Tb, use::b, K, N, LayoutB>& b,
                      const joint_matrix<Group, Tc, use::accumulator, M, N, layout::dynamic>& c) {
    using type = typename detail::element<Td>::type;
    const detail::element_place<M, N> place(sg);
    const auto* const of_a = detail::parts<joint_matrix<Group, Ta, use::a, M, K, LayoutA>>::elements(a);
    const auto* const of_b = detail::parts<joint_matrix<Group, Tb, use::b, K, N, LayoutB>>::elements(b);
    const auto* const of_c =
        detail::parts<joint_matrix<Group, Tc, use::accumulator, M, N, layout::dynamic>>::elements(c);
    auto* const of_d = detail::parts<joint_matrix<Group, Td, use::accumulator, M, N, layout::dynamic>>::elements(d);
    for (std::size_t m = 0; m < place.cols(); ++m) {
        for (std::size_t n = 0; n < place.rows(); ++n) {
            // Those that have no such element take part in the shuffles.
            const std::size_t row = place.row + n * place.sharing, slot = m * place.rows() + n;
            const std::size_t line = row < M ? row : 0;
            auto sum = static_cast<type>(of_c[slot]);
            for (std::size_t k = 0; k < K; ++k) {
                const auto mine = static_cast<type>(of_a[line / place.size * K + k]);
                const type x = select_from_group(sg, mine, line % place.size);
                sum = static_cast<type>(sum + x * static_cast<type>(of_b[m * K + k]));
            }
            of_d[slot] = sum;
        }
    }
}

/// `f(element)` changes each element of the work-item.
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, class F>
void joint_matrix_apply(Group sg, joint_matrix<Group, T, Use, Rows, Cols, Layout>& m, F&& f) {
    using parts = detail::parts<joint_matrix<Group, T, Use, Rows, Cols, Layout>>;
    auto* const elements = parts::elements(m);
    parts::for_each(sg, [&](std::size_t slot, std::size_t row, std::size_t col) {
        if constexpr (std::is_invocable_v<F&, decltype(*elements), std::size_t, std::size_t>) {
            f(elements[slot], row, col);
        } else {
            f(elements[slot]);
        }
    });
}
/// `f(element of first, element of second)`
template <class Group, class T, class U, use Use, std::size_t Rows, std::size_t Cols, layout Layout, class F>
void joint_matrix_apply(Group sg, joint_matrix<Group, T, Use, Rows, Cols, Layout>& first,
                        joint_matrix<Group, U, Use, Rows, Cols, Layout>& second, F&& f) {
    using first_parts = detail::parts<joint_matrix<Group, T, Use, Rows, Cols, Layout>>;
    auto* const x = first_parts::elements(first);
    auto* const y = detail::parts<joint_matrix<Group, U, Use, Rows, Cols, Layout>>::elements(second);
    first_parts::for_each(sg, [&](std::size_t slot, std::size_t, std::size_t) { f(x[slot], y[slot]); });
}

/// Of the same shape and use.
template <class Group, class T, class U, use Use, std::size_t Rows, std::size_t Cols, layout LayoutT, layout LayoutU>
void joint_matrix_copy(Group sg, const joint_matrix<Group, T, Use, Rows, Cols, LayoutT>& from,
                       joint_matrix<Group, U, Use, Rows, Cols, LayoutU>& to) {
    using to_parts = detail::parts<joint_matrix<Group, U, Use, Rows, Cols, LayoutU>>;
    const auto* const x = detail::parts<joint_matrix<Group, T, Use, Rows, Cols, LayoutT>>::elements(from);
    auto* const y = to_parts::elements(to);
    to_parts::for_each(sg, [&](std::size_t slot, std::size_t, std::size_t) {
        y[slot] = static_cast<typename to_parts::type>(x[slot]);
    });
}

/// To the nearest number of tf32, ties away from 0.
inline float round_to_tf32(float x) {
    const auto bits = __builtin_bit_cast(std::uint32_t, x);
    const bool is_finite = (bits & 0x7f800000u) != 0x7f800000u;
    return __builtin_bit_cast(float, is_finite ? (bits + 0x1000u) & 0xffffe000u : bits);
}

}  // namespace sycl::ext::oneapi::experimental::matrix
