// Kernels over nd-ranges: work-items that exchange values through local memory, and such that know their group.
#include "actions.hpp"
#include "arithmetic.hpp"

namespace ndweave::testing {
namespace {

/// Each work-item of a group leaves the sum of its own value and that of one `step` further. `Local` gives the address
/// of the group's local memory.
struct exchange {
    input in;
    std::uint32_t* to;
    std::size_t step;

    template <int D>
    void operator()(const nd_item<D>& it, std::uint32_t* local) const {
        const std::size_t l = it.get_local_linear_id(), size = it.get_local_range().size();
        const std::size_t first = it.get_group_linear_id() * size;
        local[l] = in(first + l) + to[first + l];
        group_barrier(it.get_group());
        const std::uint32_t other = local[(l + step) % size];
        group_barrier(it.get_group());
        local[size - 1 - l] = other;
        group_barrier(it.get_group());
        to[first + l] = local[l] * 3 + other;
    }
};

/// The same result for every work-item of a group, without local memory.
struct by_group {
    input in;
    std::uint32_t* to;

    template <int D>
    void operator()(const nd_item<D>& it) const {
        const std::size_t i = it.get_group_linear_id() * it.get_local_range().size() + it.get_local_linear_id();
        to[i] = to[i] * 3 + in(it.get_group_linear_id()) + static_cast<std::uint32_t>(it.get_local_linear_id());
    }
};

template <int D>
struct exchange_in_local_memory {
    exchange all;
    local_accessor<std::uint32_t, 1> local;
    void operator()(nd_item<D> it) const { all(it, local.get_pointer()); }
};

template <int D>
struct by_group_of {
    by_group all;
    void operator()(nd_item<D> it) const { all(it); }
};

class group_kernel final : public action {
public:
    group_kernel(nd_range<2> space, bool flat, const slice& to, const slice& from, const input& in,
                 std::optional<std::size_t> step)
        : space_(space), flat_(flat), to_(to), from_(from), in_(in), step_(step) {}

    std::vector<access> accesses() const override { return {{from_, false}, {to_, true}}; }

    void apply(const memory_view& model) const override {
        const std::size_t size = space_.get_local_range().size();
        const input in = at(model);
        for (std::size_t group = 0; group * size < to_.words(); ++group) {
            std::uint32_t* const to = model.words(to_) + group * size;
            step_ ? exchange_values(to, in, group) : number(to, in(group));
        }
    }

    event submit(queue& q, const submission_form& form, const resources& r) const override {
        const nd_range<1> line(space_.get_global_range()[1], space_.get_local_range()[1]);
        const by_group all{at(r.memory), r.memory.words(to_)};
        if (step_) {
            return flat_ ? submit_exchange<1>(q, form, line, r.memory) : submit_exchange<2>(q, form, space_, r.memory);
        }
        return flat_ ? submit_kernel(q, form, line, by_group_of<1>{all})
                     : submit_kernel(q, form, space_, by_group_of<2>{all});
    }

    std::string text() const override {
        const range<2> groups = space_.get_group_range(), local = space_.get_local_range();
        return "parallel_for over " + std::to_string(groups[0]) + " x " + std::to_string(groups[1]) + " groups of " +
               std::to_string(local[0]) + " x " + std::to_string(local[1]) + (step_ ? " with barriers: " : ": ") +
               text_of(to_) + " = f(it, " + text_of(from_) + "), iterations " + std::to_string(in_.iterations);
    }

private:
    /// What `exchange` does in a group that begins at `to`.
    void exchange_values(std::uint32_t* to, const input& in, std::size_t group) const {
        const std::size_t size = space_.get_local_range().size();
        std::vector<std::uint32_t> local(size), turned(size);
        for (std::size_t l = 0; l < size; ++l) local[l] = in(group * size + l) + to[l];
        for (std::size_t l = 0; l < size; ++l) turned[size - 1 - l] = local[(l + *step_) % size];
        for (std::size_t l = 0; l < size; ++l) to[l] = turned[l] * 3 + local[(l + *step_) % size];
    }
    void number(std::uint32_t* to, std::uint32_t of_group) const {
        for (std::uint32_t l = 0; l < space_.get_local_range().size(); ++l) to[l] = to[l] * 3 + of_group + l;
    }

    /// Local memory is the handler's to give: such a kernel has no shortcut.
    template <int D>
    event submit_exchange(queue& q, submission_form form, const nd_range<D>& space, const memory_view& memory) const {
        form.shortcut = false;
        const auto act = [&](handler& h) {
            const local_accessor<std::uint32_t, 1> local(range<1>(space_.get_local_range().size()), h);
            const exchange all{at(memory), memory.words(to_), *step_};
            h.parallel_for(space, exchange_in_local_memory<D>{all, local});
        };
        return submit_as(q, form, act, [](const std::vector<event>&) { return event(); });
    }

    input at(const memory_view& memory) const { return {memory.words(from_), from_.words(), in_.salt, in_.iterations}; }

    nd_range<2> space_;
    bool flat_;  // in one dimension
    slice to_, from_;
    input in_;
    std::optional<std::size_t> step_;  // none: by_group
};

/// Few, since kernels are compiled for each.
const std::vector<range<2>> local_ranges{{1, 7}, {3, 5}}, with_barriers{{1, 64}, {3, 5}};

}  // namespace

drawn_action draw_group_kernel(action_source& source) {
    slice to = source.reached();
    const auto from = source.reached_beside(to);
    if (!from) return nullptr;
    random_source& random = source.random;
    const bool exchanges = source.has.barriers && random.chance(60);
    const range<2> local = random.of(exchanges ? with_barriers : local_ranges);
    const std::size_t groups = to.words() / local.size();
    const std::size_t rows = local[0] == 1 ? 1 : random.between(1, 4);
    const nd_range<2> space(range<2>(rows * local[0], groups / rows * local[1]), local);
    to = to.first(space.get_global_range().size() * sizeof(std::uint32_t));
    const input in{nullptr, 0, random.word(), source.iterations(to.words())};
    std::optional<std::size_t> step;
    if (exchanges) step = random.below(local.size());
    return std::make_unique<group_kernel>(space, local[0] == 1, to, *from, in, step);
}

}  // namespace ndweave::testing
