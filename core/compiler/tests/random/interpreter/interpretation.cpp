#include "interpretation.hpp"

#include "illegal_kernel.hpp"
#include "memory_rules.hpp"
#include "serial_interpreter.hpp"

namespace ndweave::compiler::testing {

random_memory interpret(const random_setting& setting, const kernel_text& kernel) {
    const serial_interpreter interpreter(kernel);
    memory_rules rules;
    return setting.run_all([&](work_group& group, const random_functor* functor, const random_memory& memory) {
        if (setting.basic()) rules = {};  // its range runs again when it has ended
        rules.add_constant(std::as_bytes(std::span(functor, 1)));
        const auto all = memory.all();
        rules.add_constant(all.front());
        for (const auto array : std::span(all).subspan(1)) rules.add_global(array);
        interpreter.run(group, functor, {.rules = &rules, .most = 2'000'000});
    });
}

void expect_same_elsewhere(const random_setting& setting, const kernel_text& kernel, const random_memory& made) {
    if (interpret(setting, kernel) != made) throw illegal_kernel("its results depend on addresses");
}

}  // namespace ndweave::compiler::testing
