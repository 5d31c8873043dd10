#include "runtime/trace/machine_code.hpp"

#include <mutex>
#include <stdexcept>

#include "code/perf_map.hpp"
#include "ndweave/exception.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/kernel/kernel_name.hpp"

namespace ndweave::detail {
namespace {

std::mutex naming;

[[gnu::constructor]] void hold_at_forks() { hold_while_forking(fork_lock::machine_code, naming); }

std::string describe(const kernel_record& kernel, const ndw_kernel_variant& variant, const ndw_compiled_kernel& made,
                     const std::string& what) {
    std::string text = kernel_name(kernel) + (made.strategy == NDW_STRATEGY_CBS ? " [cbs" : " [loop");
    if (variant.local_range[0] != 0) {
        text += ", ";
        for (std::uint32_t axis = kernel.dimensions; axis-- > 0;)  // as the program has them
            text += std::to_string(variant.local_range[axis]) + (axis ? " x " : "");
    }
    return text + (what.empty() ? "" : ", " + what) + "]";
}

}  // namespace

void name_machine_code(const kernel_record& kernel, const ndw_kernel_variant& variant, const ndw_compiled_kernel& made,
                       const std::string& what) {
    if (!code::has_perf_map()) return;
    const std::lock_guard lock(naming);
    try {
        code::add_to_perf_map(made.code, made.code_size, describe(kernel, variant, made, what));
    } catch (const std::runtime_error& e) {
        throw exception(errc::invalid, e.what());
    }
}

}  // namespace ndweave::detail
