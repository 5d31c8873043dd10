/// The text of a kernel: head, body, and what both need.
#include "compiler/codegen/c_source/c_source.hpp"

#include "compiler/codegen/c_source/text/emission.hpp"
#include "compiler/passes/coarsen.hpp"
#include "compiler/passes/work_items/group_shape.hpp"
#include "llvm/ADT/StringExtras.h"

namespace ndweave::compiler {

namespace c_source_detail {
namespace {

/// Of what was moved out of a loop, the place where it is used.
llvm::DebugLoc place_of(const llvm::Instruction& i) {
    if (i.getDebugLoc()) return i.getDebugLoc();
    for (const llvm::User* user : i.users()) {
        const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
        if (instruction != nullptr && instruction->getDebugLoc()) return instruction->getDebugLoc();
    }
    return {};
}

}  // namespace

void refuse(const llvm::Instruction* where, const std::string& construct) {
    throw c_source_unsupported(construct, where ? place_of(*where) : llvm::DebugLoc());
}

}  // namespace c_source_detail

namespace {

using c_source_detail::emission;

/// Not every loop over work-items becomes vectors, which is no news to the user.
constexpr const char* quiet = "#pragma clang diagnostic ignored \"-Wpass-failed\"\n";

std::string entry_name(const ndw_compile_request& request) {
    return "ndweave_kernel_" + std::string(request.bitcode_hash ? request.bitcode_hash : "0").substr(0, 12);
}

std::uint64_t group_size(const ndw_compile_request& request) {
    return std::uint64_t{request.variant.local_range[0]} * request.variant.local_range[1] *
           request.variant.local_range[2];
}

/// Where sub-groups come in several sizes, that of this kernel.
std::string required_sub_group_size(const emission& e) {
    if (!e.uses_sub_groups || e.result.sub_group_size == 1) return {};
    return "#if defined(cl_intel_required_subgroup_size)\n__attribute__((intel_reqd_sub_group_size(" +
           std::to_string(e.result.sub_group_size) + ")))\n#endif\n";
}

std::string kernel_head(const emission& e) {
    const auto* local = e.request.variant.local_range;
    const bool fixed = group_size(e.request) != 0;
    const std::string arguments = "(" + llvm::join(e.kernel_arguments, ", ") + ")";
    if (e.dialect.is_opencl) {
        std::string size;
        if (e.runs_groups) {
            size = "__attribute__((reqd_work_group_size(1, 1, 1))) ";
        } else if (fixed) {
            size = "__attribute__((reqd_work_group_size(" + std::to_string(local[0]) + ", " + std::to_string(local[1]) +
                   ", " + std::to_string(local[2]) + "))) ";
        }
        return required_sub_group_size(e) + "__kernel " + size + "void " + e.result.entry_name + arguments;
    }
    const std::string bounds = fixed ? "__launch_bounds__(" + std::to_string(group_size(e.request)) + ") " : "";
    return "extern \"C\" __global__ " + bounds + "void " + e.result.entry_name + arguments;
}

}  // namespace

c_source write_c_source(llvm::Function& kernel, c_dialect dialect, const ndw_compile_request& request) {
    emission e(c_source_detail::traits_of(dialect), request, *kernel.getParent(), kernel);
    e.guards_itself = is_coarse(kernel);
    e.runs_groups = runs_group(kernel);
    e.result.uses_barrier = has_barriers(kernel);
    e.result.entry_name = entry_name(request);
    e.result.sub_group_size = c_source_detail::sub_group_size(e.dialect, request);
    c_source_detail::flatten_functor(e);
    c_source_detail::infer_address_spaces(e);
    c_source_detail::emit_tables(e);
    c_source_detail::emit_blocks(e);
    c_source_detail::add_launch_parameters(e);
    if (is_coarse(kernel)) e.result.coarsening = coarsening;
    e.result.items_in_loops = e.runs_groups;
    e.result.direct = e.dialect.is_opencl && c_source_detail::is_direct(e);

    e.result.text = "// " + std::string(request.kernel_name ? request.kernel_name : "") + "\n" +
                    (e.runs_groups ? quiet : "") + std::string(e.dialect.prelude) + e.types + e.tables + e.helpers +
                    "\n" + kernel_head(e) + " {\n" + e.variables + e.body + "}\n";
    return std::move(e.result);
}

}  // namespace ndweave::compiler
