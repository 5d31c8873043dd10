/// Queue and handler of the reference: a launch is loops over its work-items, done when it returns.
#pragma once

#include "groups.hpp"
#include "memory.hpp"

namespace reference {

struct kernel_properties {};

template <class T, class Op>
class reducer {
public:
    reducer(T* variable, Op op) : variable_(variable), op_(op) {}
    void combine(const T& x) { *variable_ = op_(*variable_, x); }

private:
    T* variable_;
    Op op_;
};
template <class T, class Op>
reducer<T, Op> reduction(T* variable, Op op) {
    return {variable, op};
}

class handler {
public:
    explicit handler(bool backwards) : backwards_(backwards) {}

    /// `kernel(item, reducers…)` for every point of the range.
    template <int D, class... Rest>
    void parallel_for(range<D> global, const kernel_properties&, Rest... rest) {
        const std::size_t items = global.size();
        for (std::size_t step = 0; step < items; ++step) {
            const std::size_t i = backwards_ ? items - 1 - step : step;
            call_last(item<D>(from_linear(i, global), global), rest...);
        }
    }

    template <int D, class... Rest>
    void parallel_for(nd_range<D> execution, const kernel_properties&, Rest... rest) {
        range<D> groups;
        for (int d = 0; d < D; ++d) groups[d] = execution.global[d] / execution.local[d];
        for (std::size_t step = 0; step < groups.size(); ++step) {
            const id<D> group_id = from_linear(backwards_ ? groups.size() - 1 - step : step, groups);
            work_group(execution.local.size(), backwards_).run([&](std::size_t l) {
                call_last(nd_item<D>(group_id, from_linear(l, execution.local), execution), rest...);
            });
        }
    }

private:
    template <class Index, class Kernel>
    static void call_last(const Index& index, const Kernel& kernel) {
        kernel(index);
    }
    template <class Index, class Reducer, class Kernel>
    static void call_last(const Index& index, Reducer& sum, const Kernel& kernel) {
        kernel(index, sum);
    }

    bool backwards_;
};

class queue {
public:
    explicit queue(bool backwards) : backwards_(backwards) {}
    template <class CommandGroup>
    void submit(const CommandGroup& group) {
        handler h(backwards_);
        group(h);
    }

private:
    bool backwards_;
};

}  // namespace reference
