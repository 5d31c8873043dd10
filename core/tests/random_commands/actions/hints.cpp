// Prefetches and advice, which change nothing.
#include "actions.hpp"

namespace ndweave::testing {
namespace {

class hint_action final : public action {
public:
    hint_action(const slice& about, bool fetches) : about_(about), fetches_(fetches) {}

    std::vector<access> accesses() const override { return {{about_, false}}; }
    void apply(const memory_view&) const override {}

    event submit(queue& q, const submission_form& form, const resources& r) const override {
        const void* const memory = r.memory.bytes(about_);
        const std::size_t bytes = about_.bytes();
        constexpr int none = 0;
        return submit_as(
            q, form, [&](handler& h) { fetches_ ? h.prefetch(memory, bytes) : h.mem_advise(memory, bytes, none); },
            [&](const std::vector<event>& after) {
                return fetches_ ? q.prefetch(memory, bytes, after) : q.mem_advise(memory, bytes, none, after);
            });
    }

    std::string text() const override { return (fetches_ ? "prefetch: " : "advice taken back: ") + text_of(about_); }

private:
    slice about_;
    bool fetches_;
};

}  // namespace

drawn_action draw_hint(action_source& source) {
    return std::make_unique<hint_action>(source.reached_bytes(), source.random.chance(70));
}

}  // namespace ndweave::testing
