#include "random_setting.hpp"

#include <algorithm>
#include <cstring>

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
    group.local_memory.resize((local_bytes_per_item * group.items() + local_bytes_per_group) / 8);
    return group;
}

/// Blocks of rows that the planes' memory is made of.
constexpr unsigned plane_blocks = 5;

constexpr std::uint64_t small_id_end = std::uint64_t{1} << 30;

random_kind random_kind_of(std::mt19937_64& random) {
    return std::array{random_kind::basic, random_kind::without_barriers, random_kind::with_barriers,
                      random_kind::with_barriers}[random() % 4];
}

}  // namespace

std::array<std::span<const std::byte>, random_memory::array_count> random_memory::all() const {
    const auto bytes = [](const random_words& of) { return std::as_bytes(std::span(of)); };
    return {bytes(input), bytes(output), bytes(own), bytes(sums), bytes(wide_sums), bytes(records), bytes(planes)};
}

void random_memory::align(std::size_t bytes) {
    for (random_words* array : arrays()) {
        *array = random_words(array->begin(), array->end(), aligned_allocator<std::uint32_t>{bytes});
    }
}

std::string first_difference(const random_memory& got, const random_memory& expected) {
    static constexpr const char* names[] = {"input", "output", "own memory", "sums", "wide sums", "records", "planes"};
    const auto mine = got.all(), theirs = expected.all();
    for (std::size_t array = 0; array < mine.size(); ++array) {
        const auto found = std::ranges::mismatch(mine[array], theirs[array]).in1;
        if (found == mine[array].end()) continue;
        const auto at = static_cast<std::size_t>(found - mine[array].begin()) / 4;
        const auto word = [&](std::span<const std::byte> of) {
            std::uint32_t value = 0;
            std::memcpy(&value, of.data() + 4 * at, sizeof value);
            return std::to_string(value);
        };
        const std::string values = " (" + word(mine[array]) + ", not " + word(theirs[array]) + ")";
        if (array != 1) return std::string(names[array]) + " at word " + std::to_string(at) + values;
        return "output " + std::to_string(at % outputs_per_item) + " of work-item " +
               std::to_string(at / outputs_per_item) + values;
    }
    return "nothing";
}

random_setting::random_setting(std::mt19937_64& random, std::span<const std::uint32_t> sub_group_sizes)
    : kind(random_kind_of(random)), group(random_group(random, basic(), sub_group_sizes)) {
    memory.output.resize(launched_items() * outputs_per_item);
    memory.own.resize(group.items());
    memory.records.resize(launched_items() * record_bytes / 4);
    memory.planes.resize(plane_blocks * plane_rows * launched_items());
    for (auto* array : {&memory.input, &memory.sums, &memory.wide_sums, &memory.planes}) {
        for (auto& value : *array) value = static_cast<std::uint32_t>(random());
    }
    small_ids = random() % 2 == 0;
    for (unsigned axis = 0; axis < 3 && basic(); ++axis) choose_first_id(random, axis);
    n = random() % 8;
    m = random() % 8;
    for (auto& number : table) number = static_cast<std::int16_t>(random() % 64);
    for (auto& start : plane_starts) {
        start = (random() % plane_blocks * plane_rows + random() % 2) * launched_items();
    }
}

/// At the ends of what ids can be; 0 on axes that the kernel has not.
void random_setting::choose_first_id(std::mt19937_64& random, unsigned axis) {
    const std::uint64_t items = group.local_range[axis];
    const bool used = axis == 0 || items > 1 || (axis == 1 && group.local_range[2] > 1);
    const std::uint64_t last = small_ids ? small_id_end - items : std::uint64_t{1} << 33;
    group.first_id[axis] = used ? std::array{std::uint64_t{0}, std::uint64_t{1000}, last}[random() % 3] : 0;
}

/// Calls `visit` with each pointer among the arguments and the number of the memory's array that it leads into.
template <class Visit>
static void for_each_pointer(random_functor& functor, const Visit& visit) {
    visit(functor.input, 0);
    visit(functor.output, 1);
    visit(functor.own, 2);
    visit(functor.sums, 3);
    visit(functor.wide_sums, 4);
    visit(functor.records, 5);
    visit(functor.records_again, 5);
    for (auto& plane : functor.planes) visit(plane, 6);
}

random_functor random_setting::arguments(const std::array<std::uint32_t*, random_memory::array_count>& at) const {
    random_functor functor{};
    for_each_pointer(functor,
                     [&]<class T>(T*& pointer, std::size_t array) { pointer = reinterpret_cast<T*>(at[array]); });
    functor.records_again += records_shift;
    for (unsigned p = 0; p < plane_count; ++p) functor.planes[p] += plane_starts[p];
    functor.n = n;
    functor.m = m;
    functor.total = launched_items();
    std::ranges::copy(table, functor.table);
    for (unsigned axis = 0; axis < 3; ++axis) {
        functor.first[axis] = static_cast<std::uint32_t>(group.first_id[axis]);
        functor.extent[axis] = group.local_range[axis];
    }
    return functor;
}

std::map<std::uint32_t, std::size_t> random_setting::allocations() const {
    random_functor functor{};
    std::map<std::uint32_t, std::size_t> found;
    for_each_pointer(functor, [&](const auto& pointer, std::size_t array) {
        const auto offset = reinterpret_cast<const char*>(&pointer) - reinterpret_cast<const char*>(&functor);
        found[static_cast<std::uint32_t>(offset)] = array;
    });
    return found;
}

}  // namespace ndweave::compiler::testing
