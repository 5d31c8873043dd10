#include "random_data.hpp"

#include <algorithm>

namespace ndweave::compiler::testing {

namespace {

enum array_number { input, output, sums, own, wide_sums, records, planes };

constexpr const char* names[] = {"input", "output", "sums", "own memory", "wide sums", "records", "planes"};

/// Blocks of three rows that `planes` is made of.
constexpr unsigned plane_blocks = 5;

}  // namespace

random_data::random_data(std::mt19937_64& random, std::uint64_t items) {
    const auto resize = [&](array_number which, std::uint64_t bytes) { arrays_[which].resize((bytes + 7) / 8); };
    resize(input, 4 * input_size);
    resize(output, 4 * outputs_per_item * items);
    resize(sums, 4 * sum_count);
    resize(own, 4 * items);
    resize(wide_sums, 8 * wide_sum_count);
    resize(records, record_bytes * items);
    resize(planes, 4 * plane_blocks * plane_rows * items);
    for (const array_number which : {input, sums, wide_sums, planes}) std::ranges::generate(arrays_[which], random);
    numbers_.n = random() % 8;
    numbers_.m = random() % 8;
    numbers_.total = items;
    for (auto& number : numbers_.table) number = static_cast<std::int16_t>(random() % 64);
    for (auto& start : plane_starts_) start = (random() % plane_blocks * plane_rows + random() % 2) * items;
}

std::span<std::byte> random_data::array(unsigned which) { return std::as_writable_bytes(std::span(arrays_[which])); }

std::span<const std::byte> random_data::array(unsigned which) const {
    return std::as_bytes(std::span(arrays_[which]));
}

random_functor random_data::functor(const std::array<std::byte*, array_count>& at) const {
    const auto words = [&](array_number which) { return reinterpret_cast<std::uint32_t*>(at[which]); };
    random_functor made = numbers_;
    made.input = words(input);
    made.output = words(output);
    made.sums = words(sums);
    made.own = words(own);
    made.wide_sums = reinterpret_cast<std::uint64_t*>(at[wide_sums]);
    made.records = at[records];
    made.records_again = at[records] + records_shift;
    for (unsigned p = 0; p < plane_count; ++p) made.planes[p] = words(planes) + plane_starts_[p];
    return made;
}

random_functor random_data::functor() {
    std::array<std::byte*, array_count> at;
    for (unsigned which = 0; which < array_count; ++which) at[which] = array(which).data();
    return functor(at);
}

void random_data::set_range(const std::uint64_t (&first)[3], const std::uint32_t (&extent)[3]) {
    for (unsigned axis = 0; axis < 3; ++axis) {
        numbers_.first[axis] = static_cast<std::uint32_t>(first[axis]);
        numbers_.extent[axis] = extent[axis];
    }
}

std::optional<std::string> random_data::difference(const random_data& other) const {
    for (unsigned which = 0; which < array_count; ++which) {
        const auto mine = array(which), theirs = other.array(which);
        const auto at = std::ranges::mismatch(mine, theirs).in1;
        if (at == mine.end()) continue;
        const auto word = static_cast<std::size_t>(at - mine.begin()) / 4;
        if (which != output) return names[which] + (" at word " + std::to_string(word));
        return "output " + std::to_string(word % outputs_per_item) + " of work-item " +
               std::to_string(word / outputs_per_item);
    }
    return std::nullopt;
}

}  // namespace ndweave::compiler::testing
