#include "random_kernel.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <random>

#include "product_code.hpp"
#include "serial_interpreter.hpp"

namespace ndweave::compiler::testing {

namespace {

struct data {
    std::vector<std::uint32_t> input = std::vector<std::uint32_t>(input_size);
    std::vector<std::uint32_t> output, sums = std::vector<std::uint32_t>(sum_count);

    bool operator==(const data&) const = default;
};

std::uint64_t environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// Groups of one, two and three dimensions, odd sizes among them.
work_group random_group(std::mt19937_64& random) {
    static constexpr std::uint32_t shapes[][3] = {{1, 1, 1}, {16, 1, 1},  {37, 1, 1}, {64, 1, 1}, {8, 4, 1},
                                                  {5, 3, 1}, {16, 16, 1}, {4, 2, 3},  {1, 8, 1},  {128, 1, 1}};
    work_group group;
    const auto& shape = shapes[random() % std::size(shapes)];
    std::copy(std::begin(shape), std::end(shape), group.local_range);
    return group;
}

/// One random kernel with its group and arguments, to be run in several ways.
class random_case {
public:
    explicit random_case(std::uint64_t seed)
        : random_(seed), group_(random_group(random_)), barriers_(random_() % 4 != 0) {
        kernel_ = random_kernel(seed, group_.items(), barriers_);
        for (auto& value : memory_.input) value = static_cast<std::uint32_t>(random_());
        memory_.output.resize(groups * group_.items() * outputs_per_item);
        n_ = random_() % 8;
        m_ = random_() % 8;
    }

    /// Everything that the engine may make of the kernel, against the interpreter. Fibers and check mode, which are
    /// slower to make, in one case of eight each.
    void check() {
        const serial_interpreter interpreter(kernel_);
        expected_ = run_all([&](work_group& g, const void* functor) { interpreter.run(g, functor); });
        expect_product("auto", NDW_STRATEGY_AUTO, 0);
        if (!barriers_) expect_product("loop", NDW_STRATEGY_LOOP, 0);
        const auto rare = random_() % 8;
        if (rare == 0) expect_product("check mode", NDW_STRATEGY_CBS, NDW_COMPILE_CHECK);
        if (rare == 1) {
            const machine_code item = machine_code::of_item(kernel_);
            expect("fibers", [&](work_group& g, const void* functor) { g.run_items(item.entry, functor); });
        }
    }

private:
    static constexpr unsigned groups = 2;

    template <class Run>
    data run_all(const Run& run) const {
        work_group group = group_;
        data memory = memory_;
        random_functor functor{memory.input.data(), memory.output.data(), memory.sums.data(), n_, m_};
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
        const product_code code(kernel_, group_, strategy, flags);
        expect(way, [&](work_group& g, const void* functor) { code.run(g, functor); });
    }

    std::mt19937_64 random_;
    work_group group_;
    bool barriers_;
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
