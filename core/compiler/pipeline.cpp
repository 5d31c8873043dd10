#include "compiler/pipeline.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/captures/deciding_captures.hpp"
#include "compiler/passes/check/check_constructs.hpp"
#include "compiler/passes/front/external_functions.hpp"
#include "compiler/passes/front/group_memory.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

llvm::Error malformed(const compilation& job, const std::string& what) {
    return invalid("the bitcode of kernel '" + job.kernel() + "' is malformed: " + what);
}

llvm::Expected<std::unique_ptr<llvm::Module>> parse(llvm::LLVMContext& context, const compilation& job) {
    const llvm::StringRef bytes(static_cast<const char*>(job.request.bitcode), job.request.bitcode_size);
    auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, job.request.kernel_name), context);
    if (!module) return malformed(job, llvm::toString(module.takeError()));
    std::string complaint;
    llvm::raw_string_ostream out(complaint);
    if (llvm::verifyModule(**module, &out)) return malformed(job, complaint);
    return module;
}

llvm::Error check_entry(llvm::Module& module, const compilation& job) {
    const llvm::Function* const entry = job.entry(module);
    if (entry == nullptr || entry->isDeclaration()) return malformed(job, "it does not define the kernel");
    const bool takes_functor = entry->arg_size() == 1 && entry->getArg(0)->getType()->isPointerTy();
    if (!takes_functor || entry->isVarArg() || !entry->getReturnType()->isVoidTy()) {
        return malformed(job, "the kernel's type is not void(pointer)");
    }
    return llvm::Error::success();
}

/// Scalars in place of memory, and loops over axes unrolled (at most three iterations): enough for constant axes and
/// flattened captures, little enough that C source made of the result keeps its loops. Where the target has wide
/// counters, loops that count in 32 bits and index memory count in 64 bits afterwards.
std::string clean_up(bool wide_counters) {
    const std::string induction = wide_counters ? "indvars" : "indvars-as-they-are";
    return "function(sroa<modify-cfg>,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,doubt-progress,"
           "loop(loop-rotate," +
           induction +
           "),loop-unroll<O2;full-unroll-max=3;no-partial;no-runtime;no-peeling;no-upperbound>,"
           "sroa<modify-cfg>,instcombine<no-verify-fixpoint>,simplifycfg,adce)";
}

/// The steps of every target's front. Those of a kernel of one work-item end with the request's last step.
std::vector<pipeline_step> front_steps(const compilation& job) {
    const capabilities& can = job.on.can;
    const bool checked = job.has(NDW_COMPILE_CHECK), one_item = job.has(NDW_COMPILE_ITEM);
    const std::string conversions = "wide-conversions<" + std::to_string(can.converted_bits) + ">";
    return {
        {"normalise-host-flags", "normalise-host-flags,assume-default-fp-environment"},
        {"remove-exceptions", "remove-exceptions"},
        {"normalise-printing", "normalise-printing"},
        {"drop-index-checks", "drop-index-checks", !checked},
        {"mark-builtins", "mark-builtins"},
        {"complex-arithmetic", "complex-functions,complex-arithmetic"},
        {"normalise-math",
         "normalise-math,float-functions," + conversions + (can.bfloat_arithmetic ? "" : ",bfloat-arithmetic")},
        {"scalarize-divisions", "function(scalarize-divisions)"},
        {"specialise", "specialise"},
        // Parameters that are variables in memory would lose their `restrict` when they are inlined.
        {"promote-parameters", "function(mem2reg)", job.on.folds_to == NDWEAVE_TARGET_GPU},
        {"inline", "mark-for-inlining,always-inline,globaldce"},
        {"launch-arguments", "launch-arguments"},
        {"check-subscripts", "check-rows,function(scalarize-masked-mem-intrin),check-subscripts", checked, one_item},
        {"check-divisions", "check-divisions", checked, one_item},
        {"split-float-pairs", "split-float-pairs", job.on.folds_to == NDWEAVE_TARGET_HOST, one_item},
        {"clean-up", clean_up(can.wide_counters), true, one_item},
        {"constant-captures", "constant-captures," + clean_up(can.wide_counters), job.request.capture_count != 0,
         one_item},
        {"group-memory", "group-memory"},
        {"check-cleaned-up", "check-cleaned-up", checked, one_item},
        {"atomic-scopes", "atomic-scopes"},
        {"deciding-captures", "deciding-captures", !checked && !one_item && job.request.capture_count == 0},
    };
}

kernel_constants constants_of(const ndw_compile_request& request) {
    kernel_constants all;
    for (const ndw_constant& c : llvm::ArrayRef(request.constants, request.constant_count)) {
        all.emplace(c.key, std::string(static_cast<const char*>(c.value), c.bytes));
    }
    return all;
}

kernel_constants captures_of(const ndw_compile_request& request) {
    kernel_constants all;
    for (const ndw_captured_value& c : llvm::ArrayRef(request.captures, request.capture_count)) {
        all.emplace(c.at.offset, std::string(static_cast<const char*>(c.value), c.at.bytes));
    }
    return all;
}

}  // namespace

void attach_attributes(llvm::Function& entry, const compilation& job) {
    const ndw_kernel_variant& v = job.request.variant;
    kernel_attributes{.kind = v.kind,
                      .dimensions = v.dimensions,
                      .local_range = {v.local_range[0], v.local_range[1], v.local_range[2]},
                      .target = job.on.folds_to,
                      .sub_group_size = job.on.sub_group_size(job.request),
                      .functor_size = job.request.functor_size,
                      .small_ids = job.has(NDW_COMPILE_SMALL_IDS),
                      .flat_grid = job.has(NDW_COMPILE_FLAT_GRID),
                      .distinct_pointers = job.has(NDW_COMPILE_DISTINCT_POINTERS),
                      .pointer_classes = v.pointer_classes,
                      .check = job.has(NDW_COMPILE_CHECK),
                      .constants = constants_of(job.request),
                      .captures = captures_of(job.request)}
        .attach_to(entry);
}

llvm::Error run_front(llvm::Module& module, compilation& job) {
    if (llvm::Error error = check_entry(module, job)) return error;
    attach_attributes(*job.entry(module), job);
    if (llvm::Error error = job.run(front_steps(job), module)) return error;
    if (job.stopped() && job.has(NDW_COMPILE_ITEM)) return llvm::Error::success();
    return job.step("check-constructs", module, [&](llvm::Module& m) { return check_constructs(m, job); });
}

llvm::Expected<artifact> run_pipeline(llvm::LLVMContext& context, compilation& job) {
    auto module = parse(context, job);
    if (!module) return module.takeError();
    if (job.request.external_count != 0) {
        const llvm::ArrayRef externals(job.request.externals, job.request.external_count);
        const auto link = [&](llvm::Module& m) { return link_external_functions(m, externals); };
        if (llvm::Error error = job.step("link-external-functions", **module, link)) return error;
    }
    if (llvm::Error error = run_front(**module, job)) return error;
    const group_memory declared = group_memory_of(*job.entry(**module));
    std::vector<ndw_functor_bytes> deciding = take_deciding_captures(*job.entry(**module));
    auto made = job.on.compile(std::move(*module), job);
    if (!made) return made.takeError();
    made->local_arrays = declared.arrays;
    made->local_bytes = declared.bytes;
    made->deciding_captures = std::move(deciding);
    return made;
}

}  // namespace ndweave::compiler
