#include "region_walk.hpp"

#include <gtest/gtest.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

namespace ndweave::compiler::testing {

namespace {

using namespace llvm;

/// A variable of each shape, dead where the second region begins.
TEST(RegionWalk, OverwritesDeadVariablesOfAnyType) {
    LLVMContext context;
    SMDiagnostic error;
    const auto module = parseAssemblyString(R"(
define void @kernel(ptr %f) {
  %number = alloca i32
  %pair = alloca { i32, i1 }
  %list = alloca [2 x { double, ptr }]
  br label %first
first:
  br label %second
second:
  ret void
})",
                                            error, context);
    ASSERT_TRUE(module) << error.getMessage().str();
    Function& kernel = *module->getFunction("kernel");
    region_plan plan;
    for (BasicBlock& block : drop_begin(kernel)) plan.heads.insert(&block);
    SmallVector<const AllocaInst*> kept;
    for (const Instruction& i : kernel.getEntryBlock()) {
        if (const auto* variable = dyn_cast<AllocaInst>(&i)) kept.push_back(variable);
    }
    const region_walk walk = walk_by_regions(kernel, plan, {}, kept);
    EXPECT_FALSE(verifyModule(*walk.module, &errs()));
    SmallVector<std::string> stored;
    for (const Instruction& i : walk.kernel->back()) {
        if (const auto* store = dyn_cast<StoreInst>(&i))
            raw_string_ostream(stored.emplace_back()) << *store->getValueOperand();
    }
    const std::string element = "{ double, ptr } { double 0xFFFFFFFFFFFFFFFF, ptr null }";
    EXPECT_EQ(stored, (SmallVector<std::string>{"i32 -1", "{ i32, i1 } { i32 -1, i1 true }",
                                                "[2 x { double, ptr }] [" + element + ", " + element + "]"}));
}

}  // namespace

}  // namespace ndweave::compiler::testing
