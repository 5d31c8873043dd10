#include "compiled_ptx.hpp"

#include <algorithm>

#include "code/compile_by.hpp"
#include "runtime/kernel/compile_request.hpp"
#include "runtime/kernel/kernel_variant.hpp"

extern "C" ndw_compiler_api ndw_compiler;

namespace ndweave::compiler::testing {

ndw_compile_request request_of(const sample& kernel, const char* arch, unsigned pointer_alignment,
                               std::uint32_t flags) {
    ndw_compile_request request = detail::request_for(*kernel.record, detail::variant_of(*kernel.record));
    request.variant.target = NDW_TARGET_PTX;
    std::copy_n(kernel.local_range, 3, request.variant.local_range);
    request.variant.flags = flags | (kernel.fast_math ? NDW_COMPILE_FAST_MATH : 0u);
    request.variant.pointer_alignment = pointer_alignment;
    request.arch = arch;
    return request;
}

compiled_ptx compile(const sample& kernel, const char* arch, unsigned pointer_alignment, std::uint32_t flags) {
    compiled_ptx result;
    const code::compile_result compiled =
        code::compile_by(ndw_compiler, request_of(kernel, arch, pointer_alignment, flags));
    result.status = compiled.status;
    result.message = compiled.error;
    const code::artifact& made = compiled.made.made;
    result.code = made.code;
    result.entry = made.entry_name;
    result.parameters = made.parameters;
    result.aligned_pointers = made.aligned_pointers;
    result.distinct_pointers = made.distinct_pointers;
    result.written_pointers = made.written_pointer_count;
    result.coarsening = made.coarsening;
    result.uses_barrier = made.uses_barrier != 0;
    return result;
}

bool has_libdevice() {
    static const bool found = compile(math).status == NDW_COMPILE_OK;
    return found;
}

}  // namespace ndweave::compiler::testing
