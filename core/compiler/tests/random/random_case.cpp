#include "random_case.hpp"

#include <algorithm>
#include <array>

#include "memory_watch.hpp"
#include "serial_interpreter.hpp"

namespace ndweave::compiler::testing {

namespace {

constexpr unsigned groups = 2;  // of an nd-range
constexpr std::uint64_t small_id_end = std::uint64_t{1} << 30;

/// Groups of one, two and three dimensions, odd sizes among them; ranges of basic kernels, which are divided into
/// tiles.
work_group random_group(std::mt19937_64& random, bool basic) {
    static constexpr std::uint32_t shapes[][3] = {{1, 1, 1},   {16, 1, 1},  {37, 1, 1}, {64, 1, 1}, {8, 4, 1},
                                                  {5, 3, 1},   {4, 2, 3},   {1, 8, 1},  {2, 16, 3}, {128, 1, 1},
                                                  {16, 16, 1}, {600, 1, 1}, {70, 2, 3}};
    work_group group;
    const auto& shape = shapes[random() % (std::size(shapes) - (basic ? 0 : 2))];
    std::copy(std::begin(shape), std::end(shape), group.local_range);
    group.sub_group_size = std::array{8u, 16u, 32u}[random() % 3];
    group.local_memory.resize((local_bytes_per_item * group.items() + local_bytes_per_group) / 8);
    return group;
}

}  // namespace

random_case::random_case(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    kind_ = std::array{random_kind::basic, random_kind::without_barriers, random_kind::with_barriers,
                       random_kind::with_barriers}[random() % 4];
    group_ = random_group(random, basic());
    kernel_ = random_kernel(seed, {kind_, static_cast<unsigned>(group_.items()), group_.sub_group_size});
    small_ids_ = random() % 2 == 0;
    for (unsigned axis = 0; axis < 3 && basic(); ++axis) choose_first_id(random, axis);
    memory_.emplace(random, (basic() ? 1 : groups) * group_.items());
    memory_->set_range(group_.first_id, group_.local_range);
    choose_ways(random);
}

/// At the ends of what ids can be; 0 on axes that the kernel has not.
void random_case::choose_first_id(std::mt19937_64& random, unsigned axis) {
    const std::uint64_t items = group_.local_range[axis];
    const bool used = axis == 0 || items > 1 || (axis == 1 && group_.local_range[2] > 1);
    const std::uint64_t last = small_ids_ ? small_id_end - items : std::uint64_t{1} << 33;
    group_.first_id[axis] = used ? std::array{std::uint64_t{0}, std::uint64_t{1000}, last}[random() % 3] : 0;
}

random_way random_case::product(std::string name, ndw_strategy strategy, std::uint32_t flags, bool quick) const {
    if (small_ids_) flags |= NDW_COMPILE_SMALL_IDS;
    return {std::move(name), {strategy, flags, basic(), sizeof(random_functor), quick}};
}

void random_case::choose_ways(std::mt19937_64& random) {
    const bool loop = kind_ != random_kind::with_barriers, quick = random() % 4 != 0;
    switch (random() % (loop ? 4 : 3)) {
        case 0:
            ways_.push_back(product("cbs", NDW_STRATEGY_CBS, 0, quick));
            break;
        case 3:
            ways_.push_back(product("loop", NDW_STRATEGY_LOOP, 0, quick));
            break;
        default:
            ways_.push_back(product("auto", NDW_STRATEGY_AUTO, 0, quick));
    }
    const auto rare = random() % 8;
    if (rare == 0) ways_.push_back(product("check mode", NDW_STRATEGY_CBS, NDW_COMPILE_CHECK, true));
    if (rare == 1 && !basic()) ways_.push_back({"fibers", {}, true});
}

random_case random_case::with(kernel_text kernel) const {
    random_case other = *this;
    other.kernel_ = std::move(kernel);
    other.expected_.reset();
    return other;
}

template <class Run>
random_data random_case::run_all(const Run& run) const {
    work_group group = group_;
    random_data memory = *memory_;
    const random_functor functor = memory.functor();
    for (unsigned g = 0; g < (basic() ? 1 : groups); ++g) {
        group.group_id[0] = g;
        std::ranges::fill(group.local_memory, 0);
        run(group, functor, memory);
    }
    return memory;
}

void random_case::interpret() {
    const serial_interpreter interpreter(kernel_);
    memory_watch watch;
    expected_ = run_all([&](work_group& group, const random_functor& functor, const random_data& memory) {
        watch.add_constant(std::as_bytes(std::span(&functor, 1)));
        for (unsigned which = 0; which < random_data::array_count; ++which) {
            random_data::is_written(which) ? watch.add_global(memory.array(which))
                                           : watch.add_constant(memory.array(which));
        }
        interpreter.run(group, &functor, &watch);
    });
}

void random_case::check(const random_way& way) const {
    std::optional<random_data> got;
    if (way.on_fibers) {
        const machine_code item = machine_code::of_item(kernel_);
        got = run_all([&](work_group& group, const random_functor& functor, const random_data&) {
            group.run_items(item.entry, &functor);
        });
    } else {
        const product_code code(kernel_, group_, way.options);
        got = run_all([&](work_group& group, const random_functor& functor, const random_data& memory) {
            std::vector<product_code::memory> reachable;
            for (unsigned which = 0; which < random_data::array_count; ++which) reachable.push_back(memory.array(which));
            code.run(group, &functor, reachable);
        });
    }
    const auto difference = got->difference(*expected_);
    if (difference) throw wrong_result(way.name + " differs from the interpreter, first in " + *difference);
}

void check_random_case(std::uint64_t seed) {
    random_case one(seed);
    one.interpret();
    for (const random_way& way : one.ways()) one.check(way);
}

}  // namespace ndweave::compiler::testing
