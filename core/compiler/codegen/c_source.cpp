#include "compiler/codegen/c_source.hpp"

#include "compiler/codegen/c_source/emission.hpp"
#include "compiler/passes/coarsen.hpp"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace ndweave::compiler {
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

/// OpenCL C may be for a CPU, where the work-items of a group are a loop already; such devices have no sub-groups.
bool runs_two_items(const llvm::Function& entry, c_dialect dialect, const ndw_compile_request& request) {
    return (dialect != c_dialect::opencl_c || request.variant.sub_group_size > 1) && streams(entry, request);
}

/// `entry` for two work-items, in its place.
llvm::Function& two_items(llvm::Function& entry, const ndw_compile_request& request) {
    llvm::Module& module = *entry.getParent();
    auto* both = llvm::Function::Create(entry.getFunctionType(), entry.getLinkage(), "", module);
    both->takeName(&entry);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "start", both));
    llvm::FunctionCallee global_range = module.getOrInsertFunction(
        "__ndweave_global_range", llvm::FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false));
    llvm::Value* range = builder.CreateCall(global_range, {builder.getInt32(0)});
    llvm::CallInst* call = builder.CreateCall(&entry, {both->getArg(0)});
    builder.CreateRetVoid();
    coarsen(*call, range, request.variant.local_range[0]);
    entry.eraseFromParent();
    return *both;
}

}  // namespace

c_source emit_c_source(llvm::Module& module, llvm::Function& entry, c_dialect dialect,
                       const ndw_compile_request& request) {
    const bool coarse = runs_two_items(entry, dialect, request);
    emission e(c_source_detail::traits_of(dialect), request, module, coarse ? two_items(entry, request) : entry);
    e.guards_itself = coarse;
    e.result.entry_name = entry_name(request);
    e.result.sub_group_size = c_source_detail::sub_group_size(e.dialect, request);
    c_source_detail::prepare(e);
    c_source_detail::flatten_functor(e);
    c_source_detail::infer_address_spaces(e);
    c_source_detail::emit_tables(e);
    c_source_detail::emit_blocks(e);
    c_source_detail::add_launch_parameters(e);
    if (coarse) e.result.coarsening = coarsening;
    e.result.items_in_loops = e.runs_groups;
    e.result.direct = e.dialect.is_opencl && c_source_detail::is_direct(e);

    e.result.text = "// " + std::string(request.kernel_name ? request.kernel_name : "") + "\n" +
                    (e.runs_groups ? quiet : "") + std::string(e.dialect.prelude) + e.types + e.tables + e.helpers +
                    "\n" + kernel_head(e) + " {\n" + e.variables + e.body + "}\n";
    return std::move(e.result);
}

}  // namespace ndweave::compiler
