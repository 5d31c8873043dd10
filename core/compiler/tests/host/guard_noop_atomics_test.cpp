// Atomic updates that change nothing: a branch around those that nobody could tell from none.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/passes/after_vectorizer/guard_noop_atomics.hpp"

namespace ndweave::compiler::testing {
namespace {

unsigned branches_made(const std::string& body) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const auto module = llvm::parseAssemblyString(
        "define void @kernel(ptr %p, i32 %x, float %y) {\n" + body + "\n  ret void\n}", problem, context);
    EXPECT_NE(module, nullptr) << problem.getMessage().str() << body;
    const unsigned made = host::guard_noop_atomics(*module);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    return made;
}

TEST(GuardNoopAtomics, RelaxedUpdatesThatMayChangeNothingGetABranch) {
    for (const char* operation : {"add", "sub", "or", "xor", "umax", "umin", "max", "min"})
        EXPECT_EQ(branches_made("atomicrmw " + std::string(operation) + " ptr %p, i32 %x monotonic"), 1u) << operation;
    EXPECT_EQ(branches_made("atomicrmw add ptr %p, i32 %x syncscope(\"agent\") monotonic\n"
                            "atomicrmw or ptr %p, i32 %x monotonic"),
              2u);
    for (const char* operation : {"and", "xchg", "nand"})
        EXPECT_EQ(branches_made("atomicrmw " + std::string(operation) + " ptr %p, i32 %x monotonic"), 0u) << operation;
    EXPECT_EQ(branches_made("atomicrmw fmin ptr %p, float %y monotonic"), 1u);
    EXPECT_EQ(branches_made("atomicrmw fadd ptr %p, float %y monotonic"), 0u);
}

TEST(GuardNoopAtomics, WhatSomebodyCouldTellStays) {
    for (const char* order : {"acquire", "release", "acq_rel", "seq_cst"})
        EXPECT_EQ(branches_made("atomicrmw add ptr %p, i32 %x " + std::string(order)), 0u) << order;
    EXPECT_EQ(branches_made("atomicrmw volatile add ptr %p, i32 %x monotonic"), 0u);
    EXPECT_EQ(branches_made("%old = atomicrmw add ptr %p, i32 %x monotonic\nstore i32 %old, ptr %p"), 0u);
    EXPECT_EQ(branches_made("atomicrmw add ptr %p, i32 1 monotonic"), 0u);
    EXPECT_EQ(branches_made("%odd = or i32 %x, 1\natomicrmw add ptr %p, i32 %odd monotonic"), 0u);
}

}  // namespace
}  // namespace ndweave::compiler::testing
