// A kernel of one work-item, which depends on what it has written itself.
#include "actions.hpp"
#include "arithmetic.hpp"

namespace ndweave::testing {
namespace {

struct chain {
    input in;
    std::uint32_t* to;
    std::size_t words;

    void operator()() const {
        std::uint32_t x = in.salt;
        for (std::size_t i = 0; i < words; ++i) to[i] = x = x * 5 + in(i);
    }
};

class single_task final : public action {
public:
    single_task(const slice& to, const slice& from, std::uint32_t salt, std::uint32_t iterations)
        : to_(to), from_(from), salt_(salt), iterations_(iterations) {}

    std::vector<access> accesses() const override { return {{from_, false}, {to_, true}}; }
    void apply(const memory_view& model) const override { kernel(model)(); }
    event submit(queue& q, const submission_form& form, const resources& r) const override {
        const chain f = kernel(r.memory);
        return submit_as(
            q, form, [&](handler& h) { h.single_task(f); },
            [&](const std::vector<event>& after) { return q.single_task(after, f); });
    }
    std::string text() const override { return "single_task: " + text_of(to_) + " = f(" + text_of(from_) + ")"; }

private:
    chain kernel(const memory_view& memory) const {
        return {{memory.words(from_), from_.words(), salt_, iterations_}, memory.words(to_), to_.words()};
    }

    slice to_, from_;
    std::uint32_t salt_, iterations_;
};

}  // namespace

drawn_action draw_single_task(action_source& source) {
    slice to = source.reached();
    if (to.words() > 500) to = to.first(500 * sizeof(std::uint32_t));
    const auto from = source.reached_beside(to);
    if (!from) return nullptr;
    return std::make_unique<single_task>(to, *from, source.random.word(), source.iterations(20 * to.words()));
}

}  // namespace ndweave::testing
