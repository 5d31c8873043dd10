// Copies between any two arrays, which may overlap.
#include <cstring>

#include "actions.hpp"

namespace ndweave::testing {
namespace {

class copy_action : public action {
public:
    copy_action(const slice& to, const slice& from, bool by_elements)
        : to_(to), from_(from), by_elements_(by_elements) {}

    std::vector<access> accesses() const override { return {{from_, false}, {to_, true}}; }
    void apply(const memory_view& model) const override {
        std::memmove(model.bytes(to_), model.bytes(from_), to_.bytes());
    }
    event submit(queue& q, const submission_form& form, const resources& r) const override {
        return copy(q, form, r.memory.bytes(to_), r.memory.bytes(from_));
    }
    std::string text() const override {
        return std::string(by_elements_ ? "copy: " : "memcpy: ") + text_of(to_) + " = " + text_of(from_);
    }

protected:
    event copy(queue& q, const submission_form& form, unsigned char* to, const unsigned char* from) const {
        const std::size_t bytes = to_.bytes();
        if (by_elements_) {
            return submit_as(
                q, form, [&](handler& h) { h.copy(from, to, bytes); },
                [&](const std::vector<event>& after) { return q.copy(from, to, bytes, after); });
        }
        return submit_as(
            q, form, [&](handler& h) { h.memcpy(to, from, bytes); },
            [&](const std::vector<event>& after) { return q.memcpy(to, from, bytes, after); });
    }

    slice to_, from_;
    bool by_elements_;
};

class staged_copy final : public copy_action {
public:
    staged_copy(const slice& to, const slice& from, usm::alloc kind) : copy_action(to, from, false), kind_(kind) {}

    event submit(queue& q, const submission_form& form, const resources& r) const override {
        const std::size_t bytes = to_.bytes();
        auto* const between = static_cast<unsigned char*>(malloc(bytes, q, kind_));
        copy(q, form, between, r.memory.bytes(from_));
        q.memcpy(r.memory.bytes(to_), between, bytes);
        free(between, q);                  // waits for what uses the memory,
        if (between == nullptr) q.wait();  // of which there is none without bytes
        return {};
    }
    std::string text() const override {
        return "malloc, memcpy, memcpy, free: " + text_of(to_) + " = " + text_of(from_);
    }
    bool ends_at_once() const override { return true; }

private:
    usm::alloc kind_;
};

/// Two parts of the same size.
std::pair<slice, slice> draw_sides(action_source& source) {
    const slice to = source.copied_bytes(), from = source.copied_bytes();
    const std::size_t bytes = std::min(to.bytes(), from.bytes());
    return {to.first(bytes), from.first(bytes)};
}

}  // namespace

drawn_action draw_copy(action_source& source) {
    const auto [to, from] = draw_sides(source);
    return std::make_unique<copy_action>(to, from, source.random.chance(30));
}

drawn_action draw_staged_copy(action_source& source) {
    const auto [to, from] = draw_sides(source);
    const device_setting& device = source.has.devices[source.device];
    std::vector<usm::alloc> kinds{usm::alloc::device};
    if (device.host) kinds.push_back(usm::alloc::host);
    if (device.shared) kinds.push_back(usm::alloc::shared);
    return std::make_unique<staged_copy>(to, from, source.random.of(kinds));
}

}  // namespace ndweave::testing
