#include "random_kernel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <random>

#include "product_code.hpp"
#include "serial_interpreter.hpp"

namespace ndweave::compiler::testing {

namespace {

struct data {
    std::vector<std::uint32_t> input = std::vector<std::uint32_t>(input_size);
    std::vector<std::uint32_t> output, own, sums = std::vector<std::uint32_t>(sum_count);

    bool operator==(const data&) const = default;
};

std::uint64_t environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// Groups of one, two and three dimensions, odd sizes among them; ranges of basic kernels, which are divided into
/// tiles.
work_group random_group(std::mt19937_64& random, bool basic) {
    static constexpr std::uint32_t shapes[][3] = {{1, 1, 1},   {16, 1, 1},  {37, 1, 1},  {64, 1, 1},
                                                  {8, 4, 1},   {5, 3, 1},   {4, 2, 3},   {1, 8, 1},
                                                  {128, 1, 1}, {16, 16, 1}, {600, 1, 1}, {70, 2, 3}};
    work_group group;
    const auto& shape = shapes[random() % (std::size(shapes) - (basic ? 0 : 2))];
    std::copy(std::begin(shape), std::end(shape), group.local_range);
    return group;
}

constexpr std::uint64_t small_id_end = std::uint64_t{1} << 30;

/// One random kernel with its group and arguments, to be run in several ways.
class random_case {
public:
    explicit random_case(std::uint64_t seed)
        : random_(seed),
          kind_(std::array{random_kind::basic, random_kind::without_barriers, random_kind::with_barriers,
                           random_kind::with_barriers}[random_() % 4]),
          group_(random_group(random_, basic())) {
        kernel_ = random_kernel(seed, group_.items(), kind_);
        for (auto& value : memory_.input) value = static_cast<std::uint32_t>(random_());
        memory_.output.resize(groups * group_.items() * outputs_per_item);
        memory_.own.resize(group_.items());
        small_ids_ = random_() % 2 == 0;
        for (unsigned axis = 0; axis < 3 && basic(); ++axis) choose_first_id(axis);
        n_ = random_() % 8;
        m_ = random_() % 8;
    }

    /// Everything that the engine may make of the kernel, against the interpreter. Fibers and check mode, which are
    /// slower to make, in one case of eight each.
    void check() {
        const serial_interpreter interpreter(kernel_);
        expected_ = run_all([&](work_group& g, const void* functor) { interpreter.run(g, functor); });
        expect_product("auto", NDW_STRATEGY_AUTO, 0);
        if (kind_ == random_kind::without_barriers) expect_product("loop", NDW_STRATEGY_LOOP, 0);
        const auto rare = random_() % 8;
        if (rare == 0) expect_product("check mode", NDW_STRATEGY_CBS, NDW_COMPILE_CHECK);
        if (rare == 1 && !basic()) {
            const machine_code item = machine_code::of_item(kernel_);
            expect("fibers", [&](work_group& g, const void* functor) { g.run_items(item.entry, functor); });
        }
    }

private:
    static constexpr unsigned groups = 2;

    bool basic() const { return kind_ == random_kind::basic; }

    /// At the ends of what ids can be; 0 on axes that the kernel has not.
    void choose_first_id(unsigned axis) {
        const std::uint64_t items = group_.local_range[axis];
        const bool used = axis == 0 || items > 1 || (axis == 1 && group_.local_range[2] > 1);
        const std::uint64_t last = small_ids_ ? small_id_end - items : std::uint64_t{1} << 33;
        group_.first_id[axis] = used ? std::array{std::uint64_t{0}, std::uint64_t{1000}, last}[random_() % 3] : 0;
    }

    template <class Run>
    data run_all(const Run& run) const {
        work_group group = group_;
        data memory = memory_;
        random_functor functor{
            memory.input.data(), memory.output.data(), memory.sums.data(), n_, m_, memory.own.data(), {}, {}};
        for (unsigned axis = 0; axis < 3; ++axis) {
            functor.first[axis] = static_cast<std::uint32_t>(group.first_id[axis]);
            functor.extent[axis] = group.local_range[axis];
        }
        for (unsigned g = 0; g < groups; ++g) {
            group.group_id[0] = g;
            run(group, &functor);
        }
        return memory;
    }

    template <class Run>
    void expect(const char* way, const Run& run) const {
        ASSERT_TRUE(run_all(run) == expected_) << way << " differs from the interpreter";
    }

    void expect_product(const char* way, ndw_strategy strategy, std::uint32_t flags) const {
        if (small_ids_) flags |= NDW_COMPILE_SMALL_IDS;
        const product_code code(kernel_, group_, strategy, flags, basic(), sizeof(random_functor));
        expect(way, [&](work_group& g, const void* functor) { code.run(g, functor); });
    }

    std::mt19937_64 random_;
    random_kind kind_;
    work_group group_;
    bool small_ids_ = false;
    kernel_text kernel_;
    data memory_, expected_;
    std::uint32_t n_, m_;
};

void check(std::uint64_t seed) {
    SCOPED_TRACE("reproduce with NDWEAVE_RANDOM_SEED=" + std::to_string(seed) + " NDWEAVE_RANDOM_CASES=1");
    ASSERT_NO_THROW(random_case(seed).check());
}

/// Fresh kernels every time: NDWEAVE_RANDOM_CASES of them (by default as many as it takes to fill some seconds, at most
/// `most`), from NDWEAVE_RANDOM_SEED on.
TEST(RandomKernels, AgreeWithTheInterpreter) {
    constexpr std::uint64_t most = 5000;
    constexpr auto enough = std::chrono::seconds(45);
    const bool asked = environment("NDWEAVE_RANDOM_CASES", 0) != 0;
    const std::uint64_t cases = environment("NDWEAVE_RANDOM_CASES", most);
    const std::uint64_t first = environment("NDWEAVE_RANDOM_SEED", std::random_device()());
    const auto start = std::chrono::steady_clock::now();
    std::uint64_t done = 0;
    while (done < cases && !HasFatalFailure() && (asked || std::chrono::steady_clock::now() - start < enough)) {
        check(first + done++);
    }
    std::printf("%llu random kernels from seed %llu\n", static_cast<unsigned long long>(done),
                static_cast<unsigned long long>(first));
}

}  // namespace

}  // namespace ndweave::compiler::testing
