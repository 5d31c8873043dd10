#include "runtime/kernel/captures/captured_values.hpp"

#include <algorithm>

namespace ndweave::detail {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

}  // namespace

std::string constant_code::text() const {
    std::string all;
    for (const captured_value& v : values) {
        all += (all.empty() ? "" : ", ") + std::to_string(v.at.bytes) + (v.at.bytes == 1 ? " byte at " : " bytes at ") +
               std::to_string(v.at.offset) + ": " + std::to_string(v.value);
    }
    return all;
}

captured_values::captured_values(std::span<const ndw_functor_bytes> deciding, double worth_ns)
    : watched_(deciding.size()), worth_ns_(worth_ns) {
    for (std::size_t i = 0; i < deciding.size(); ++i) watched_[i].at = deciding[i];
}

captured_values::~captured_values() {
    for (const auto& place : codes_) delete place.load(relaxed);
}

void captured_values::count_anew() {
    ns_.store(0, relaxed);
    looked_.store(0, relaxed);
    for (watched& w : watched_) w.same.store(0, relaxed);
}

std::vector<captured_value> captured_values::look(const void* functor, std::uint32_t launches) {
    std::vector<captured_value> values;
    for (watched& w : watched_) {
        const std::uint64_t value = captured_number(functor, w.at);
        const std::uint32_t before = value == w.last.load(relaxed) ? w.same.load(relaxed) : 0;
        w.last.store(value, relaxed);
        w.same.store(before + 1, relaxed);
        if (before + 1 >= launches) values.push_back({w.at, value});
    }
    if (!values.empty()) return closed_.exchange(true) ? std::vector<captured_value>() : values;
    if (looked_.fetch_add(1, relaxed) >= device_tuning::constant_patience * launches) count_anew();
    return values;
}

void captured_values::add(std::unique_ptr<const constant_code> code) {
    if (!code) return;
    const auto place = std::ranges::find_if(codes_, [](const auto& p) { return p.load(relaxed) == nullptr; });
    if (place == codes_.end()) return;  // the child of a fork has made again what its parent had made
    place->store(code.release(), std::memory_order_release);
    count_anew();
    closed_.store(place + 1 == codes_.end(), std::memory_order_release);
}

}  // namespace ndweave::detail
