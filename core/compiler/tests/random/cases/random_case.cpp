#include "random_case.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "compiler/tests/random/interpreter/interpretation.hpp"
#include "compiler/tests/twins/steps/step_check.hpp"

namespace ndweave::compiler::testing {

namespace {

constexpr std::uint32_t sub_group_sizes[] = {8, 16, 32, 64};

/// How rarely each step is looked at, and of how many work-items at most: it takes as long as twenty other cases.
constexpr unsigned cases_by_steps = 20, max_items_by_steps = 64;

}  // namespace

random_case::random_case(std::uint64_t seed) : random_case(std::mt19937_64(seed), seed) {}

random_case::random_case(std::mt19937_64 random, std::uint64_t seed)
    : setting_(random, sub_group_sizes), kernel_(random_kernel(seed, setting_.shape())), ways_(choose_ways(random)) {
    if (random() % 4 == 0) launch_streaming();
    if (random() % 4 == 0) make_captures_constant();
}

/// As launches of much memory are, whose arrays are aligned to lines of the caches.
void random_case::launch_streaming() {
    setting_.memory.align(64);
    for (random_way& way : ways_) {
        if (way.options.flags & NDW_COMPILE_CHECK) continue;
        way.options.flags |= NDW_COMPILE_STREAMING_STORES;
        way.options.pointer_alignment = 64;
    }
}

/// As launches are whose captures stayed the same: all numbers, while the code that makes use of it needs few.
void random_case::make_captures_constant() {
    std::array<std::uint32_t*, random_memory::array_count> at;
    std::ranges::transform(setting_.memory.arrays(), at.begin(), [](auto* array) { return array->data(); });
    const random_functor values = setting_.arguments(at);
    random_way way = ways_.front();
    way.name = "constants";
    const auto add = [&](const auto&... members) {
        const auto add_one = [&](const auto& member) {
            const auto* const bytes = reinterpret_cast<const char*>(&member);
            const auto offset = static_cast<std::uint32_t>(bytes - reinterpret_cast<const char*>(&values));
            way.options.captures.emplace_back(offset, std::string(bytes, sizeof member));
        };
        (add_one(members), ...);
    };
    add(values.n, values.m, values.first, values.extent, values.total, values.table);
    ways_.push_back(std::move(way));
}

random_way random_case::product(std::string name, ndw_strategy strategy, std::uint32_t flags) const {
    if (setting_.small_ids) flags |= NDW_COMPILE_SMALL_IDS;
    if (!(flags & NDW_COMPILE_CHECK)) flags |= NDW_COMPILE_DISTINCT_POINTERS;
    random_way way{std::move(name), {strategy, flags, setting_.basic(), sizeof(random_functor)}};
    way.options.pointers = setting_.allocations();
    return way;
}

/// What `auto` takes, or what would have been asked for; and others now and then.
std::vector<random_way> random_case::choose_ways(std::mt19937_64& random) const {
    std::vector<random_way> ways;
    const bool loop = setting_.kind != random_kind::with_barriers;
    switch (random() % (loop ? 4 : 3)) {
        case 0:
            ways.push_back(product("cbs", NDW_STRATEGY_CBS, 0));
            break;
        case 3:
            ways.push_back(product("loop", NDW_STRATEGY_LOOP, 0));
            break;
        default:
            ways.push_back(product("auto", NDW_STRATEGY_AUTO, 0));
    }
    const auto rare = random() % 8;
    if (rare == 0) ways.push_back(product("check mode", NDW_STRATEGY_CBS, NDW_COMPILE_CHECK));
    if (rare == 1 && !setting_.basic()) ways.push_back({"fibers", {}, random_way::code::fibers});
    if (setting_.group.items() <= max_items_by_steps && random() % cases_by_steps == 0) {
        ways.push_back({"step by step", ways.front().options, random_way::code::each_step});
    }
    return ways;
}

random_case random_case::with(kernel_text kernel) const {
    random_case other = *this;
    other.kernel_ = std::move(kernel);
    other.expected_.reset();
    return other;
}

void random_case::interpret() { expected_ = testing::interpret(setting_, kernel_); }

void random_case::interpret_elsewhere() const { expect_same_elsewhere(setting_, kernel_, *expected_); }

random_memory random_case::run(const product_code& code) const {
    return setting_.run_all([&](work_group& group, const random_functor* functor, const random_memory& memory) {
        code.run(group, functor, memory.all());
    });
}

random_memory random_case::run_on_fibers() const {
    const machine_code item = machine_code::of_item(kernel_);
    return setting_.run_all([&](work_group& group, const random_functor* functor, const random_memory&) {
        group.run_items(item.entry, functor);
    });
}

std::string random_case::wrong_step(const random_way& way) const {
    if (way.what == random_way::code::fibers) return {};
    if (way.what == random_way::code::each_step) return first_wrong_step(setting_, kernel_, way.options);
    const auto is_right = [&](const product_code& code) {
        try {
            return run(code) == *expected_;
        } catch (const wrong_result&) {
            return false;
        }
    };
    return product_code::wrong_step(kernel_, setting_.group, way.options, is_right);
}

void random_case::check(const random_way& way) const {
    if (way.what == random_way::code::each_step) return void(check_steps(setting_, kernel_, way.options));
    const bool on_fibers = way.what == random_way::code::fibers;
    const random_memory got = on_fibers ? run_on_fibers() : run(product_code(kernel_, setting_.group, way.options));
    if (got != *expected_) {
        throw wrong_result(way.name + " differs from the interpreter, first in " + first_difference(got, *expected_));
    }
}

void check_random_case(std::uint64_t seed) {
    random_case one(seed);
    one.interpret();
    for (const random_way& way : one.ways()) one.check(way);
}

}  // namespace ndweave::compiler::testing
