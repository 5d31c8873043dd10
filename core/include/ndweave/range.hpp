/// SYCL 2020 id, range and nd_range (4.9.1): index-space points and extents of 1 to 3 dimensions.
#pragma once

#include <concepts>
#include <cstddef>

namespace ndweave {

template <int D, bool WithOffset>
class item;

namespace detail {

/// Storage and arithmetic that id and range share. Dimension 0 varies slowest, D-1 fastest. What `IsNumber` converts to
/// a number, whose comparisons and short-circuiting `&&` and `||` it has; others compare by element, which gives 0
/// or 1.
template <class Self, int D, bool IsNumber>
class index_array {
    static_assert(D >= 1 && D <= 3, "ndweave index spaces have 1, 2 or 3 dimensions");

public:
    static constexpr int dimensions = D;

    constexpr std::size_t get(int d) const { return v_[d]; }
    constexpr Self operator+() const { return static_cast<const Self&>(*this); }
    constexpr Self operator-() const {
        Self r = static_cast<const Self&>(*this);
        for (int d = 0; d < D; ++d) r.v_[d] = 0 - r.v_[d];
        return r;
    }
    constexpr Self& operator++() {
        for (int d = 0; d < D; ++d) ++v_[d];
        return static_cast<Self&>(*this);
    }
    constexpr Self& operator--() {
        for (int d = 0; d < D; ++d) --v_[d];
        return static_cast<Self&>(*this);
    }
    constexpr Self operator++(int) {
        const Self before = static_cast<const Self&>(*this);
        ++*this;
        return before;
    }
    constexpr Self operator--(int) {
        const Self before = static_cast<const Self&>(*this);
        --*this;
        return before;
    }
    constexpr std::size_t& operator[](int d) { return v_[d]; }
    constexpr std::size_t operator[](int d) const { return v_[d]; }

    // Templates, so that operands do not convert: a one-dimensional id is also a number, which would make `i == 0`,
    // `n - i` and `0.5 * i` ambiguous.
    template <std::same_as<Self> A, std::same_as<Self> B>
    friend constexpr bool operator==(const A& a, const B& b) {
        for (int d = 0; d < D; ++d) {
            if (a.v_[d] != b.v_[d]) return false;
        }
        return true;
    }
    template <std::integral Scalar>
    requires(D == 1) friend constexpr bool operator==(const Self& a, Scalar b) {
        return a.v_[0] == static_cast<std::size_t>(b);
    }

#define NDWEAVE_DETAIL_INDEX_OPERATOR(op)                                             \
    template <std::same_as<Self> A, std::same_as<Self> B>                             \
    friend constexpr Self operator op(const A& a, const B& b) {                       \
        Self r = a;                                                                   \
        return r op## = b;                                                            \
    }                                                                                 \
    template <std::integral Scalar>                                                   \
    friend constexpr Self operator op(const Self& a, Scalar b) {                      \
        Self r = a;                                                                   \
        return r op## = b;                                                            \
    }                                                                                 \
    template <std::integral Scalar>                                                   \
    friend constexpr Self operator op(Scalar a, const Self& b) {                      \
        Self r = b;                                                                   \
        for (int d = 0; d < D; ++d) r.v_[d] = static_cast<std::size_t>(a) op b.v_[d]; \
        return r;                                                                     \
    }                                                                                 \
    template <std::same_as<Self> B>                                                   \
    friend constexpr Self& operator op##=(Self & a, const B & b) {                    \
        for (int d = 0; d < D; ++d) a.v_[d] = a.v_[d] op b.v_[d];                     \
        return a;                                                                     \
    }                                                                                 \
    template <std::integral Scalar>                                                   \
    friend constexpr Self& operator op##=(Self & a, Scalar b) {                       \
        for (int d = 0; d < D; ++d) a.v_[d] = a.v_[d] op static_cast<std::size_t>(b); \
        return a;                                                                     \
    }
    NDWEAVE_DETAIL_INDEX_OPERATOR(+)
    NDWEAVE_DETAIL_INDEX_OPERATOR(-)
    NDWEAVE_DETAIL_INDEX_OPERATOR(*)
    NDWEAVE_DETAIL_INDEX_OPERATOR(/)
    NDWEAVE_DETAIL_INDEX_OPERATOR(%)
    NDWEAVE_DETAIL_INDEX_OPERATOR(<<)
    NDWEAVE_DETAIL_INDEX_OPERATOR(>>)
    NDWEAVE_DETAIL_INDEX_OPERATOR(&)
    NDWEAVE_DETAIL_INDEX_OPERATOR(|)
    NDWEAVE_DETAIL_INDEX_OPERATOR(^)
#undef NDWEAVE_DETAIL_INDEX_OPERATOR

#define NDWEAVE_DETAIL_INDEX_COMPARISON(op)                                           \
    template <std::same_as<Self> A, std::same_as<Self> B>                             \
    requires(!IsNumber) friend constexpr Self operator op(const A& a, const B& b) {   \
        Self r = a;                                                                   \
        for (int d = 0; d < D; ++d) r.v_[d] = a.v_[d] op b.v_[d];                     \
        return r;                                                                     \
    }                                                                                 \
    template <std::integral Scalar>                                                   \
    requires(!IsNumber) friend constexpr Self operator op(const Self& a, Scalar b) {  \
        Self r = a;                                                                   \
        for (int d = 0; d < D; ++d) r.v_[d] = a.v_[d] op static_cast<std::size_t>(b); \
        return r;                                                                     \
    }                                                                                 \
    template <std::integral Scalar>                                                   \
    requires(!IsNumber) friend constexpr Self operator op(Scalar a, const Self& b) {  \
        Self r = b;                                                                   \
        for (int d = 0; d < D; ++d) r.v_[d] = static_cast<std::size_t>(a) op b.v_[d]; \
        return r;                                                                     \
    }
    NDWEAVE_DETAIL_INDEX_COMPARISON(<)
    NDWEAVE_DETAIL_INDEX_COMPARISON(>)
    NDWEAVE_DETAIL_INDEX_COMPARISON(<=)
    NDWEAVE_DETAIL_INDEX_COMPARISON(>=)
    NDWEAVE_DETAIL_INDEX_COMPARISON(&&)
    NDWEAVE_DETAIL_INDEX_COMPARISON(||)
#undef NDWEAVE_DETAIL_INDEX_COMPARISON

protected:
    constexpr index_array() = default;
    std::size_t v_[D] = {};
};

}  // namespace detail

/// An extent in each dimension (SYCL 2020, 4.9.1.1).
template <int D = 1>
class range : public detail::index_array<range<D>, D, false> {
public:
    constexpr range() = default;
    constexpr range(std::size_t n0) requires(D == 1) { this->v_[0] = n0; }
    constexpr range(std::size_t n0, std::size_t n1) requires(D == 2) {
        this->v_[0] = n0;
        this->v_[1] = n1;
    }
    constexpr range(std::size_t n0, std::size_t n1, std::size_t n2) requires(D == 3) {
        this->v_[0] = n0;
        this->v_[1] = n1;
        this->v_[2] = n2;
    }
    constexpr std::size_t size() const {
        std::size_t n = 1;
        for (int d = 0; d < D; ++d) n *= this->v_[d];
        return n;
    }
};

range(std::size_t) -> range<1>;
range(std::size_t, std::size_t) -> range<2>;
range(std::size_t, std::size_t, std::size_t) -> range<3>;

namespace detail {

/// What converts to an id: ranges and items (SYCL 2020, 4.9.1.3).
template <class T, int D>
inline constexpr bool is_other_index =
    std::same_as<T, range<D>> || std::same_as<T, item<D, true>> || std::same_as<T, item<D, false>>;

}  // namespace detail

/// A point of an index space (SYCL 2020, 4.9.1.3).
template <int D = 1>
class id : public detail::index_array<id<D>, D, D == 1> {
public:
    constexpr id() = default;
    constexpr id(std::size_t i0) requires(D == 1) { this->v_[0] = i0; }
    constexpr id(std::size_t i0, std::size_t i1) requires(D == 2) {
        this->v_[0] = i0;
        this->v_[1] = i1;
    }
    constexpr id(std::size_t i0, std::size_t i1, std::size_t i2) requires(D == 3) {
        this->v_[0] = i0;
        this->v_[1] = i1;
        this->v_[2] = i2;
    }
    constexpr id(const range<D>& r) {
        for (int d = 0; d < D; ++d) this->v_[d] = r[d];
    }
    template <bool WithOffset>
    constexpr id(const item<D, WithOffset>& it) : id(it.get_id()) {}
    /// A one-dimensional id converts to its index.
    constexpr operator std::size_t() const requires(D == 1) { return this->v_[0]; }

    // With what converts to an id; of one dimension it is a number in expressions.
#define NDWEAVE_DETAIL_MIXED_OPERATOR(op)                                                                      \
    template <class B>                                                                                         \
    requires(D > 1 && detail::is_other_index<B, D>) friend constexpr id operator op(const id& a, const B& b) { \
        return a op id(b);                                                                                     \
    }                                                                                                          \
    template <class A, std::same_as<id> B>                                                                     \
    requires(D > 1 && detail::is_other_index<A, D>) friend constexpr id operator op(const A& a, const B& b) {  \
        return id(a) op b;                                                                                     \
    }                                                                                                          \
    template <class B>                                                                                         \
    requires(D > 1 && detail::is_other_index<B, D>) friend constexpr id& operator op##=(id & a, const B & b) { \
        return a op## = id(b);                                                                                 \
    }
    NDWEAVE_DETAIL_MIXED_OPERATOR(+)
    NDWEAVE_DETAIL_MIXED_OPERATOR(-)
    NDWEAVE_DETAIL_MIXED_OPERATOR(*)
    NDWEAVE_DETAIL_MIXED_OPERATOR(/)
    NDWEAVE_DETAIL_MIXED_OPERATOR(%)
    NDWEAVE_DETAIL_MIXED_OPERATOR(<<)
    NDWEAVE_DETAIL_MIXED_OPERATOR(>>)
    NDWEAVE_DETAIL_MIXED_OPERATOR(&)
    NDWEAVE_DETAIL_MIXED_OPERATOR(|)
    NDWEAVE_DETAIL_MIXED_OPERATOR(^)
#undef NDWEAVE_DETAIL_MIXED_OPERATOR
    template <class B>
    requires(D > 1 && detail::is_other_index<B, D>) friend constexpr bool operator==(const id& a, const B& b) {
        return a == id(b);
    }
};

id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

/// Global and local extents of a launch (SYCL 2020, 4.9.1.2); the local range must divide the global one.
template <int D = 1>
class nd_range {
public:
    static constexpr int dimensions = D;

    constexpr nd_range(range<D> global, range<D> local) : global_(global), local_(local) {}
    /// SYCL 1.2.1's (4.8.1.3), deprecated since: global ids begin at `offset`, groups and local ids at 0.
    constexpr nd_range(range<D> global, range<D> local, id<D> offset)
        : global_(global), local_(local), offset_(offset) {}

    constexpr range<D> get_global_range() const { return global_; }
    constexpr range<D> get_local_range() const { return local_; }
    constexpr range<D> get_group_range() const { return global_ / local_; }
    constexpr id<D> get_offset() const { return offset_; }

    friend constexpr bool operator==(const nd_range& a, const nd_range& b) {
        return a.global_ == b.global_ && a.local_ == b.local_ && a.offset_ == b.offset_;
    }

private:
    range<D> global_;
    range<D> local_;
    id<D> offset_;
};

template <int D>
nd_range(range<D>, range<D>) -> nd_range<D>;
template <int D>
nd_range(range<D>, range<D>, id<D>) -> nd_range<D>;

}  // namespace ndweave
