#include "runtime/kernel/captures/constant_code.hpp"

#include <memory>
#include <utility>

#include "ndweave/exception.hpp"
#include "runtime/background.hpp"
#include "runtime/kernel/background/owned_request.hpp"
#include "runtime/kernel/captures/captured_pointers.hpp"
#include "runtime/trace/machine_code.hpp"

namespace ndweave::detail {
namespace {

/// Null where launches of the ordinary code need not meet what this assumes of their pointers.
std::unique_ptr<const constant_code> compile(const owned_request& request, const ndw_compiled_kernel& ordinary) {
    auto code = std::make_unique<constant_code>();
    code->values = request.captures();
    code->compiled = request.compile();
    name_machine_code(request.kernel(), request.variant(), *code->compiled, code->text());
    return implies_distinction(ordinary, *code->compiled, request.variant().pointer_classes) ? std::move(code)
                                                                                             : nullptr;
}

/// Null as well where the compiler refuses: the ordinary code runs on.
std::unique_ptr<const constant_code> compile_if_possible(const owned_request& request,
                                                         const ndw_compiled_kernel& ordinary) noexcept {
    try {
        return compile(request, ordinary);
    } catch (const std::exception&) {
        return nullptr;
    }
}

constexpr std::uint32_t eager_after_launches = 1;

}  // namespace

const constant_code* look_at_captures(captured_values& of, const kernel_record& kernel,
                                      const ndw_kernel_variant& variant, const ndw_compiled_kernel& ordinary,
                                      const void* functor, captures_mode mode) {
    const bool eager = mode == captures_mode::eager;
    std::vector<captured_value> captures =
        of.look(functor, eager ? eager_after_launches : device_tuning::constant_after_launches);
    if (captures.empty()) return nullptr;
    const auto request = std::make_shared<const owned_request>(kernel, variant, std::move(captures));
    if (eager) {
        of.add(compile(*request, ordinary));
        return of.find(functor);
    }
    run_in_background([&of, &ordinary, request] { of.add(compile_if_possible(*request, ordinary)); });
    return nullptr;
}

}  // namespace ndweave::detail
