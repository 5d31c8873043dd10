// Kernels over ranges of one to three dimensions, each work-item with a word of its own.
#include <algorithm>
#include <array>

#include "actions.hpp"
#include "arithmetic.hpp"

namespace ndweave::testing {
namespace {

template <int D>
struct each_word {
    input in;
    std::uint32_t* to;

    void operator()(item<D> it) const {
        const std::size_t i = it.get_linear_id();
        to[i] = to[i] * 3 + in(i);
    }
};

/// A functor too large to be kept beside a command group.
struct each_word_by_table {
    input in;
    std::uint32_t* to;
    std::array<std::uint32_t, 150> table;

    void operator()(id<1> i) const { to[i] += in(i) ^ table[i % table.size()]; }
};

/// Processors behind OpenCL get all longer rows in groups of one shape, and compile kernels for each.
constexpr std::size_t least_row = 33;

class basic_kernel final : public action {
public:
    /// `to` has the words of the range.
    basic_kernel(int dimensions, range<3> extent, const slice& to, const slice& from, const input& in, bool by_table)
        : dimensions_(dimensions), extent_(extent), to_(to), from_(from), in_(in), by_table_(by_table) {}

    std::vector<access> accesses() const override { return {{from_, false}, {to_, true}}; }

    void apply(const memory_view& model) const override {
        const input in = at(model);
        const auto table = make_table();
        std::uint32_t* const to = model.words(to_);
        for (std::size_t i = 0; i < to_.words(); ++i) {
            to[i] = by_table_ ? to[i] + (in(i) ^ table[i % table.size()]) : to[i] * 3 + in(i);
        }
    }

    event submit(queue& q, const submission_form& form, const resources& r) const override {
        const input in = at(r.memory);
        std::uint32_t* const to = r.memory.words(to_);
        if (by_table_) return submit_kernel(q, form, range<1>(extent_[2]), each_word_by_table{in, to, make_table()});
        switch (dimensions_) {
            case 1:
                return submit_kernel(q, form, range<1>(extent_[2]), each_word<1>{in, to});
            case 2:
                return submit_kernel(q, form, range<2>(extent_[1], extent_[2]), each_word<2>{in, to});
            default:
                return submit_kernel(q, form, extent_, each_word<3>{in, to});
        }
    }

    std::string text() const override {
        std::string text = "parallel_for over ";
        for (int d = 3 - dimensions_; d < 3; ++d) text += std::to_string(extent_[d]) + (d == 2 ? "" : " x ");
        return text + (by_table_ ? " with a large functor: " : ": ") + text_of(to_) + " = f(it, " + text_of(from_) +
               "), iterations " + std::to_string(in_.iterations);
    }

private:
    input at(const memory_view& memory) const { return {memory.words(from_), from_.words(), in_.salt, in_.iterations}; }
    std::array<std::uint32_t, 150> make_table() const {
        std::array<std::uint32_t, 150> table;
        for (std::size_t i = 0; i < table.size(); ++i) table[i] = mixed(in_.salt + static_cast<std::uint32_t>(i), 1);
        return table;
    }

    int dimensions_;
    range<3> extent_;
    slice to_, from_;
    input in_;
    bool by_table_;
};

}  // namespace

drawn_action draw_basic_kernel(action_source& source) {
    slice to = source.reached();
    const auto from = source.reached_beside(to);
    if (!from) return nullptr;
    random_source& random = source.random;
    const int dimensions = to.words() < least_row ? 1 : static_cast<int>(random.between(1, 3));
    range<3> extent(1, 1, to.words());
    for (int d = 3 - dimensions; d < 2; ++d) {
        extent[d] = random.between(1, std::min<std::size_t>(extent[2] / least_row, 9));
        extent[2] /= extent[d];
    }
    to = to.first(extent.size() * sizeof(std::uint32_t));
    const input in{nullptr, 0, random.word(), source.iterations(to.words())};
    const bool by_table = dimensions == 1 && random.chance(25);
    return std::make_unique<basic_kernel>(dimensions, extent, to, *from, in, by_table);
}

}  // namespace ndweave::testing
