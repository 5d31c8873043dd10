// That the twins see what is not true: each is given a claim that does not hold.

#include <gtest/gtest.h>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/SourceMgr.h>

#include "affine_twin.hpp"
#include "compiler/tests/random/interpreter/serial_interpreter.hpp"
#include "compiler/tests/twins/watches/claim_broken.hpp"
#include "compiler/tests/twins/watches/memory_watch.hpp"
#include "compiler/tests/twins/watches/poison_watch.hpp"
#include "element_twin.hpp"
#include "index_set_twin.hpp"
#include "liveness_twin.hpp"
#include "parallel_twin.hpp"
#include "range_twin.hpp"
#include "uniformity_twin.hpp"

namespace ndweave::compiler::testing {

namespace {

using namespace llvm;

class Twins : public ::testing::Test {
protected:
    /// `body` of a kernel that takes the address of some numbers as `%n`.
    Function& kernel(const std::string& body, const std::string& behind = "") {
        SMDiagnostic problem;
        module_ = parseAssemblyString(
            "declare i32 @__ndweave_local_id(i32)\ndefine void @kernel(ptr %n) {\n" + body + "\n}\n" + behind, problem,
            context_);
        if (!module_) throw std::logic_error(problem.getMessage().str());
        return *module_->getFunction("kernel");
    }

    static Instruction& named(Function& function, StringRef name) {
        for (Instruction& i : instructions(function)) {
            if (i.getName() == name) return i;
        }
        throw std::logic_error("no instruction of that name");
    }

    void run(const Function& function, run_observer& observer) {
        work_group group;
        group.local_range[0] = 4;
        run_surroundings beside;
        beside.observer = &observer;
        serial_interpreter(function).run(group, numbers_, beside);
    }

    alignas(64) std::uint32_t numbers_[64] = {};

private:
    LLVMContext context_;
    std::unique_ptr<Module> module_;
};

/// Tells several observers, the first one first.
struct both : run_observer {
    both(run_observer& a, run_observer& b) : one(a), other(b) {}
    void begins(const work_group& group, std::size_t items) override {
        one.begins(group, items);
        other.begins(group, items);
    }
    void enters(const running_item& item, const BasicBlock* from, const BasicBlock& to) override {
        one.enters(item, from, to);
        other.enters(item, from, to);
    }
    void computes(const running_item& item, const Instruction& i, std::uint64_t value) override {
        one.computes(item, i, value);
        other.computes(item, i, value);
    }
    run_observer &one, &other;
};

constexpr const char* branch_by_id = R"(
  %l = call i32 @__ndweave_local_id(i32 0)
  %odd = and i32 %l, 1
  %twice = shl i32 %l, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %even, label %end
even:
  br label %end
end:
  ret void)";

TEST_F(Twins, SeeValuesThatAreNotUniform) {
    Function& function = kernel(branch_by_id);
    uniformity_claims claims;
    claims.uniform.insert(&named(function, "c"));
    uniformity_twin twin(function, claims);
    EXPECT_THROW(run(function, twin), claim_broken);
}

TEST_F(Twins, SeeBlocksThatAreNotConverged) {
    Function& function = kernel(branch_by_id);
    uniformity_claims claims;
    claims.converged.insert(named(function, "c").getParent()->getTerminator()->getSuccessor(0));
    uniformity_twin twin(function, claims);
    EXPECT_THROW(run(function, twin), claim_broken);
}

TEST_F(Twins, SeeBranchesThatAreNotTakenTogether) {
    Function& function = kernel(branch_by_id);
    uniformity_claims claims;
    claims.together.insert(named(function, "c").getParent());
    uniformity_twin twin(function, claims);
    EXPECT_THROW(run(function, twin), claim_broken);
}

TEST_F(Twins, LetTrueClaimsAboutUniformityPass) {
    Function& function = kernel(branch_by_id);
    uniformity_twin twin(function, claims_of(uniformity(function), function));
    EXPECT_NO_THROW(run(function, twin));
}

TEST_F(Twins, SeeWrongMultiplesOfIds) {
    Function& function = kernel(branch_by_id);
    affine_claims claims;
    claims[&named(function, "twice")] = {2, 0, 0};
    poison_watch poison;
    affine_twin right(function, claims, poison);
    both with_right(poison, right);
    EXPECT_NO_THROW(run(function, with_right));
    claims[&named(function, "twice")] = {3, 0, 0};
    affine_twin wrong(function, claims, poison);
    both with_wrong(poison, wrong);
    EXPECT_THROW(run(function, with_wrong), claim_broken);
}

TEST_F(Twins, SeeNumbersOutsideOfTheirRange) {
    Function& function = kernel(branch_by_id);
    range_claims claims;
    claims[&named(function, "l")] = {{"a test", ConstantRange(APInt(32, 0), APInt(32, 3))}};
    poison_watch poison;
    range_twin twin(claims, poison);
    both with_poison(poison, twin);
    EXPECT_THROW(run(function, with_poison), claim_broken);
}

TEST_F(Twins, SeeUsesThatLivenessDoesNotKnow) {
    Function& function = kernel(R"(
  %l = call i32 @__ndweave_local_id(i32 0)
  br label %next
next:
  %x = add i32 1, 2
  ret void)");
    liveness_twin twin(function);
    named(function, "x").setOperand(0, &named(function, "l"));
    EXPECT_THROW(run(function, twin), claim_broken);
}

TEST_F(Twins, SeeBranchesOnWhatAFlagExcludes) {
    poison_watch poison;
    const auto branch_on = [](const std::string& sum) {
        return "  %l = call i32 @__ndweave_local_id(i32 0)\n  %x = " + sum +
               "\n  %c = icmp eq i32 %x, 0\n  br i1 %c, label %end, label %end\nend:\n  ret void";
    };
    EXPECT_THROW(run(kernel(branch_on("sub nuw i32 %l, 3")), poison), claim_broken);
    EXPECT_THROW(run(kernel(branch_on("mul nsw i32 %l, 2147483647")), poison), claim_broken);
    EXPECT_THROW(run(kernel(branch_on("lshr exact i32 %l, 1")), poison), claim_broken);
    EXPECT_THROW(run(kernel(branch_on("or disjoint i32 %l, 1")), poison), claim_broken);
    EXPECT_THROW(run(kernel(branch_on("call range(i32 0, 2) i32 @__ndweave_local_id(i32 0)")), poison), claim_broken);
    EXPECT_NO_THROW(run(kernel(branch_on("sub nsw i32 %l, 3")), poison));
}

TEST_F(Twins, LetPoisonThatNobodyUsesPass) {
    poison_watch poison;
    EXPECT_NO_THROW(run(kernel(R"(
  %l = call i32 @__ndweave_local_id(i32 0)
  %x = sub nuw i32 %l, 3
  %small = icmp ult i32 %l, 3
  %y = select i1 %small, i32 7, i32 %x
  %c = icmp eq i32 %y, 0
  br i1 %c, label %end, label %end
end:
  ret void)"),
                        poison));
}

TEST_F(Twins, SeeAssumptionsThatDoNotHold) {
    poison_watch poison;
    EXPECT_THROW(run(kernel(R"(
  %l = call i32 @__ndweave_local_id(i32 0)
  %c = icmp ult i32 %l, 2
  call void @llvm.assume(i1 %c)
  ret void)",
                            "declare void @llvm.assume(i1)"),
                     poison),
                 claim_broken);
}

TEST_F(Twins, SeeAccessesThatAreNotAlignedOrNotAllowed) {
    memory_watch memory;
    memory.allow({{std::as_bytes(std::span(numbers_)), false}});
    const auto access = [](const std::string& offset, const std::string& what) {
        return "  %p = getelementptr i8, ptr %n, i64 " + offset + "\n  " + what + "\n  ret void";
    };
    EXPECT_NO_THROW(run(kernel(access("252", "%x = load i32, ptr %p, align 4")), memory));
    EXPECT_THROW(run(kernel(access("8", "%x = load i32, ptr %p, align 16")), memory), claim_broken);
    EXPECT_THROW(run(kernel(access("253", "%x = load i32, ptr %p, align 1")), memory), claim_broken);
    EXPECT_THROW(run(kernel(access("0", "store i32 1, ptr %p, align 4")), memory), claim_broken);
}

/// `for (i = 0; i < 4; ++i) n[i] = n[i + distance]`
std::string shifting_loop(unsigned distance) {
    return R"(  br label %turn
turn:
  %i = phi i64 [ 0, %0 ], [ %next, %turn ]
  %far = add i64 %i, )" +
           std::to_string(distance) + R"(
  %from = getelementptr i32, ptr %n, i64 %far
  %to = getelementptr i32, ptr %n, i64 %i
  %x = load i32, ptr %from, align 4, !llvm.access.group !0
  store i32 %x, ptr %to, align 4, !llvm.access.group !0
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %turn, label %end, !llvm.loop !1
end:
  ret void)";
}

TEST_F(Twins, SeeAccessesThatAreNotOfWholeElements) {
    Function& function = kernel(R"(
  %a = alloca [4 x i32]
  %l = call i32 @__ndweave_local_id(i32 0)
  %at = getelementptr [4 x i32], ptr %a, i64 0, i32 %l
  store i32 %l, ptr %at
  %half = getelementptr i8, ptr %n, i64 2
  %x = load i16, ptr %half
  ret void)");
    const element_claims claims = element_claims_of(function);
    ASSERT_EQ(claims.size(), 1u);
    element_twin right(claims);
    EXPECT_NO_THROW(run(function, right));

    element_claims wider = claims;
    wider.begin()->second.bytes = 8;
    element_twin wrong_size(wider);
    EXPECT_THROW(run(function, wrong_size), claim_broken);

    named(function, "half").setOperand(0, &named(function, "a"));
    element_twin wrong_place(claims);
    EXPECT_THROW(run(function, wrong_place), claim_broken);
}

TEST_F(Twins, SeeWorkItemsThatDoNotGoOnWithAllOthers) {
    for (const auto& [all, is_true] :
         {std::pair{"icmp ult i32 %i.next, 2", true}, {"icmp ult i32 %i.next, 3", false}}) {
        Function& function = kernel(std::string(R"(
  %l = call i32 @__ndweave_local_id(i32 0)
  %last = add i32 %l, 2
  br label %turn.together
turn.together:
  %i = phi i32 [ 0, %0 ], [ %i.next, %turn.together ]
  %i.next = add i32 %i, 1
  %own = icmp ult i32 %i.next, %last
  %all = )") + all + R"(
  br i1 %all, label %turn.together, label %apart
apart:
  br i1 %own, label %rest, label %end
rest:
  br label %end
end:
  ret void)");
        index_set_twin twin(index_set_claims_of(function));
        if (is_true) {
            EXPECT_NO_THROW(run(function, twin));
        } else {
            EXPECT_THROW(run(function, twin), claim_broken);
        }
    }
}

TEST_F(Twins, SeeIterationsThatAreNotIndependent) {
    const std::string facts =
        "!0 = distinct !{}\n!1 = distinct !{!1, !2}\n!2 = !{!\"llvm.loop.parallel_accesses\", !0}\n";
    for (const auto& [distance, independent] : {std::pair{0u, true}, {1u, false}, {3u, false}, {4u, true}}) {
        Function& function = kernel(shifting_loop(distance), facts);
        parallel_twin twin(function);
        if (independent) {
            EXPECT_NO_THROW(run(function, twin)) << distance;
        } else {
            EXPECT_THROW(run(function, twin), claim_broken) << distance;
        }
    }
}

}  // namespace

}  // namespace ndweave::compiler::testing
