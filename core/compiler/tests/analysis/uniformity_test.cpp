// Which values the analysis says all work-items of a group share: each must differ, or not, in the control flow drawn.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include "compiler/passes/analysis/uniformity.hpp"

namespace ndweave::compiler {
namespace {

/// The body of a kernel in which %id and %d (id < 3) differ, %u and %t are shared, and %p is an array.
class kernel_body {
public:
    explicit kernel_body(const std::string& text) {
        llvm::SMDiagnostic problem;
        module_ = llvm::parseAssemblyString(R"(
declare i32 @__ndweave_local_id(i32) memory(none)
declare void @__ndweave_barrier() convergent
define void @kernel(ptr %f) {
entry:
  %id = call i32 @__ndweave_local_id(i32 0)
  %p = load ptr, ptr %f
  %u.at = getelementptr i8, ptr %f, i64 8
  %u = load i32, ptr %u.at
  %t = icmp eq i32 %u, 0
  %d = icmp ult i32 %id, 3
  %own = getelementptr i32, ptr %p, i32 %id
)" + text + "}\n",
                                            problem, context_);
        if (!module_) throw std::logic_error(problem.getMessage().str() + "\n" + text);
        kernel_ = module_->getFunction("kernel");
        values_ = std::make_unique<uniformity>(*kernel_);
    }

    bool is_uniform(llvm::StringRef name) const {
        for (const llvm::Instruction& i : llvm::instructions(*kernel_)) {
            if (i.getName() == name) return values_->is_uniform(i);
        }
        throw std::logic_error("no %" + name.str());
    }

    bool is_converged(llvm::StringRef name) const {
        for (const llvm::BasicBlock& block : *kernel_) {
            if (block.getName() == name) return values_->is_converged(block);
        }
        throw std::logic_error("no block " + name.str());
    }

private:
    llvm::LLVMContext context_;
    std::unique_ptr<llvm::Module> module_;
    llvm::Function* kernel_;
    std::unique_ptr<uniformity> values_;
};

/// LLVM 19 misses this join: issue 137277.
TEST(Uniformity, EndsOfArmsThatBranchThemselvesJoin) {
    const kernel_body kernel(R"(
  br i1 %d, label %yes, label %no
yes:
  br i1 %t, label %yes.a, label %yes.b
yes.a:
  store i32 1, ptr %own
  br label %yes.end
yes.b:
  store i32 2, ptr %own
  br label %yes.end
yes.end:
  %in.yes = phi i32 [ 8, %yes.a ], [ 9, %yes.b ]
  br label %join
no:
  br i1 %t, label %no.a, label %no.b
no.a:
  store i32 4, ptr %own
  br label %no.end
no.b:
  store i32 5, ptr %own
  br label %no.end
no.end:
  br label %join
join:
  %v = phi i32 [ 1, %yes.end ], [ 2, %no.end ]
  %same = phi i32 [ %u, %yes.end ], [ %u, %no.end ]
  ret void
)");
    EXPECT_FALSE(kernel.is_uniform("v"));
    EXPECT_TRUE(kernel.is_uniform("in.yes"));
    EXPECT_TRUE(kernel.is_uniform("same"));
    EXPECT_FALSE(kernel.is_converged("no.end"));
    EXPECT_TRUE(kernel.is_converged("join"));
}

/// LLVM issue 216296: the exit is reached in different iterations.
TEST(Uniformity, AnExitThatSomeTakeInALaterIterationJoins) {
    const kernel_body kernel(R"(
  br label %head
head:
  %k = phi i32 [ 0, %entry ], [ %k1, %latch ]
  %j = phi i32 [ %id, %entry ], [ %j1, %latch ]
  %s = getelementptr i32, ptr %p, i32 %k
  %sv = load i32, ptr %s
  %stop = icmp eq i32 %sv, 0
  br i1 %stop, label %exit, label %latch
latch:
  %k1 = add i32 %k, 1
  %n = getelementptr i32, ptr %p, i32 %j
  %j1 = load i32, ptr %n
  %c = icmp eq i32 %j1, 0
  br i1 %c, label %exit, label %head
exit:
  %w = phi i32 [ 1, %head ], [ 2, %latch ]
  %one = phi i32 [ 1, %head ], [ 1, %latch ]
  %trips = phi i32 [ %k, %head ], [ %k, %latch ]
  ret void
)");
    EXPECT_FALSE(kernel.is_uniform("w"));
    EXPECT_FALSE(kernel.is_uniform("trips"));
    EXPECT_TRUE(kernel.is_uniform("one"));
    EXPECT_TRUE(kernel.is_uniform("k"));
    EXPECT_TRUE(kernel.is_uniform("stop"));
    EXPECT_FALSE(kernel.is_converged("latch"));
    EXPECT_TRUE(kernel.is_converged("exit"));
}

TEST(Uniformity, ALoopThatAllLeaveTogetherSharesWhatItComputes) {
    const kernel_body kernel(R"(
  br label %head
head:
  %k = phi i32 [ 0, %entry ], [ %k1, %latch ]
  br i1 %d, label %yes, label %latch
yes:
  store i32 1, ptr %own
  br label %latch
latch:
  %which = phi i32 [ 1, %head ], [ 2, %yes ]
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %u
  br i1 %more, label %head, label %exit
exit:
  %trips = phi i32 [ %k1, %latch ]
  %last = phi i32 [ %which, %latch ]
  ret void
)");
    EXPECT_TRUE(kernel.is_uniform("k"));
    EXPECT_TRUE(kernel.is_uniform("trips"));
    EXPECT_FALSE(kernel.is_uniform("which"));
    EXPECT_FALSE(kernel.is_uniform("last"));
    EXPECT_FALSE(kernel.is_converged("yes"));
    EXPECT_TRUE(kernel.is_converged("latch"));
}

TEST(Uniformity, AUniformLoopInOneArmSharesItsCounter) {
    const kernel_body kernel(R"(
  br i1 %d, label %head, label %join
head:
  %k = phi i32 [ 0, %entry ], [ %k1, %head ]
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %u
  br i1 %more, label %head, label %left
left:
  %trips = phi i32 [ %k1, %head ]
  br label %join
join:
  %v = phi i32 [ 0, %entry ], [ %trips, %left ]
  ret void
)");
    EXPECT_TRUE(kernel.is_uniform("k"));
    EXPECT_TRUE(kernel.is_uniform("trips"));
    EXPECT_FALSE(kernel.is_uniform("v"));
}

TEST(Uniformity, AContinueThatSomeTakeJoinsAtTheHeader) {
    const kernel_body kernel(R"(
  br label %head
head:
  %k = phi i32 [ 0, %entry ], [ 1, %body ], [ 2, %rest ]
  %n = phi i32 [ 0, %entry ], [ %n1, %body ], [ %n1, %rest ]
  %n1 = add i32 %n, 1
  %end = icmp ugt i32 %n1, %u
  br i1 %end, label %exit, label %body
body:
  br i1 %d, label %head, label %rest
rest:
  br label %head
exit:
  ret void
)");
    EXPECT_FALSE(kernel.is_uniform("k"));
    EXPECT_TRUE(kernel.is_uniform("n"));
}

TEST(Uniformity, CasesOfASwitchJoin) {
    const kernel_body kernel(R"(
  switch i32 %id, label %join [ i32 0, label %a
                                i32 1, label %a
                                i32 2, label %b ]
a:
  br label %b
b:
  %in.b = phi i32 [ 5, %entry ], [ 6, %a ]
  br label %join
join:
  %v = phi i32 [ 0, %entry ], [ 7, %b ]
  ret void
)");
    EXPECT_FALSE(kernel.is_uniform("in.b"));
    EXPECT_FALSE(kernel.is_uniform("v"));
}

TEST(Uniformity, NothingIsSharedInALoopWithTwoEntries) {
    const kernel_body kernel(R"(
  br i1 %d, label %left, label %right
left:
  %x = phi i32 [ 0, %entry ], [ %y1, %right ]
  %x1 = add i32 %x, 1
  %c = icmp ult i32 %x1, %u
  br i1 %c, label %right, label %exit
right:
  %y = phi i32 [ 0, %entry ], [ %x1, %left ]
  %y1 = add i32 %y, 1
  br label %left
exit:
  ret void
)");
    EXPECT_FALSE(kernel.is_uniform("x1"));
    EXPECT_FALSE(kernel.is_uniform("y1"));
    EXPECT_FALSE(kernel.is_converged("right"));
}

const std::string loop_that_reads = R"(
  br label %iteration
iteration:
  %k = phi i32 [ 0, %entry ], [ %n, %iteration ]
  store i32 %k, ptr %own
  %m = load i32, ptr %p
  %low = and i32 %m, 1
  %n = add i32 %k, 1
  %more = icmp ult i32 %n, %id
  br i1 %more, label %iteration, label %left
left:
  %last = phi i32 [ %low, %iteration ]
  %trips = phi i32 [ %n, %iteration ]
  ret void
)";

TEST(Uniformity, WhatALoopOfUnequalTripCountsReadsDiffersAfterwards) {
    EXPECT_FALSE(kernel_body(loop_that_reads).is_uniform("last"));
    EXPECT_FALSE(kernel_body(loop_that_reads).is_uniform("trips"));
}

}  // namespace
}  // namespace ndweave::compiler
