#include "compiler/tests/c_source/kernel.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>

#include "compiler/codegen/c_source/c_source_target.hpp"
#include "compiler/kernel_attributes.hpp"
#include "compiler/pass_manager/llvm_passes.hpp"
#include "compiler/pipeline.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr const char* preamble = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare i32 @__ndweave_local_id(i32)
declare i32 @__ndweave_local_range(i32)
declare i64 @__ndweave_group_id(i32)
declare i64 @__ndweave_global_id(i32)
declare i64 @__ndweave_global_range(i32)
declare void @__ndweave_barrier()
declare ptr @__ndweave_local_memory()
declare ptr @__ndweave_group_scratch(i32)
declare i32 @__ndweave_sub_group_local_id()
declare i32 @__ndweave_shuffle_u32(i32, i32)
declare void @__ndweave_fence(i32)
)";

}  // namespace

std::unique_ptr<llvm::Module> parse_kernel(llvm::LLVMContext& context, const std::string& text) {
    llvm::SMDiagnostic problem;
    std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(preamble + text, problem, context);
    if (module) return module;
    std::string message;
    llvm::raw_string_ostream out(message);
    problem.print("kernel", out);
    throw std::runtime_error(message);
}

ndw_compile_request basic_request(std::uint32_t functor_size) {
    ndw_compile_request request{};
    request.struct_size = sizeof(request);
    request.kernel_name = "kernel";
    request.bitcode_hash = "0123456789abcdef";
    request.variant.kind = 1;
    request.variant.dimensions = 1;
    request.variant.local_range[0] = 64;
    request.variant.local_range[1] = request.variant.local_range[2] = 1;
    request.functor_size = functor_size;
    return request;
}

c_source emit_c_source(llvm::Module& module, llvm::Function& entry, c_dialect dialect,
                       const ndw_compile_request& request) {
    compilation job(request, dialect == c_dialect::opencl_c  ? opencl_c_target
                             : dialect == c_dialect::hip_cpp ? hip_cpp_target
                                                             : cuda_cpp_target);
    attach_attributes(entry, job);
    run_passes(module, "mark-builtins,mark-for-inlining,always-inline");
    if (llvm::Error error = prepare_c_source(module, job, dialect))
        throw std::runtime_error(llvm::toString(std::move(error)));
    return write_c_source(*kernel_of(module), dialect, request);
}

c_source emit(const std::string& text, c_dialect dialect, const ndw_compile_request& request) {
    llvm::LLVMContext context;
    const std::unique_ptr<llvm::Module> module = parse_kernel(context, text);
    return emit_c_source(*module, *module->getFunction("kernel"), dialect, request);
}

}  // namespace ndweave::compiler::testing
