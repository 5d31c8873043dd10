#include "random_setting.hpp"

#include <algorithm>

namespace ndweave::compiler::testing {

namespace {

/// Groups of one, two and three dimensions, odd sizes among them; ranges of basic kernels, which are divided into
/// tiles.
work_group random_group(std::mt19937_64& random, bool basic, std::span<const std::uint32_t> sub_group_sizes) {
    static constexpr std::uint32_t shapes[][3] = {{1, 1, 1},   {16, 1, 1},  {37, 1, 1}, {64, 1, 1}, {8, 4, 1},
                                                  {5, 3, 1},   {4, 2, 3},   {1, 8, 1},  {2, 16, 3}, {128, 1, 1},
                                                  {16, 16, 1}, {600, 1, 1}, {70, 2, 3}};
    work_group group;
    const auto& shape = shapes[random() % (std::size(shapes) - (basic ? 0 : 2))];
    std::copy(std::begin(shape), std::end(shape), group.local_range);
    group.sub_group_size = sub_group_sizes[random() % sub_group_sizes.size()];
    return group;
}

constexpr std::uint64_t small_id_end = std::uint64_t{1} << 30;

random_kind random_kind_of(std::mt19937_64& random) {
    return std::array{random_kind::basic, random_kind::without_barriers, random_kind::with_barriers,
                      random_kind::with_barriers}[random() % 4];
}

}  // namespace

std::array<std::span<const std::byte>, 4> random_memory::all() const {
    const auto bytes = [](const std::vector<std::uint32_t>& of) { return std::as_bytes(std::span(of)); };
    return {bytes(input), bytes(output), bytes(own), bytes(sums)};
}

std::string first_difference(const random_memory& got, const random_memory& expected) {
    const auto [mine, theirs] = std::ranges::mismatch(got.output, expected.output);
    if (mine == got.output.end()) return "sums or own memory";
    const auto at = static_cast<std::size_t>(mine - got.output.begin());
    return "output " + std::to_string(at % outputs_per_item) + " of work-item " +
           std::to_string(at / outputs_per_item) + " (" + std::to_string(*mine) + ", not " + std::to_string(*theirs) +
           ")";
}

random_setting::random_setting(std::mt19937_64& random, std::span<const std::uint32_t> sub_group_sizes)
    : kind(random_kind_of(random)), group(random_group(random, basic(), sub_group_sizes)) {
    for (auto& value : memory.input) value = static_cast<std::uint32_t>(random());
    memory.output.resize(groups * group.items() * outputs_per_item);
    memory.own.resize(group.items());
    small_ids = random() % 2 == 0;
    for (unsigned axis = 0; axis < 3 && basic(); ++axis) choose_first_id(random, axis);
    n = random() % 8;
    m = random() % 8;
}

/// At the ends of what ids can be; 0 on axes that the kernel has not.
void random_setting::choose_first_id(std::mt19937_64& random, unsigned axis) {
    const std::uint64_t items = group.local_range[axis];
    const bool used = axis == 0 || items > 1 || (axis == 1 && group.local_range[2] > 1);
    const std::uint64_t last = small_ids ? small_id_end - items : std::uint64_t{1} << 33;
    group.first_id[axis] = used ? std::array{std::uint64_t{0}, std::uint64_t{1000}, last}[random() % 3] : 0;
}

random_functor random_setting::arguments() const {
    random_functor functor{nullptr, nullptr, nullptr, n, m, nullptr, {}, {}};
    for (unsigned axis = 0; axis < 3; ++axis) {
        functor.first[axis] = static_cast<std::uint32_t>(group.first_id[axis]);
        functor.extent[axis] = group.local_range[axis];
    }
    return functor;
}

}  // namespace ndweave::compiler::testing
