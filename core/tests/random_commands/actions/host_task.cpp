// What the host reads and writes as a command of a queue.
#include "actions.hpp"
#include "arithmetic.hpp"

namespace ndweave::testing {
namespace {

class host_task final : public action {
public:
    host_task(const slice& where, std::uint32_t salt, std::uint32_t iterations)
        : where_(where), salt_(salt), iterations_(iterations) {}

    std::vector<access> accesses() const override { return {{where_, true}}; }
    void apply(const memory_view& memory) const override {
        std::uint32_t* const words = memory.words(where_);
        for (std::size_t i = 0; i < where_.words(); ++i) words[i] = mixed(words[i] + salt_, iterations_);
    }
    event submit(queue& q, const submission_form& form, const resources& r) const override {
        const auto task = [this, memory = r.memory] { apply(memory); };
        return submit_as(
            q, form, [&](handler& h) { h.host_task(task); },
            [&](const std::vector<event>& after) {
                return q.submit([&](handler& h) {
                    h.depends_on(after);
                    h.host_task(task);
                });
            });
    }
    std::string text() const override { return "host_task: " + text_of(where_) + " = f(it)"; }

private:
    slice where_;
    std::uint32_t salt_, iterations_;
};

}  // namespace

drawn_action draw_host_task(action_source& source) {
    const auto where = source.reached_by_host();
    if (!where) return nullptr;
    return std::make_unique<host_task>(*where, source.random.word(), source.iterations(where->words()));
}

}  // namespace ndweave::testing
