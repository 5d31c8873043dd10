// Atomic operations on local memory: none is left in code for the host, and those on other memory all are.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/passes/clean_up/local_atomics.hpp"

namespace ndweave::compiler::testing {
namespace {

/// The atomic instructions that are left of `body`, in which %l lies in local memory, %g in global, %e in either.
std::ptrdiff_t atomics_left(const std::string& body) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const auto module = llvm::parseAssemblyString(R"(
declare ptr @__ndweave_local_memory()
define void @kernel(ptr %f, i64 %i, i1 %c) {
  %local = call ptr @__ndweave_local_memory()
  %l = getelementptr i32, ptr %local, i64 %i
  %g = load ptr, ptr %f
  %e = select i1 %c, ptr %l, ptr %g
)" + body + "\n  ret void\n}",
                                                  problem, context);
    EXPECT_NE(module, nullptr) << problem.getMessage().str() << body;
    llvm::Function& kernel = *module->getFunction("kernel");
    lower_local_atomics(kernel);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    return llvm::count_if(llvm::instructions(kernel), [](const llvm::Instruction& i) { return i.isAtomic(); });
}

constexpr const char* operations[] = {
    "%a = atomicrmw add ptr %P, i32 1 syncscope(\"workgroup\") monotonic",
    "%a = atomicrmw umax ptr %P, i32 7 seq_cst",
    "%a = atomicrmw fadd ptr %P, float 1.0 syncscope(\"agent\") acq_rel",
    "%a = atomicrmw xchg ptr %P, i32 3 acquire",
    "%a = cmpxchg weak ptr %P, i32 1, i32 2 syncscope(\"workgroup\") acq_rel monotonic",
    "%a = load atomic i32, ptr %P acquire, align 4",
    "store atomic i32 5, ptr %P release, align 4",
};

std::string on(std::string operation, const char* pointer) {
    return operation.replace(operation.find("%P"), 2, pointer);
}

TEST(LocalAtomics, BecomeOrdinaryOnLocalMemoryOnly) {
    for (const char* operation : operations) {
        EXPECT_EQ(atomics_left(on(operation, "%l")), 0) << operation;
        EXPECT_EQ(atomics_left(on(operation, "%g")), 1) << operation;
        EXPECT_EQ(atomics_left(on(operation, "%e")), 1) << operation;
    }
}

TEST(LocalAtomics, VolatileOnesAndFencesStay) {
    EXPECT_EQ(atomics_left("%a = atomicrmw volatile add ptr %l, i32 1 monotonic"), 1);
    EXPECT_EQ(atomics_left("fence seq_cst"), 1);
}

}  // namespace
}  // namespace ndweave::compiler::testing
