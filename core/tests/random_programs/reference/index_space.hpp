/// Index spaces of the reference: what kernels of random programs ask of SYCL's id, range, item and nd_range.
#pragma once

#include <cstddef>

namespace reference {

/// Dimension 0 varies slowest. Elements behind the last dimension are 0.
template <int D>
struct coordinates {
    std::size_t at[3] = {};

    coordinates() = default;
    template <class... Rest>
    explicit(false) coordinates(std::size_t first, Rest... rest) : at{first, static_cast<std::size_t>(rest)...} {
        static_assert(sizeof...(Rest) + 1 == D);
    }
    std::size_t operator[](int d) const { return at[d]; }
    std::size_t& operator[](int d) { return at[d]; }
};

template <int D>
struct range : coordinates<D> {
    using coordinates<D>::coordinates;
    std::size_t size() const {
        std::size_t all = 1;
        for (int d = 0; d < D; ++d) all *= this->at[d];
        return all;
    }
};

template <int D>
struct id : coordinates<D> {
    using coordinates<D>::coordinates;
};

template <int D>
struct nd_range {
    nd_range(range<D> g, range<D> l) : global(g), local(l) {}
    range<D> global, local;
};

template <int D>
std::size_t linear(const id<D>& i, const range<D>& extent) {
    std::size_t position = 0;
    for (int d = 0; d < D; ++d) position = position * extent[d] + i[d];
    return position;
}

template <int D>
id<D> from_linear(std::size_t position, const range<D>& extent) {
    id<D> i;
    for (int d = D - 1; d >= 0; --d) {
        i[d] = position % extent[d];
        position /= extent[d];
    }
    return i;
}

template <int D>
class item {
public:
    item(id<D> index, range<D> extent) : index_(index), extent_(extent) {}
    std::size_t get_id(int d) const { return index_[d]; }
    std::size_t get_range(int d) const { return extent_[d]; }
    std::size_t get_linear_id() const { return linear(index_, extent_); }

private:
    id<D> index_;
    range<D> extent_;
};

}  // namespace reference
