// A kernel whose work-items add to the same words.
#include "actions.hpp"
#include "arithmetic.hpp"

namespace ndweave::testing {
namespace {

struct additions {
    input in;
    std::uint32_t* to;
    std::size_t words;

    void operator()(id<1> i) const {
        const std::uint32_t x = in(i);
        atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::device>(to[x % words]).fetch_add(x);
    }
};

class atomic_kernel final : public action {
public:
    atomic_kernel(std::size_t items, const slice& to, const slice& from, std::uint32_t salt)
        : items_(items), to_(to), from_(from), salt_(salt) {}

    std::vector<access> accesses() const override { return {{from_, false}, {to_, true}}; }
    void apply(const memory_view& model) const override {
        const additions f = kernel(model);
        for (std::size_t i = 0; i < items_; ++i) f.to[f.in(i) % f.words] += f.in(i);
    }
    event submit(queue& q, const submission_form& form, const resources& r) const override {
        return submit_kernel(q, form, range<1>(items_), kernel(r.memory));
    }
    std::string text() const override {
        return "parallel_for over " + std::to_string(items_) + ": atomic additions to " + text_of(to_) + " of f(it, " +
               text_of(from_) + ")";
    }

private:
    additions kernel(const memory_view& memory) const {
        return {{memory.words(from_), from_.words(), salt_, 1}, memory.words(to_), to_.words()};
    }

    std::size_t items_;
    slice to_, from_;
    std::uint32_t salt_;
};

}  // namespace

drawn_action draw_atomic_kernel(action_source& source) {
    const slice to = source.reached();
    const auto from = source.reached_beside(to);
    if (to.words() == 0 || !from) return nullptr;
    const std::size_t items = source.random.between(0, 3000);
    return std::make_unique<atomic_kernel>(items, to, *from, source.random.word());
}

}  // namespace ndweave::testing
