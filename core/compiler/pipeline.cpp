#include "compiler/pipeline.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/passes/check/check_constructs.hpp"
#include "compiler/passes/check/check_divisions.hpp"
#include "compiler/passes/check/check_private_accesses.hpp"
#include "compiler/passes/check/check_rows.hpp"
#include "compiler/passes/clean_up/atomic_scopes.hpp"
#include "compiler/passes/clean_up/bfloat_arithmetic.hpp"
#include "compiler/passes/clean_up/complex_arithmetic.hpp"
#include "compiler/passes/clean_up/complex_functions.hpp"
#include "compiler/passes/clean_up/float_functions.hpp"
#include "compiler/passes/clean_up/floating_point_environment.hpp"
#include "compiler/passes/clean_up/inline_kernel.hpp"
#include "compiler/passes/clean_up/mark_builtins.hpp"
#include "compiler/passes/clean_up/normalise_host_flags.hpp"
#include "compiler/passes/clean_up/normalise_math.hpp"
#include "compiler/passes/clean_up/remove_exceptions.hpp"
#include "compiler/passes/clean_up/specialise.hpp"
#include "compiler/passes/clean_up/split_float_pairs.hpp"
#include "compiler/passes/clean_up/wide_conversions.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

llvm::Error malformed(const compilation& of, const std::string& what) {
    return invalid("the bitcode of kernel '" + of.kernel() + "' is malformed: " + what);
}

llvm::Expected<std::unique_ptr<llvm::Module>> parse(llvm::LLVMContext& context, const compilation& of) {
    const llvm::StringRef bytes(static_cast<const char*>(of.request.bitcode), of.request.bitcode_size);
    auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, of.request.kernel_name), context);
    if (!module) return malformed(of, llvm::toString(module.takeError()));
    std::string complaint;
    llvm::raw_string_ostream out(complaint);
    if (llvm::verifyModule(**module, &out)) return malformed(of, complaint);
    return module;
}

llvm::Error check_entry(llvm::Module& module, const compilation& of) {
    const llvm::Function* const entry = of.entry(module);
    if (entry == nullptr || entry->isDeclaration()) return malformed(of, "it does not define the kernel");
    const bool takes_functor = entry->arg_size() == 1 && entry->getArg(0)->getType()->isPointerTy();
    if (!takes_functor || entry->isVarArg() || !entry->getReturnType()->isVoidTy()) {
        return malformed(of, "the kernel's type is not void(pointer)");
    }
    return llvm::Error::success();
}

specialisation constants_of(const compilation& of) {
    const ndw_compile_request& r = of.request;
    return {r.kind,
            r.dimensions,
            {r.local_range[0], r.local_range[1], r.local_range[2]},
            of.on.folds_to,
            of.on.sub_group_size(r),
            of.has(NDW_COMPILE_SMALL_IDS)};
}

}  // namespace

llvm::Error run_front(llvm::Module& module, compilation& of) {
    if (llvm::Error error = check_entry(module, of)) return error;
    llvm::Function& entry = *of.entry(module);
    const bool checked = of.has(NDW_COMPILE_CHECK);
    of.transform("normalise-host-flags", module, [&](llvm::Module& m) {
        normalise_host_flags(m, entry);
        assume_default_floating_point_environment(m);
    });
    of.transform("remove-exceptions", module, [](llvm::Module& m) { remove_exceptions(m); });
    if (!checked) of.transform("drop-index-checks", module, [](llvm::Module& m) { drop_index_checks(m); });
    of.transform("mark-builtins", module, [](llvm::Module& m) { mark_builtins(m); });
    of.transform("complex-arithmetic", module, [](llvm::Module& m) {
        expand_complex_functions(m);
        expand_complex_arithmetic(m);
    });
    of.transform("normalise-math", module, [&](llvm::Module& m) {
        normalise_math(m);
        normalise_float_functions(m);
        narrow_wide_conversions(m, of.on.can.converted_bits);
        if (!of.on.can.bfloat_arithmetic) expand_bfloat_arithmetic(m);
    });
    of.transform("specialise", module, [&](llvm::Module& m) { specialise(m, constants_of(of)); });
    of.transform("inline", module, [&](llvm::Module& m) { inline_kernel(m, entry); });
    if (of.stopped() && of.has(NDW_COMPILE_ITEM)) return llvm::Error::success();
    if (checked) {
        of.transform("check-subscripts", module, [&](llvm::Module&) {
            check_rows(entry);
            check_subscripts(entry);
        });
        of.transform("check-divisions", module, [&](llvm::Module&) { check_divisions(entry); });
    }
    if (of.on.folds_to == NDWEAVE_TARGET_HOST) of.transform("split-float-pairs", module, split_float_pairs);
    if (of.stopped() && of.has(NDW_COMPILE_ITEM)) return llvm::Error::success();
    of.transform("clean-up", module, [&](llvm::Module& m) { clean_up(m, of.on.can.wide_counters); });
    if (checked) of.transform("check-cleaned-up", module, [&](llvm::Module&) { check_cleaned_up(entry); });
    of.transform("atomic-scopes", module, [](llvm::Module& m) { give_atomic_scopes(m); });
    return of.step("check-constructs", module, [&](llvm::Module& m) { return check_constructs(m, of); });
}

llvm::Expected<artifact> run_pipeline(llvm::LLVMContext& context, compilation& of) {
    auto module = parse(context, of);
    if (!module) return module.takeError();
    if (llvm::Error error = run_front(**module, of)) return error;
    return of.on.compile(std::move(*module), of);
}

}  // namespace ndweave::compiler
