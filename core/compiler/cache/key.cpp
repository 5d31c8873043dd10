#include "compiler/cache/key.hpp"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>

#include <array>
#include <bit>
#include <type_traits>

#include "compiler/cache/build_id.hpp"
#include "compiler/cache/sha256.hpp"
#include "compiler/pass_manager/left_out_passes.hpp"

namespace ndweave::compiler::cache {
namespace {

/// All of its fields.
auto numbers_of(const ndw_kernel_variant& variant) {
    static_assert(std::has_unique_object_representations_v<ndw_kernel_variant>);
    return std::bit_cast<std::array<std::uint32_t, sizeof variant / sizeof(std::uint32_t)>>(variant);
}

llvm::StringRef or_empty(const char* text) { return text == nullptr ? "" : text; }

}  // namespace

std::string key_of(const ndw_compile_request& r, const target& on) {
    std::string text;
    llvm::raw_string_ostream out(text);
    out << "build " << build_id() << "\ntarget " << on.name << "\nkernel " << r.kernel_name << "\nbitcode "
        << r.bitcode_hash << " " << r.bitcode_size << "\nvariant";
    for (const std::uint32_t number : numbers_of(r.variant)) out << " " << number;
    out << "\nfunctor " << r.functor_size << "\narch " << or_empty(r.arch) << "\ndriver " << or_empty(r.driver)
        << "\nidentity " << on.identity(r) << "\n";
    for (const std::string& pass : left_out_passes()) out << "without " << pass << "\n";
    if (r.last_step != nullptr || r.last_pass != 0)
        out << "last " << or_empty(r.last_step) << " " << r.last_pass << "\n";
    for (const ndw_constant& c : llvm::ArrayRef(r.constants, r.constant_count)) {
        const llvm::StringRef bytes(static_cast<const char*>(c.value), c.bytes);
        out << "constant " << c.key << " " << llvm::toHex(bytes) << "\n";
    }
    for (const ndw_captured_value& c : llvm::ArrayRef(r.captures, r.capture_count)) {
        const llvm::StringRef bytes(static_cast<const char*>(c.value), c.at.bytes);
        out << "capture " << c.at.offset << " " << llvm::toHex(bytes) << "\n";
    }
    for (const ndw_external_function& f : llvm::ArrayRef(r.externals, r.external_count))
        out << "external " << f.name << " " << f.hash << "\n";
    if (r.function_count != 0) out << "functions " << r.function_count << " " << r.functions << "\n";
    return sha256_text(text);
}

}  // namespace ndweave::compiler::cache
