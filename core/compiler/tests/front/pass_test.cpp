// The front's passes, one by one: IR before, what must hold after.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/pass_manager/llvm_passes.hpp"
#include "compiler/passes/arithmetic/fast_math.hpp"
#include "compiler/passes/arithmetic/normalise_math.hpp"
#include "compiler/passes/arithmetic/split_float_pairs.hpp"
#include "compiler/passes/front/atomic_scopes.hpp"
#include "compiler/passes/front/mark_builtins.hpp"
#include "compiler/passes/front/normalise_host_flags.hpp"
#include "compiler/passes/front/remove_exceptions.hpp"
#include "compiler/passes/front/specialise.hpp"
#include "compiler/request/kernel_name.hpp"
#include "compiler/tests/ir_kernel.hpp"

namespace ndweave::compiler {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Pass : public ::testing::Test {
protected:
    llvm::Module& parse(const char* text) {
        llvm::SMDiagnostic problem;
        module_ = llvm::parseAssemblyString(text, problem, context_);
        EXPECT_NE(module_, nullptr) << problem.getMessage().str();
        return *module_;
    }

    std::string after() const {
        EXPECT_FALSE(llvm::verifyModule(*module_, &llvm::errs()));
        std::string text;
        llvm::raw_string_ostream out(text);
        module_->print(out, nullptr);
        return text;
    }

    bool has(const char* part) const { return after().find(part) != std::string::npos; }

    llvm::LLVMContext context_;
    std::unique_ptr<llvm::Module> module_;
};

TEST_F(Pass, MarkBuiltinsMakesBarriersAndTheirCallersConvergent) {
    llvm::Module& module = parse(R"(
declare void @__ndweave_barrier()
declare i64 @__ndweave_group_id(i32)
define void @helper() {
  call void @__ndweave_barrier()
  ret void
}
define void @leaf() {
  ret void
})");
    mark_builtins(module);
    EXPECT_TRUE(module.getFunction("__ndweave_barrier")->isConvergent());
    EXPECT_TRUE(module.getFunction("helper")->isConvergent());
    EXPECT_FALSE(module.getFunction("leaf")->isConvergent());
    EXPECT_FALSE(module.getFunction("__ndweave_group_id")->isConvergent());
    EXPECT_TRUE(module.getFunction("__ndweave_group_id")->doesNotAccessMemory());
}

TEST_F(Pass, RemoveExceptionsTurnsInvokesIntoCallsAndThrowHelpersIntoTraps) {
    llvm::Module& module = parse(R"(
declare void @work()
declare i32 @__gxx_personality_v0(...)
declare void @_ZSt20__throw_out_of_rangePKc(ptr)
define void @kernel(ptr %f) personality ptr @__gxx_personality_v0 {
  invoke void @work() to label %next unwind label %pad
next:
  %bad = icmp eq ptr %f, null
  br i1 %bad, label %fail, label %end
fail:
  call void @_ZSt20__throw_out_of_rangePKc(ptr null)
  unreachable
end:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
})");
    remove_exceptions(module);
    for (const char* gone : {"invoke", "landingpad", " personality ptr", "call void @_ZSt20"})
        EXPECT_FALSE(has(gone)) << gone;
    EXPECT_TRUE(has("call void @work()"));
    EXPECT_TRUE(has("call void @llvm.trap()"));
}

TEST_F(Pass, RemoveExceptionsDropsSanitizerReports) {
    llvm::Module& module = parse(R"(
@data = private global i32 0
declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
declare void @__ubsan_handle_add_overflow_abort(ptr, i64, i64)
define void @kernel(ptr %f) {
  call void @__ubsan_handle_add_overflow(ptr @data, i64 1, i64 2)
  call void @__ubsan_handle_add_overflow_abort(ptr @data, i64 1, i64 2)
  unreachable
})");
    remove_exceptions(module);
    EXPECT_FALSE(has("call void @__ubsan"));
    EXPECT_TRUE(has("@llvm.trap"));
}

TEST_F(Pass, NormaliseHostFlagsForgetsTheHostCompilation) {
    llvm::Module& module = parse(R"(
@llvm.used = appending global [1 x ptr] [ptr @other], section "llvm.metadata"
@name = alias void (), ptr @other
module asm ".symver a,b"
$other = comdat any
define linkonce_odr void @other() #0 comdat {
  ret void
}
define void @kernel(ptr %f) #0 "ndweave-kernel"="nd-range" {
  call void @name()
  ret void
}
attributes #0 = { noinline optnone sspstrong uwtable sanitize_address "target-cpu"="skylake" "frame-pointer"="all" }
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"PIC Level", i32 2})");
    normalise_host_flags(module);
    for (const char* gone : {"noinline", "optnone", "sspstrong", "uwtable", "sanitize", "skylake", "frame-pointer",
                             "comdat", "llvm.used", "alias", "symver", "PIC Level"}) {
        EXPECT_FALSE(has(gone)) << gone;
    }
    EXPECT_TRUE(has("define internal void @other()"));
    EXPECT_TRUE(has("call void @other()"));
    EXPECT_TRUE(module.getFunction("kernel")->hasExternalLinkage());
}

TEST_F(Pass, NormaliseMathMakesIntrinsicsAndFreesTheOthersOfErrno) {
    llvm::Module& module = parse(R"(
declare float @sinf(float)
declare double @erf(double)
declare double @modf(double, ptr)
declare i32 @sin(i32)
define void @kernel(ptr %f, float %x, double %y) {
  %a = call float @sinf(float %x)
  %b = call double @erf(double %y)
  %c = call double @modf(double %y, ptr %f)
  %d = call i32 @sin(i32 3)
  ret void
})");
    normalise_math(module);
    EXPECT_TRUE(has("call float @llvm.sin.f32(float %x)"));
    EXPECT_TRUE(module.getFunction("erf")->doesNotAccessMemory());
    EXPECT_TRUE(module.getFunction("modf")->onlyAccessesArgMemory());
    EXPECT_TRUE(has("call i32 @sin(i32 3)")) << "a function that only shares the name";
}

TEST_F(Pass, SpecialiseFoldsWhatTheRequestFixes) {
    llvm::Module& module = parse(R"(
declare i32 @__ndweave_local_range(i32)
declare i32 @__ndweave_local_id(i32)
declare i64 @__ndweave_global_id(i32)
declare i32 @__ndweave_target()
declare i32 @__ndweave_sub_group_size()
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-local-range"="48" "ndweave-sub-group-size"="16" {
  %a = call i32 @__ndweave_local_range(i32 0)
  %b = call i32 @__ndweave_local_range(i32 2)
  %t = call i32 @__ndweave_target()
  %s = call i32 @__ndweave_sub_group_size()
  %y = call i32 @__ndweave_local_id(i32 1)
  %g = call i64 @__ndweave_global_id(i32 0)
  %a1 = add i32 %a, %b
  %a2 = add i32 %t, %s
  %a3 = add i32 %a1, %a2
  %a4 = add i32 %a3, %y
  store i32 %a4, ptr %f
  store i64 %g, ptr %f
  ret void
})");
    specialise(module);
    EXPECT_TRUE(has("add i32 48, 1")) << "unused axes have extent 1";
    EXPECT_TRUE(has("add i32 1, 16"));
    EXPECT_TRUE(has("add i32 %a3, 0")) << "and id 0";
    EXPECT_TRUE(has("mul nuw nsw i64")) << "a global id is group * local range + local id";
    for (const char* gone : {"call i32 @__ndweave_local_range", "call i32 @__ndweave_target",
                             "call i32 @__ndweave_sub_group_size", "call i64 @__ndweave_global_id"}) {
        EXPECT_FALSE(has(gone)) << gone;
    }
    EXPECT_TRUE(has("!{i32 0, i32 48}")) << "local ids have a range";
}

TEST_F(Pass, InliningLeavesOneFunctionButRecursiveOnes) {
    llvm::Module& module = parse(R"(
define internal void @deep(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define internal void @middle(ptr %p) {
  call void @deep(ptr %p)
  ret void
}
define internal i32 @count(i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %more
more:
  %less = sub i32 %n, 1
  %r = call i32 @count(i32 %less)
  ret i32 %r
end:
  ret i32 0
}
define internal void @unused() {
  ret void
}
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" {
  call void @middle(ptr %f)
  %n = call i32 @count(i32 5)
  store i32 %n, ptr %f
  ret void
})");
    run_passes(module, "mark-for-inlining,always-inline,globaldce");
    EXPECT_EQ(module.getFunction("deep"), nullptr);
    EXPECT_EQ(module.getFunction("middle"), nullptr);
    EXPECT_EQ(module.getFunction("unused"), nullptr);
    EXPECT_NE(module.getFunction("count"), nullptr);
}

TEST_F(Pass, GiveAtomicScopesLeavesNoUnorderedAccesses) {
    llvm::Module& module = parse(R"(
define i32 @f(ptr %p) {
  %v = load atomic i32, ptr %p unordered, align 4
  store atomic i32 1, ptr %p unordered, align 4
  %w = load atomic i32, ptr %p acquire, align 4
  %r = add i32 %v, %w
  ret i32 %r
})");
    give_atomic_scopes(module);
    EXPECT_TRUE(has("load atomic i32, ptr %p monotonic"));
    EXPECT_TRUE(has("store atomic i32 1, ptr %p monotonic"));
    EXPECT_TRUE(has("load atomic i32, ptr %p acquire"));
}

TEST_F(Pass, AllowFastMathMarksEveryOperation) {
    llvm::Module& module = parse(R"(
define float @kernel(float %x) {
  %y = fmul float %x, 2.0
  %z = fadd float %y, 1.0
  ret float %z
})");
    allow_fast_math(module);
    EXPECT_TRUE(has("fmul fast"));
    EXPECT_TRUE(has("fadd fast"));
}

TEST(KernelName, IsTheFunctorsType) {
    EXPECT_EQ(kernel_display_name("_ZN7ndweave6detail12kernel_entryIN3app5triadIdEELi1ELNS0_11kernel_kindE1EEEvPKv"),
              "app::triad<double>");
    EXPECT_EQ(
        kernel_display_name("_ZN7ndweave6detail12kernel_entryIZ4mainEUlNS_2idILi1EEEE_Li1ELNS0_11kernel_kindE1EEEvPKv"),
        "main::'lambda'(ndweave::id<1>)");
    EXPECT_EQ(kernel_display_name("plain"), "plain");
}

TEST_F(Pass, SplitFloatPairsTakesStructuresAndLeavesVectors) {
    llvm::Module& module = parse(R"(
%pair = type { { float, float } }
%own = type { <2 x float>, float }
define <2 x float> @kernel(<2 x float> %v) {
  %a = alloca %pair
  %four = alloca { float, float, float, float }
  %b = alloca <2 x float>
  %c = alloca %own
  store <2 x float> %v, ptr %a, align 8
  %second = getelementptr i8, ptr %four, i64 8
  store <2 x float> %v, ptr %second, align 4
  %r = load <2 x float>, ptr %a, align 8
  store <2 x float> %r, ptr %b
  store volatile <2 x float> %r, ptr %a
  store <2 x float> %r, ptr %c
  ret <2 x float> %r
})");
    split_float_pairs(module);
    const std::string text = after();
    const auto count = [&](const std::string& part) {
        std::size_t found = 0;
        for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
        return found;
    };
    EXPECT_EQ(count("store float"), 4u) << text;
    EXPECT_EQ(count("load float"), 2u) << text;
    EXPECT_EQ(count("store <2 x float>"), 2u) << text;
    EXPECT_EQ(count("store volatile <2 x float>"), 1u) << text;
    EXPECT_EQ(count("load float, ptr %a, align 8"), 1u) << text;  // the second part is aligned to 4 only
}

TEST(PassPipeline, CleanUpFlattensIndexObjectsBuiltByUnoptimisedCode) {
    const std::string ir = testing::ir_after("clean-up", testing::ir_kernel(R"(
define void @kernel(ptr %f) {
entry:
  %index = alloca [3 x i64]
  %d = alloca i32
  store i32 0, ptr %d
  br label %test
test:
  %v = load i32, ptr %d
  %go = icmp slt i32 %v, 3
  br i1 %go, label %body, label %end
body:
  %axis = sub i32 2, %v
  %i = call i64 @__ndweave_global_id(i32 %axis)
  %w = sext i32 %v to i64
  %p = getelementptr [3 x i64], ptr %index, i64 0, i64 %w
  store i64 %i, ptr %p
  %n = add nsw i32 %v, 1
  store i32 %n, ptr %d
  br label %test
end:
  %q = getelementptr [3 x i64], ptr %index, i64 0, i64 2
  %x = load i64, ptr %q
  store i64 %x, ptr %f
  ret void
})"));
    EXPECT_THAT(ir, Not(HasSubstr("alloca")));
    EXPECT_THAT(ir, Not(HasSubstr("br ")));
    EXPECT_THAT(ir, HasSubstr("call i64 @__ndweave_global_id(i32 0)"));
}

}  // namespace
}  // namespace ndweave::compiler
