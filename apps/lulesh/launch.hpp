/// How the kernels of a step are launched on CPUs and on GPUs.
#pragma once

#include <ndweave/ndweave.hpp>
#include <type_traits>

#include "step_control.hpp"

namespace ndweave::apps::lulesh {

/// Bounds on the next time step, in seconds.
struct constraints {
    double courant = unbounded, hydro = unbounded;
};

struct launcher {
    queue& q;
    bool gpu;

    /// Calls `body(batched, i)` for every i below `count`; `batched` is std::true_type where steps are submitted before
    /// it is known that there is anything left to do, as on GPUs. A kernel that fills a multiprocessor's registers with
    /// a few warps runs best in small groups: while one group loads, another one computes.
    template <class Name, class F>
    void for_each(std::int32_t count, const F& body) const {
        if (gpu) {
            q.parallel_for<Name>(groups_of<64>(count), [=](nd_item<1> it) {
                const auto i = static_cast<std::int32_t>(it.get_global_id(0));
                if (i < count) body(std::true_type(), i);
            });
        } else {
            q.parallel_for<Name>(range<1>(static_cast<std::size_t>(count)),
                                 [=](id<1> i) { body(std::false_type(), static_cast<std::int32_t>(i[0])); });
        }
    }

    /// The same for a body that returns constraints; lowers the bounds at `control` to the least of them. On GPUs every
    /// group goes on alone, by atomic minima: no group waits to be the last one.
    template <class Name, class F>
    void for_each_constraint(std::int32_t count, step_control* control, const F& body) const {
        if (gpu) {
            q.parallel_for<Name>(groups_of<128>(count), [=](nd_item<1> it) {
                const auto i = static_cast<std::int32_t>(it.get_global_id(0));
                const constraints c = i < count ? body(std::true_type(), i) : constraints{};
                const auto lower = [&](bound& least, double seconds) {
                    const bound of_group = reduce_over_group(it.get_group(), bound_of(seconds), minimum<bound>());
                    const atomic_ref<bound, memory_order::relaxed, memory_scope::device> shared(least);
                    if (it.get_local_id(0) == 0 && of_group < shared.load()) shared.fetch_min(of_group);
                };
                lower(control->courant, c.courant);
                lower(control->hydro, c.hydro);
            });
        } else {
            q.parallel_for<Name>(
                range<1>(static_cast<std::size_t>(count)), reduction(&control->courant, minimum<bound>()),
                reduction(&control->hydro, minimum<bound>()), [=](id<1> i, auto& courant, auto& hydro) {
                    const constraints c = body(std::false_type(), static_cast<std::int32_t>(i[0]));
                    courant.combine(bound_of(c.courant));
                    hydro.combine(bound_of(c.hydro));
                });
        }
    }

private:
    template <std::size_t Group>
    static nd_range<1> groups_of(std::int32_t count) {
        return {(static_cast<std::size_t>(count) + Group - 1) / Group * Group, Group};
    }
};

}  // namespace ndweave::apps::lulesh
