#include "runtime/kernel/captures/constant_code.hpp"

#include <string>
#include <utility>

#include "ndweave/exception.hpp"
#include "runtime/background.hpp"
#include "runtime/kernel/captures/captured_pointers.hpp"
#include "runtime/kernel/compile_request.hpp"
#include "runtime/kernel/external_functions.hpp"
#include "runtime/kernel/owned_kernel.hpp"
#include "runtime/trace/machine_code.hpp"

namespace ndweave::detail {
namespace {

/// A request with all that it points to: the program may unload the kernel before it is compiled.
class owned_request {
public:
    owned_request(const kernel_record& kernel, const ndw_kernel_variant& variant, std::vector<captured_value> captures)
        : kernel_(kernel), variant_(variant), captures_(std::move(captures)) {
        for (const ndw_external_function& f : external_functions()) {
            externals_.push_back({f.name, f.hash, {static_cast<const char*>(f.bitcode), f.bitcode_size}});
        }
    }
    owned_request(const owned_request&) = delete;

    std::uint64_t pointer_classes() const { return variant_.pointer_classes; }

    std::unique_ptr<const constant_code> compile() const {
        ndw_compile_request request = request_for(kernel_.record(), variant_);
        std::vector<ndw_external_function> externals;
        for (const external& e : externals_)
            externals.push_back({e.name.c_str(), e.bitcode.data(), e.bitcode.size(), e.hash.c_str()});
        request.externals = externals.data();
        request.external_count = static_cast<std::uint32_t>(externals.size());
        std::vector<ndw_captured_value> values;
        for (const captured_value& c : captures_) values.push_back({c.at, &c.value});  // little-endian
        request.captures = values.data();
        request.capture_count = static_cast<std::uint32_t>(values.size());
        auto code = std::make_unique<constant_code>();
        code->values = captures_;
        code->compiled = compile_whole(request);
        name_machine_code(kernel_.record(), variant_, *code->compiled, code->text());
        return code;
    }

private:
    struct external {
        std::string name, hash, bitcode;
    };

    const owned_kernel kernel_;
    const ndw_kernel_variant variant_;
    const std::vector<captured_value> captures_;
    std::vector<external> externals_;
};

/// Null where launches of the ordinary code need not meet what this assumes of their pointers.
std::unique_ptr<const constant_code> compile(const owned_request& request, const ndw_compiled_kernel& ordinary) {
    auto code = request.compile();
    return implies_distinction(ordinary, *code->compiled, request.pointer_classes()) ? std::move(code) : nullptr;
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
