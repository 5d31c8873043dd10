#include "compiler/request/request.hpp"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringExtras.h>

#include "compiler/codegen/target.hpp"
#include "compiler/error.hpp"

namespace ndweave::compiler {
namespace {

constexpr std::uint32_t all_flags = NDW_COMPILE_FAST_MATH | NDW_COMPILE_CHECK | NDW_COMPILE_STREAMING_STORES |
                                    NDW_COMPILE_FAST_VECTOR_MATH | NDW_COMPILE_FLAT_GRID | NDW_COMPILE_SMALL_IDS |
                                    NDW_COMPILE_POINTER_OFFSETS | NDW_COMPILE_ITEM | NDW_COMPILE_ITEMS_IN_LOOPS |
                                    NDW_COMPILE_DISTINCT_POINTERS;
constexpr std::uint64_t largest_group = 1u << 20;  // work-items

llvm::Error wrong(const ndw_compile_request& request, const std::string& what) {
    return invalid("malformed compile request for kernel '" + std::string(request.kernel_name) + "': " + what);
}

bool is_hash(llvm::StringRef text) { return text.size() == 64 && llvm::all_of(text, llvm::isHexDigit); }

llvm::Error validate_geometry(const ndw_compile_request& r) {
    if (r.variant.kind > NDW_KERNEL_ND_RANGE)
        return wrong(r, "kind " + std::to_string(r.variant.kind) + " does not exist");
    if (r.variant.dimensions < 1 || r.variant.dimensions > 3) return wrong(r, "dimensions must be 1, 2 or 3");
    const bool in_loops =
        (r.variant.flags & NDW_COMPILE_ITEMS_IN_LOOPS) != 0 && r.variant.kind != NDW_KERNEL_SINGLE_TASK;
    if (r.variant.kind != NDW_KERNEL_ND_RANGE && !in_loops) return llvm::Error::success();
    std::uint64_t items = 1;
    for (unsigned axis = 0; axis < r.variant.dimensions; ++axis) {
        if (r.variant.local_range[axis] == 0) return wrong(r, "a local range is zero");
        items *= r.variant.local_range[axis];
        if (items > largest_group) return wrong(r, "the work-group has more than 1048576 work-items");
    }
    return llvm::Error::success();
}

}  // namespace

llvm::Error validate(const ndw_compile_request* request) {
    if (request == nullptr || request->struct_size != sizeof(ndw_compile_request)) {
        return invalid("malformed compile request: made for another version of the compiler's interface");
    }
    const ndw_compile_request& r = *request;
    if (r.kernel_name == nullptr || *r.kernel_name == '\0') {
        return invalid("malformed compile request: no kernel name");
    }
    if (r.bitcode == nullptr || r.bitcode_size == 0) return wrong(r, "no bitcode");
    if (r.bitcode_hash == nullptr || !is_hash(r.bitcode_hash)) return wrong(r, "the bitcode's hash is not SHA-256");
    if (find_target(r.variant.target) == nullptr) {
        return wrong(r, "target " + std::to_string(r.variant.target) + " is not in this build");
    }
    if ((r.variant.flags & ~all_flags) != 0) return wrong(r, "unknown flags");
    if (r.variant.strategy > NDW_STRATEGY_CBS) return wrong(r, "strategy must be auto, loop or cbs");
    if (r.variant.sub_group_size > 1024) return wrong(r, "sub-group size above 1024");
    if (r.variant.pointer_alignment != 0 && !llvm::isPowerOf2_32(r.variant.pointer_alignment)) {
        return wrong(r, "the pointer alignment is not a power of two");
    }
    for (const ndw_constant& c : llvm::ArrayRef(r.constants, r.constant_count)) {
        if (c.value == nullptr || c.bytes == 0) return wrong(r, "a specialization constant has no value");
    }
    for (const ndw_captured_value& c : llvm::ArrayRef(r.captures, r.capture_count)) {
        const std::uint64_t end = std::uint64_t{c.at.offset} + c.at.bytes;
        if (c.value == nullptr || c.at.bytes == 0 || end > r.functor_size)
            return wrong(r, "a captured value is empty, or not in the functor");
    }
    for (const ndw_external_function& f : llvm::ArrayRef(r.externals, r.external_count)) {
        if (f.name == nullptr || f.bitcode == nullptr || f.hash == nullptr || !is_hash(f.hash))
            return wrong(r, "an external function has no name, bitcode or hash");
    }
    const bool partial = r.last_step != nullptr || r.last_pass != 0 || (r.variant.flags & NDW_COMPILE_ITEM) != 0;
    if (partial && r.variant.target != NDW_TARGET_HOST) return wrong(r, "only the host compiles in part");
    return validate_geometry(r);
}

}  // namespace ndweave::compiler
