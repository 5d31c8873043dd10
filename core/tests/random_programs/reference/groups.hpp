/// Groups, sub-groups and nd_item of the reference, with the group functions of random programs: every work-item writes
/// its value, waits, and computes the result for itself.
#pragma once

#include <cstdint>
#include <cstring>

#include "index_space.hpp"
#include "work_group.hpp"

namespace reference {

using place = std::source_location;

/// Consecutive work-items of the work-group, of which this is number `lane`.
class neighbours {
public:
    neighbours(std::size_t first, std::size_t count, std::size_t lane) : first_(first), count_(count), lane_(lane) {}
    std::size_t get_local_linear_id() const { return lane_; }
    std::size_t get_local_linear_range() const { return count_; }

    /// `combine(value of)` where `value of` is a function that returns the value which a lane gave.
    template <class T, class Combine>
    auto exchange(const T& mine, const place& where, const Combine& combine) const {
        work_group& group = *work_group::running;
        std::memcpy(group.cell(first_ + lane_), &mine, sizeof(T));
        wait(where);
        const auto result = combine([&](std::size_t lane) {
            T value;
            std::memcpy(&value, group.cell(first_ + lane), sizeof(T));
            return value;
        });
        wait(where);
        return result;
    }

    void wait(const place& where) const { work_group::running->wait(where, first_, count_); }

protected:
    std::size_t first_, count_, lane_;
};

template <int D>
class group : public neighbours {
public:
    group(std::size_t items, std::size_t lane) : neighbours(0, items, lane) {}
};

/// Work-items of a sub-group, as the device that is compared has them.
inline std::size_t sub_group_size = 1;

class sub_group : public neighbours {
public:
    using neighbours::neighbours;
    std::size_t get_group_linear_id() const { return first_ / sub_group_size; }
};

template <int D>
class nd_item {
public:
    nd_item(id<D> group_id, id<D> local_id, const nd_range<D>& execution)
        : group_(group_id), local_(local_id), execution_(execution) {}

    std::size_t get_local_id(int d) const { return local_[d]; }
    std::size_t get_group(int d) const { return group_[d]; }
    std::size_t get_global_id(int d) const { return group_[d] * execution_.local[d] + local_[d]; }
    std::size_t get_local_range(int d) const { return execution_.local[d]; }
    std::size_t get_global_range(int d) const { return execution_.global[d]; }
    std::size_t get_group_range(int d) const { return execution_.global[d] / execution_.local[d]; }
    std::size_t get_local_linear_id() const { return linear(local_, execution_.local); }
    std::size_t get_group_linear_id() const {
        std::size_t position = 0;
        for (int d = 0; d < D; ++d) position = position * get_group_range(d) + group_[d];
        return position;
    }
    std::size_t get_global_linear_id() const {
        std::size_t position = 0;
        for (int d = 0; d < D; ++d) position = position * execution_.global[d] + get_global_id(d);
        return position;
    }
    group<D> get_group() const { return {execution_.local.size(), get_local_linear_id()}; }
    sub_group get_sub_group() const {
        const std::size_t l = get_local_linear_id(), first = l / sub_group_size * sub_group_size;
        const std::size_t rest = execution_.local.size() - first;
        return {first, rest < sub_group_size ? rest : sub_group_size, l - first};
    }

private:
    id<D> group_, local_;
    nd_range<D> execution_;
};

inline void group_barrier(const neighbours& g, const place& where = place::current()) { g.wait(where); }

template <class T>
T select_from_group(const sub_group& g, T x, std::size_t lane, const place& where = place::current()) {
    return g.exchange(x, where, [&](const auto& value) { return value(lane); });
}
template <class T>
T group_broadcast(const neighbours& g, T x, std::size_t source = 0, const place& where = place::current()) {
    return g.exchange(x, where, [&](const auto& value) { return value(source); });
}

template <class T, class Op>
T reduce_over_group(const neighbours& g, T x, Op op, const place& where = place::current()) {
    return g.exchange(x, where, [&](const auto& value) {
        T all = value(0);
        for (std::size_t lane = 1; lane < g.get_local_linear_range(); ++lane) all = op(all, value(lane));
        return all;
    });
}
template <class T, class Op>
T inclusive_scan_over_group(const neighbours& g, T x, Op op, const place& where = place::current()) {
    return g.exchange(x, where, [&](const auto& value) {
        T all = value(0);
        for (std::size_t lane = 1; lane <= g.get_local_linear_id(); ++lane) all = op(all, value(lane));
        return all;
    });
}
template <class T, class Op>
T exclusive_scan_over_group(const neighbours& g, T x, T init, Op op, const place& where = place::current()) {
    return g.exchange(x, where, [&](const auto& value) {
        T all = init;
        for (std::size_t lane = 0; lane < g.get_local_linear_id(); ++lane) all = op(all, value(lane));
        return all;
    });
}

inline bool any_of_group(const neighbours& g, bool x, const place& where = place::current()) {
    return reduce_over_group(g, x, [](bool a, bool b) { return a || b; }, where);
}
inline bool all_of_group(const neighbours& g, bool x, const place& where = place::current()) {
    return reduce_over_group(g, x, [](bool a, bool b) { return a && b; }, where);
}
inline bool none_of_group(const neighbours& g, bool x, const place& where = place::current()) {
    return !any_of_group(g, x, where);
}

}  // namespace reference
