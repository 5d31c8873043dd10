#include "code/cache/key.hpp"

#include <array>
#include <bit>
#include <cstdlib>
#include <span>
#include <type_traits>

#include "code/cache/hash.hpp"
#include "code/cuda_toolkit.hpp"
#include "code/library_symbols.hpp"
#include "code/processor.hpp"

namespace ndweave::code::cache {
namespace {

/// All of its fields.
auto numbers_of(const ndw_kernel_variant& variant) {
    static_assert(std::has_unique_object_representations_v<ndw_kernel_variant>);
    return std::bit_cast<std::array<std::uint32_t, sizeof variant / sizeof(std::uint32_t)>>(variant);
}

std::string or_empty(const char* text) { return text == nullptr ? "" : text; }

std::string variable(const char* name) { return or_empty(::secure_getenv(name)); }

/// What code for a target depends on beyond the request.
std::string identity_of(std::uint32_t target) {
    if (target == NDW_TARGET_PTX) return "libdevice " + find_libdevice();
    if (target != NDW_TARGET_HOST) return {};
    return "processor " + processor_identity() + "named " + variable("NDWEAVE_CPU_NAME") + (sleef() ? " sleef3" : "") +
           (libmvec() ? " libmvec1" : "");
}

class key_text {
public:
    void line(const std::string& name, const std::string& value) { text += name + " " + value + "\n"; }
    void bytes(const std::string& name, std::uint64_t which, const void* value, std::uint64_t size) {
        line(name, std::to_string(which) + " " + std::to_string(size));
        text.append(static_cast<const char*>(value), size);
    }

    /// What the program asks for, on any machine.
    void program(const ndw_compile_request& r) {
        line("kernel", r.kernel_name);
        line("bitcode", or_empty(r.bitcode_hash) + " " + std::to_string(r.bitcode_size));
        for (const std::uint32_t number : numbers_of(r.variant)) line("variant", std::to_string(number));
        line("functor", std::to_string(r.functor_size));
        for (const ndw_constant& c : std::span(r.constants, r.constant_count))
            bytes("constant", c.key, c.value, c.bytes);
        for (const ndw_captured_value& c : std::span(r.captures, r.capture_count))
            bytes("capture", c.at.offset, c.value, c.at.bytes);
        for (const ndw_external_function& f : std::span(r.externals, r.external_count))
            line("external", std::string(f.name) + " " + f.hash);
    }

    std::string text;
};

}  // namespace

std::string portable_key_of(const ndw_compile_request& request, std::string_view target) {
    key_text key;
    key.line("target", std::string(target));
    key.program(request);
    return hash_text(key.text);
}

std::string key_of(const ndw_compile_request& r, std::string_view build) {
    key_text key;
    key.line("build", std::string(build));
    key.program(r);
    key.line("arch", or_empty(r.arch));
    key.line("driver", or_empty(r.driver));
    key.line("identity", identity_of(r.variant.target));
    key.line("without", variable("NDWEAVE_LEAVE_OUT_PASSES"));
    if (r.last_step != nullptr || r.last_pass != 0)
        key.line("last", or_empty(r.last_step) + " " + std::to_string(r.last_pass));
    if (r.function_count != 0)
        key.line("functions", std::to_string(r.function_count) + " " +
                                  std::to_string(reinterpret_cast<std::uintptr_t>(r.functions)));
    return hash_text(key.text);
}

}  // namespace ndweave::code::cache
