// Fills with patterns of several sizes.
#include <array>
#include <cstring>

#include "actions.hpp"
#include "arithmetic.hpp"

namespace ndweave::testing {
namespace {

constexpr std::size_t largest_pattern = 16;

template <std::size_t Bytes>
using pattern = std::array<unsigned char, Bytes>;

class fill_action final : public action {
public:
    /// `pattern_bytes` of 0: memset.
    fill_action(const slice& to, std::size_t pattern_bytes, std::uint32_t salt)
        : to_(to), pattern_bytes_(pattern_bytes) {
        for (unsigned char& byte : bytes_) byte = static_cast<unsigned char>((salt = mixed(salt, 1)) >> 24);
    }

    std::vector<access> accesses() const override { return {{to_, true}}; }

    void apply(const memory_view& model) const override {
        unsigned char* const to = model.bytes(to_);
        const std::size_t period = std::max<std::size_t>(pattern_bytes_, 1);
        for (std::size_t n = 0; n < to_.bytes(); ++n) to[n] = bytes_[n % period];
    }

    event submit(queue& q, const submission_form& form, const resources& r) const override {
        unsigned char* const to = r.memory.bytes(to_);
        switch (pattern_bytes_) {
            case 0:
                return set(q, form, to);
            case 1:
                return fill<1>(q, form, to);
            case 3:
                return fill<3>(q, form, to);
            case 4:
                return fill<4>(q, form, to);
            case 8:
                return fill<8>(q, form, to);
            case 12:
                return fill<12>(q, form, to);
            default:
                return fill<16>(q, form, to);
        }
    }

    std::string text() const override {
        if (pattern_bytes_ == 0) return "memset: " + text_of(to_);
        return "fill with " + std::to_string(pattern_bytes_) + " bytes: " + text_of(to_);
    }

private:
    event set(queue& q, const submission_form& form, void* to) const {
        const std::size_t bytes = to_.bytes();
        return submit_as(
            q, form, [&](handler& h) { h.memset(to, bytes_[0], bytes); },
            [&](const std::vector<event>& after) { return q.memset(to, bytes_[0], bytes, after); });
    }

    template <std::size_t Bytes>
    event fill(queue& q, const submission_form& form, void* to) const {
        pattern<Bytes> p;
        std::memcpy(p.data(), bytes_.data(), Bytes);
        const std::size_t count = to_.bytes() / Bytes;
        return submit_as(
            q, form, [&](handler& h) { h.fill(to, p, count); },
            [&](const std::vector<event>& after) { return q.fill(to, p, count, after); });
    }

    slice to_;
    std::size_t pattern_bytes_;
    std::array<unsigned char, largest_pattern> bytes_;
};

}  // namespace

drawn_action draw_fill(action_source& source) {
    static const std::vector<std::size_t> sizes{0, 1, 3, 4, 4, 8, 12, 16};
    slice to = source.random.chance(50) ? source.reached_bytes() : source.reached();
    const std::size_t pattern_bytes = source.random.of(sizes);
    if (pattern_bytes != 0) to = to.first(to.bytes() / pattern_bytes * pattern_bytes);
    return std::make_unique<fill_action>(to, pattern_bytes, source.random.word());
}

}  // namespace ndweave::testing
