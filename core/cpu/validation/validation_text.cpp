#include "cpu/validation/validation_text.hpp"

#include <cstring>
#include <optional>

#include "runtime/kernel/kernel_name.hpp"

namespace ndweave::detail {
namespace {

std::string count_of(std::uint64_t n) { return std::to_string(n) + (n == 1 ? " number" : " numbers"); }

/// A captured pointer into the allocation of an address: the nearest one at or before it.
struct capture {
    std::uint32_t number, offset;  // counted from 1; bytes in the functor
    std::uintptr_t pointer;
};

std::optional<capture> capture_of(const launch& l, std::uintptr_t address) {
    const auto home = allocation_map::instance().find(reinterpret_cast<const void*>(address));
    if (!home) return std::nullopt;
    std::optional<capture> nearest;
    std::uint32_t number = 0;
    for (std::uint32_t at = 0; at + 8 <= l.kernel->functor_size; at += 8) {
        std::uintptr_t word;
        std::memcpy(&word, static_cast<const char*>(l.functor) + at, sizeof word);
        if (allocation_map::instance().bytes_from(reinterpret_cast<const void*>(word)) == 0) continue;
        ++number;
        const bool points_there = word - home->base < home->bytes && word <= address;
        if (points_there && (!nearest || word > nearest->pointer)) nearest = capture{number, at, word};
    }
    return nearest;
}

std::string location_text(const launch& l, const wrong_number& wrong) {
    if (const auto from = capture_of(l, wrong.address)) {
        const std::uint64_t offset = wrong.address - from->pointer;
        const std::string at = offset % wrong.bytes == 0 ? "element " + std::to_string(offset / wrong.bytes) +
                                                               " (byte " + std::to_string(offset) + ")"
                                                         : "byte " + std::to_string(offset);
        return at + " behind captured pointer " + std::to_string(from->number) + " (byte " +
               std::to_string(from->offset) + " of the functor)";
    }
    if (const auto home = allocation_map::instance().find(reinterpret_cast<const void*>(wrong.address))) {
        return "byte " + std::to_string(wrong.address - home->base) + " of an allocation of " +
               std::to_string(home->bytes) + " bytes that no captured pointer points to";
    }
    return "a number in memory of the host";
}

}  // namespace

std::string indeterminate_text(const comparison& c) {
    std::string text;
    if (c.within) text = count_of(c.within) + " not equal, but within the bound of rounding";
    if (c.indeterminate) {
        text += (text.empty() ? "" : ", ") + count_of(c.indeterminate) +
                " not compared: padding, or what other rounding makes infinite or counts otherwise";
    }
    return text;
}

std::string order_text(const comparison& c) {
    return "not compared: " + count_of(c.wrong) + " of the unoptimised kernel change with the order of work-items";
}

std::string company_text(const comparison& c) {
    return "not compared: " + count_of(c.wrong) + " differ, and the kernel asks which lanes of a sub-group are active";
}

std::string wrong_result_text(const launch& l, const comparison& c, const std::string& place, const std::string& step) {
    const wrong_number& wrong = c.first;
    std::string text = "kernel " + kernel_name(*l.kernel) +
                       ": as compiled, it gives another result than unoptimised: " + location_text(l, wrong) + " is " +
                       number_text(wrong.kind, wrong.found, wrong.bytes);
    if (wrong.kind == number_kind::none) {
        text +=
            ", where unoptimised it is not written and stays " + number_text(wrong.kind, wrong.expected, wrong.bytes);
    } else {
        text += " instead of " + number_text(wrong.kind, wrong.expected, wrong.bytes) + ", written at " +
                (place.empty() ? "an unknown line (compile with -g)" : place);
    }
    text += "; wrong in all: " + count_of(c.wrong) + "; ";
    text += step.empty() ? "no step of the kernel compiler does it again alone"
                         : "the step of the kernel compiler that makes the difference: " + step;
    return text + ". If NDWEAVE_CHECK=1 finds nothing and work-items do not race, this is a fault of ndweave";
}

}  // namespace ndweave::detail
