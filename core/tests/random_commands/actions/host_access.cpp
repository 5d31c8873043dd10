// What the host itself reads and writes between commands.
#include "actions.hpp"
#include "arithmetic.hpp"

namespace ndweave::testing {
namespace {

class host_access final : public action {
public:
    host_access(const slice& where, std::uint32_t salt) : where_(where), salt_(salt) {}

    std::vector<access> accesses() const override { return {{where_, true}}; }
    void apply(const memory_view& memory) const override {
        std::uint32_t* const words = memory.words(where_);
        for (std::size_t i = 0; i < where_.words(); ++i) words[i] = mixed(words[i] + salt_, 1);
    }
    event submit(queue&, const submission_form&, const resources& r) const override {
        apply(r.memory);
        return {};
    }
    std::string text() const override { return "the host: " + text_of(where_) + " = f(it)"; }
    bool on_host() const override { return true; }

private:
    slice where_;
    std::uint32_t salt_;
};

}  // namespace

drawn_action draw_host_access(action_source& source) {
    const auto where = source.reached_by_host();
    if (!where) return nullptr;
    return std::make_unique<host_access>(*where, source.random.word());
}

}  // namespace ndweave::testing
