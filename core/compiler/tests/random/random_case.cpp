#include "random_case.hpp"

#include <random>
#include <stdexcept>

#include "product_code.hpp"
#include "random_setting.hpp"
#include "serial_interpreter.hpp"

namespace ndweave::compiler::testing {

namespace {

constexpr std::uint32_t sub_group_sizes[] = {8, 16, 32};

class random_case {
public:
    explicit random_case(std::uint64_t seed)
        : random_(seed), setting_(random_, sub_group_sizes), kernel_(random_kernel(seed, setting_.shape())) {}

    void check() {
        const serial_interpreter interpreter(kernel_);
        expected_ = setting_.run_all(
            [&](work_group& g, const void* functor, const random_memory&) { interpreter.run(g, functor); });
        const auto [way, strategy] = random_strategy();
        expect_product(way, strategy, 0, random_() % 4 != 0);
        const auto rare = random_() % 8;
        if (rare == 0) expect_product("check mode", NDW_STRATEGY_CBS, NDW_COMPILE_CHECK, true);
        if (rare == 1 && !setting_.basic()) {
            const machine_code item = machine_code::of_item(kernel_);
            expect("fibers",
                   [&](work_group& g, const void* functor, const random_memory&) { g.run_items(item.entry, functor); });
        }
    }

private:
    /// What `auto` takes, or what would have been asked for.
    std::pair<const char*, ndw_strategy> random_strategy() {
        const bool loop = setting_.kind != random_kind::with_barriers;
        switch (random_() % (loop ? 4 : 3)) {
            case 0:
                return {"cbs", NDW_STRATEGY_CBS};
            case 3:
                return {"loop", NDW_STRATEGY_LOOP};
            default:
                return {"auto", NDW_STRATEGY_AUTO};
        }
    }

    template <class Run>
    void expect(const std::string& way, const Run& run) const {
        const random_memory got = setting_.run_all(run);
        if (got == expected_) return;
        throw std::logic_error(way + " differs from the interpreter, first in " + first_difference(got, expected_));
    }

    void expect_product(const std::string& way, ndw_strategy strategy, std::uint32_t flags, bool quick) const {
        if (setting_.small_ids) flags |= NDW_COMPILE_SMALL_IDS;
        const product_code code(kernel_, setting_.group,
                                {strategy, flags, setting_.basic(), sizeof(random_functor), quick});
        expect(way, [&](work_group& g, const void* functor, const random_memory& memory) {
            const auto reachable = memory.all();
            code.run(g, functor, reachable);
        });
    }

    std::mt19937_64 random_;
    const random_setting setting_;
    const kernel_text kernel_;
    random_memory expected_;
};

}  // namespace

void check_random_case(std::uint64_t seed) { random_case(seed).check(); }

}  // namespace ndweave::compiler::testing
