#include "cpu/validation/memory_image.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "cpu/tuning.hpp"

namespace ndweave::detail {
namespace {

constexpr unsigned char begins = 0x80;  // flag of a number's first byte

number_kind kind_of(unsigned char mark) { return static_cast<number_kind>(mark & ~begins); }

/// Bytes of the number at `at`: for untyped bytes an aligned word, for a partially overwritten number one byte.
std::size_t size_at(const std::vector<unsigned char>& kinds, std::size_t at) {
    const number_kind kind = kind_of(kinds[at]);
    const auto is_one = [&](std::size_t bytes) {
        if (at + bytes > kinds.size()) return false;
        for (std::size_t i = 1; i < bytes; ++i) {
            if (kind_of(kinds[at + i]) != kind) return false;
            if (kind != number_kind::bytes && (kinds[at + i] & begins)) return false;
        }
        return true;
    };
    if (kind == number_kind::bytes) return at % 8 == 0 && is_one(8) ? 8 : at % 4 == 0 && is_one(4) ? 4 : 1;
    return (kinds[at] & begins) && is_one(size_of(kind)) ? size_of(kind) : 1;
}

/// The start of the number or word that contains the byte at `at`.
std::size_t start_of_number(const std::vector<unsigned char>& kinds, std::size_t at) {
    for (std::size_t back = 1; back < 8 && back <= at; ++back) {
        const std::size_t first = at - back;
        if (kind_of(kinds[first]) != number_kind::none && size_at(kinds, first) > back) return first;
    }
    return at;
}

}  // namespace

memory_image::memory_image(const launch& l) {
    const auto* const words = static_cast<const char*>(l.functor);
    for (std::uint32_t at = 0; at + 8 <= l.kernel->functor_size; at += 8) {
        std::uintptr_t word;
        std::memcpy(&word, words + at, sizeof word);
        touch(word);
    }
}

memory_image::block* memory_image::find(std::uintptr_t address) {
    block*& found = recent_[address / tuning::page_bytes % recent_.size()];
    if (found && address - found->base < found->size()) return found;
    const auto after = blocks_.upper_bound(address);
    if (after == blocks_.begin()) return nullptr;
    block& b = std::prev(after)->second;
    if (address - b.base >= b.size()) return nullptr;
    return found = &b;
}

memory_image::block& memory_image::add(std::uintptr_t base, std::size_t bytes, bool whole) {
    block& b = blocks_[base];
    b.base = base;
    b.whole = whole;
    b.before.assign(b.live(), b.live() + bytes);
    b.kinds.resize(bytes);
    if (has_expected_) b.expected = b.before;
    return b;
}

/// Saves the allocation that contains the address, if any.
void memory_image::touch(std::uintptr_t address) {
    if (find(address)) return;
    const auto after = std::ranges::upper_bound(allocations_, address, {}, &allocation::base);
    if (after == allocations_.begin()) return;
    const allocation& a = *std::prev(after);
    if (address - a.base < a.bytes) add(a.base, a.bytes, true);
}

void memory_image::note(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what, const char* place) {
    touch(address);
    if (!(what & NDW_CHECK_WRITE)) return;
    if (watched_ - address < bytes) watched_place_ = place ? place : "";
    mark(address, bytes, kind_of_access(what));
}

void memory_image::mark(std::uintptr_t address, std::uint64_t bytes, number_kind kind) {
    has_bytes_ |= kind == number_kind::bytes;
    const std::size_t size = size_of(kind);
    for (std::uint64_t i = 0; i < bytes;) {
        block* b = find(address + i);
        if (!b)
            b = &add((address + i) / tuning::cache_line_bytes * tuning::cache_line_bytes, tuning::cache_line_bytes,
                     false);
        const std::uint64_t from = address + i - b->base, here = std::min(bytes - i, b->size() - from);
        for (std::uint64_t n = 0; n < here; ++n) {
            b->kinds[from + n] =
                static_cast<unsigned char>(static_cast<unsigned>(kind) | ((i + n) % size == 0 ? begins : 0u));
        }
        i += here;
    }
}

void memory_image::find_max_magnitude(block& b) {
    for (std::size_t i = 0; i < b.size(); ++i) {
        const number_kind kind = kind_of(b.kinds[i]);
        if (!is_floating(kind) || size_at(b.kinds, i) != size_of(kind)) continue;
        const double value = std::fabs(floating_value(kind, &b.expected[i]));
        if (std::isfinite(value)) b.max_magnitude = std::max(b.max_magnitude, value);
    }
}

void memory_image::capture_expected() {
    for (auto& [base, b] : blocks_) {
        b.expected.assign(b.live(), b.live() + b.size());
        find_max_magnitude(b);
    }
    has_expected_ = true;
    restore();
}

void memory_image::write_back(const block& b, const std::vector<unsigned char>& content) const {
    for (std::size_t i = 0; i < b.size(); ++i) {
        if ((b.whole || b.kinds[i]) && b.live()[i] != content[i]) b.live()[i] = content[i];
    }
}

void memory_image::restore() {
    for (const auto& [base, b] : blocks_) write_back(b, b.before);
}

void memory_image::save() {
    for (auto& [base, b] : blocks_) b.saved.assign(b.live(), b.live() + b.size());
}

void memory_image::restore_saved() const {
    for (const auto& [base, b] : blocks_) write_back(b, b.saved.empty() ? b.before : b.saved);
}

void memory_image::restore_expected() const {
    for (const auto& [base, b] : blocks_) write_back(b, b.expected);
}

void memory_image::compare_rounded_integers(const block& b, const std::vector<unsigned char>& content) {
    for (std::size_t i = 0; i < b.size() && !rounding_changes_integers_; ++i) {
        const number_kind kind = kind_of(b.kinds[i]);
        const bool integer = kind != number_kind::none && kind != number_kind::bytes && !is_floating(kind);
        rounding_changes_integers_ = integer && content[i] != b.expected[i];
    }
}

void memory_image::add_rounded_run() {
    for (auto& [base, b] : blocks_) {
        b.rounded.emplace_back(b.live(), b.live() + b.size());
        compare_rounded_integers(b, b.rounded.back());
    }
    restore();
}

void memory_image::add_repeated_run() {
    for (auto& [base, b] : blocks_) {
        b.repeated.assign(b.live(), b.live() + b.size());
        find_max_magnitude(b);  // parts of copied structures may now be known as numbers
    }
    restore();
}

comparison memory_image::compare() const {
    comparison c;
    for (const auto& [base, b] : blocks_) compare_block(b, c);
    return c;
}

void memory_image::compare_block(const block& b, comparison& c) const {
    const unsigned char* const live = b.live();
    std::size_t at = 0;
    while (at < b.size()) {
        const std::size_t chunk = std::min(tuning::page_bytes, b.size() - at);
        if (std::memcmp(live + at, &b.expected[at], chunk) == 0) {
            at += chunk;
            continue;
        }
        const std::size_t end = at + chunk;
        for (at = start_of_number(b.kinds, at); at < end;) {
            const number_kind kind = kind_of(b.kinds[at]);
            const std::size_t bytes = kind == number_kind::none ? 1 : size_at(b.kinds, at);
            const verdict v = compare_number(b, at, kind, bytes);
            c.within += v == verdict::within;
            c.indeterminate += v == verdict::indeterminate;
            if (v == verdict::wrong && c.wrong++ == 0) {
                c.first = {b.base + at, kind, bytes, {}, {}};
                std::memcpy(c.first.expected, &b.expected[at], bytes);
                std::memcpy(c.first.found, live + at, bytes);
            }
            at += bytes;
        }
    }
}

memory_image::verdict memory_image::compare_number(const block& b, std::size_t at, number_kind kind,
                                                   std::size_t bytes) const {
    if (std::memcmp(b.live() + at, &b.expected[at], bytes) == 0) return verdict::same;
    if (kind == number_kind::none) return b.whole ? verdict::wrong : verdict::same;
    if (is_floating(kind) && bytes == size_of(kind)) return compare_floating(b, at, kind);
    if (kind == number_kind::bytes) {
        // A copied structure: numbers, padding, or uninitialised bytes.
        if (!b.repeated.empty() && std::memcmp(&b.repeated[at], &b.expected[at], bytes) != 0)
            return verdict::indeterminate;
        for (const number_kind guess : {number_kind::float32, number_kind::float64}) {
            verdict v = verdict::same;
            for (std::size_t i = 0; i < bytes && v != verdict::wrong; i += size_of(guess)) {
                if (std::memcmp(b.live() + at + i, &b.expected[at + i], std::min(bytes, size_of(guess))) == 0) continue;
                v = bytes < size_of(guess) ? verdict::wrong : compare_floating(b, at + i, guess);
            }
            if (v != verdict::wrong) return v;
        }
    }
    return rounding_changes_integers_ ? verdict::indeterminate : verdict::wrong;
}

/// All NaNs are equal. With runs of other rounding, numbers may differ by the sum of 64 times the difference of those
/// runs, 64 units in the last place, and 16 units in the last place of the allocation's largest number. An overflow
/// that the reference just avoids counts as the largest finite number.
memory_image::verdict memory_image::compare_floating(const block& b, std::size_t at, number_kind kind) {
    const double expected = floating_value(kind, &b.expected[at]);
    double found = floating_value(kind, b.live() + at);
    if (std::isnan(expected) && std::isnan(found)) return verdict::same;
    if (b.rounded.empty()) return verdict::wrong;
    double spread = 0;
    for (const auto& content : b.rounded) {
        const double other = floating_value(kind, &content[at]);
        if (!std::isfinite(other) || !std::isfinite(expected)) return verdict::indeterminate;
        spread = std::max(spread, std::fabs(other - expected));
    }
    if (std::isinf(found)) found = std::copysign(max_finite(kind), found);
    const double bound =
        64 * (spread + unit_in_last_place(kind, expected)) + 16 * unit_in_last_place(kind, b.max_magnitude);
    return std::fabs(found - expected) <= bound ? verdict::within : verdict::wrong;
}

}  // namespace ndweave::detail
