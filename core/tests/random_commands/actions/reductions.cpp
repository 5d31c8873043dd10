// Reductions of one to three variables over ranges and nd-ranges.
#include <algorithm>
#include <limits>

#include "actions.hpp"
#include "arithmetic.hpp"

namespace ndweave::testing {
namespace {

/// Each point contributes a number to every variable.
template <int D>
struct contribution {
    input in;

    template <class... Reducers>
    void operator()(item<D> it, Reducers&... sums) const {
        const std::uint32_t x = in(it.get_linear_id());
        (sums.combine(x), ...);
    }
};

struct contribution_of_groups {
    input in;

    template <class... Reducers>
    void operator()(nd_item<1> it, Reducers&... sums) const {
        const std::uint32_t x = in(it.get_global_linear_id());
        (sums.combine(x), ...);
    }
};

/// The same of the model.
struct operation {
    std::uint32_t identity;
    std::uint32_t (*combined)(std::uint32_t, std::uint32_t);
};
constexpr operation sum{0, [](std::uint32_t a, std::uint32_t b) { return a + b; }};
constexpr operation least{std::numeric_limits<std::uint32_t>::max(),
                          [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); }};
constexpr operation greatest{0, [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); }};
constexpr operation difference{0, [](std::uint32_t a, std::uint32_t b) { return a ^ b; }};

std::vector<operation> operations(std::size_t variables) {
    if (variables == 1) return {sum};
    if (variables == 2) return {least, greatest};
    return {sum, greatest, difference};
}

template <class Op>
auto reduction_into(std::uint32_t* variable, Op op, bool initialize) {
    return initialize ? reduction(variable, op, property::reduction::initialize_to_identity())
                      : reduction(variable, op);
}

class reduction_action final : public action {
public:
    enum class space { line, rectangle, groups };

    /// Into each word of `to`: one or three over a line, one over a rectangle, two over groups. `width` of a row, or of
    /// a group.
    reduction_action(space over, std::size_t points, std::size_t width, const slice& to, const slice& from,
                     const input& in, bool initialize)
        : over_(over), points_(points), width_(width), to_(to), from_(from), in_(in), initialize_(initialize) {}

    std::vector<access> accesses() const override { return {{from_, false}, {to_, true}}; }

    void apply(const memory_view& model) const override {
        const input in = at(model);
        std::uint32_t* variable = model.words(to_);
        for (const operation& op : operations(to_.words())) {
            std::uint32_t total = initialize_ ? op.identity : *variable;
            for (std::size_t i = 0; i < points_; ++i) total = op.combined(total, in(i));
            *variable++ = total;
        }
    }

    event submit(queue& q, const submission_form& form, const resources& r) const override {
        const input in = at(r.memory);
        std::uint32_t* const to = r.memory.words(to_);
        switch (over_) {
            case space::line:
                return submit_over_line(q, form, contribution<1>{in}, to);
            case space::rectangle:
                return submit_kernel(q, form, range<2>(points_ / width_, width_),
                                     reduction_into(to, plus<>(), initialize_), contribution<2>{in});
            default:
                return submit_kernel(q, form, nd_range<1>(points_, width_),
                                     reduction_into(to, minimum<>(), initialize_),
                                     reduction_into(to + 1, maximum<>(), initialize_), contribution_of_groups{in});
        }
    }

    std::string text() const override {
        static constexpr const char* spaces[] = {" points", " points in rows of ", " work-items in groups of "};
        std::string text = "reduction of " + std::to_string(points_) + spaces[static_cast<int>(over_)];
        if (over_ != space::line) text += std::to_string(width_);
        return text + (initialize_ ? ", initialized: " : ": ") + text_of(to_) + " = f(" + text_of(from_) +
               "), iterations " + std::to_string(in_.iterations);
    }

private:
    template <class F>
    event submit_over_line(queue& q, const submission_form& form, const F& f, std::uint32_t* to) const {
        const range<1> line(points_);
        if (to_.words() == 1) return submit_kernel(q, form, line, reduction_into(to, plus<>(), initialize_), f);
        return submit_kernel(q, form, line, reduction_into(to, plus<>(), initialize_),
                             reduction_into(to + 1, maximum<>(), initialize_),
                             reduction_into(to + 2, bit_xor<>(), initialize_), f);
    }

    input at(const memory_view& memory) const { return {memory.words(from_), from_.words(), in_.salt, in_.iterations}; }

    space over_;
    std::size_t points_, width_;
    slice to_, from_;
    input in_;
    bool initialize_;
};

/// Few points in most, so that many reductions are under way; more than a processor takes in one run in some.
std::size_t draw_points(random_source& random) {
    return random.chance(75) ? random.between(0, 2000) : random.between(2000, 40000);
}

}  // namespace

drawn_action draw_reduction(action_source& source) {
    using space = reduction_action::space;
    random_source& random = source.random;
    const auto over = static_cast<space>(random.below(source.has.barriers ? 3 : 2));
    const std::size_t variables = over == space::groups ? 2 : over == space::line && random.chance(50) ? 3 : 1;
    slice to = source.reached();
    if (to.words() < variables) return nullptr;
    to = to.first(variables * sizeof(std::uint32_t));
    const auto from = source.reached_beside(to);
    if (!from) return nullptr;
    // Groups of one need the most memory for their partial results.
    const std::size_t width = over == space::rectangle ? random.between(1, 100) : random.chance(50) ? 1 : 16;
    const std::size_t points = draw_points(random) / width * width;
    const input in{nullptr, 0, random.word(), source.iterations(points)};
    return std::make_unique<reduction_action>(over, points, width, to, *from, in, random.chance(40));
}

}  // namespace ndweave::testing
