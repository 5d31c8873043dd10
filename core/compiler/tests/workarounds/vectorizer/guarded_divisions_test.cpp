// Divisions that only a guard protects, of values that all work-items share.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <array>
#include <cstdint>
#include <string>

#include "compiler/codegen/host/generate_object.hpp"
#include "compiler/codegen/host/host.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// out[i] = m[i] & 1 ? t[a / b & 255] : 7; a and b are captures.
constexpr const char* guarded_divisions = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %m = load ptr, ptr %f
  %tp = getelementptr i8, ptr %f, i64 8
  %t = load ptr, ptr %tp
  %op = getelementptr i8, ptr %f, i64 16
  %out = load ptr, ptr %op
  %ap = getelementptr i8, ptr %f, i64 24
  %a = load i32, ptr %ap
  %bp = getelementptr i8, ptr %f, i64 28
  %b = load i32, ptr %bp
  %pm = getelementptr i32, ptr %m, i64 %i
  %vm = load i32, ptr %pm
  %bit = trunc i32 %vm to i1
  br i1 %bit, label %then, label %end
then:
  %q = DIVIDE i32 %a, %b
  %index = and i32 %q, 255
  %wide = zext i32 %index to i64
  %pt = getelementptr i32, ptr %t, i64 %wide
  %vt = load i32, ptr %pt
  br label %end
end:
  %r = phi i32 [ %vt, %then ], [ 7, %0 ]
  %pout = getelementptr i32, ptr %out, i64 %i
  store i32 %r, ptr %pout
  ret void
})";

std::string with_operation(std::string text, const std::string& operation) {
    for (std::size_t at; (at = text.find("DIVIDE")) != std::string::npos;) text.replace(at, 6, operation);
    return text;
}

struct division_captures {
    const std::int32_t *m, *t;
    std::int32_t *out, a, b;
};

std::int32_t divide(const std::string& operation, std::int32_t a, std::int32_t b) {
    const auto ua = static_cast<std::uint32_t>(a), ub = static_cast<std::uint32_t>(b);
    if (operation == "udiv") return static_cast<std::int32_t>(ua / ub);
    if (operation == "urem") return static_cast<std::int32_t>(ua % ub);
    return operation == "sdiv" ? a / b : a % b;
}

TEST(GuardedDivisions, AreRightForValuesThatAllWorkItemsShare) {
    constexpr std::size_t n = 203;
    aligned_buffer<std::int32_t> m(n), t(256), out(n);
    for (int i = 0; i < 256; ++i) t[i] = i * 3;
    for (const std::string operation : {"udiv", "urem", "sdiv", "srem"}) {
        const ir_kernel kernel(with_operation(guarded_divisions, operation));
        const host_kernel compiled(kernel);
        // Guards that leave out first lanes, all (a division by 0 is legal then), and, signed, what overflows.
        using values = std::array<std::int32_t, 3>;
        for (const auto& [a, b, on] :
             {values{12345, 77, 1}, values{-12345, 77, 1}, values{5, 0, 0}, values{INT32_MIN, -1, 0}}) {
            for (std::size_t i = 0; i < n; ++i) {
                m[i] = static_cast<std::int32_t>(i * 2654435761u >> 9) & ~1;
                if (on && i % 16 != 0 && i % 3 == 0) m[i] |= 1;
            }
            const division_captures captures{m.data(), t.data(), out.data(), a, b};
            compiled.run(&captures, {n, 1, 1});
            for (std::size_t i = 0; i < n; ++i) {
                const int expected = m[i] & 1 ? t[divide(operation, a, b) & 255] : 7;
                ASSERT_EQ(out[i], expected) << operation << " " << a << " " << b << " at " << i;
            }
        }
    }
}

/// out[i] = on ? (m[i] & 1 ? t[a / b & 255] : 7) : 5: unswitched, the loop has no preheader of its own.
constexpr const char* divisions_under_a_condition = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %onp = getelementptr i8, ptr %f, i64 32
  %flag = load i8, ptr %onp, !range !{i8 0, i8 2}
  %shared = trunc nuw i8 %flag to i1
  br i1 %shared, label %on, label %off
on:
  %m = load ptr, ptr %f
  %pm = getelementptr i32, ptr %m, i64 %i
  %vm = load i32, ptr %pm
  %is = icmp eq i32 %vm, 1
  br i1 %is, label %then, label %end
then:
  %tp = getelementptr i8, ptr %f, i64 8
  %t = load ptr, ptr %tp
  %ap = getelementptr i8, ptr %f, i64 24
  %a = load i32, ptr %ap
  %bp = getelementptr i8, ptr %f, i64 28
  %b = load i32, ptr %bp
  %q = DIVIDE i32 %a, %b
  %index = and i32 %q, 255
  %wide = zext i32 %index to i64
  %pt = getelementptr i32, ptr %t, i64 %wide
  %vt = load i32, ptr %pt
  br label %end
end:
  %r = phi i32 [ %vt, %then ], [ 7, %on ]
  %op = getelementptr i8, ptr %f, i64 16
  %out = load ptr, ptr %op
  %pout = getelementptr i32, ptr %out, i64 %i
  store i32 %r, ptr %pout
  ret void
off:
  %op.off = getelementptr i8, ptr %f, i64 16
  %out.off = load ptr, ptr %op.off
  %pout.off = getelementptr i32, ptr %out.off, i64 %i
  store i32 5, ptr %pout.off
  ret void
})";

TEST(GuardedDivisions, AreRightInLoopsThatAConditionEnters) {
    constexpr std::size_t n = 203;
    aligned_buffer<std::int32_t> m(n), t(256), out(n);
    for (int i = 0; i < 256; ++i) t[i] = i * 3;
    for (std::size_t i = 0; i < n; ++i) m[i] = i % 16 != 0 && i % 3 == 0;
    for (const std::string operation : {"udiv", "urem", "sdiv", "srem"}) {
        const ir_kernel kernel(with_operation(divisions_under_a_condition, operation));
        const host_kernel compiled(kernel);
        for (const bool on : {true, false}) {
            const struct {
                division_captures values;
                bool on;
            } captures{{m.data(), t.data(), out.data(), 12345, 77}, on};
            compiled.run(&captures, {n, 1, 1});
            for (std::size_t i = 0; i < n; ++i) {
                const int expected = !on ? 5 : m[i] & 1 ? t[divide(operation, 12345, 77) & 255] : 7;
                ASSERT_EQ(out[i], expected) << operation << " at " << i;
            }
        }
    }
}

/// out[i] = m[i] & 1 ? t[a / b & 255] : what a loop of m[i] % 5 iterations leaves, for i < 203. That is known after its
/// first iteration: once LLVM has peeled it off, the inner loop is dead, and the one over i the innermost.
constexpr const char* divisions_beside_a_loop = R"(
define void @kernel(ptr noalias %m, ptr noalias %t, ptr noalias %out, i32 %a, i32 %b) {
entry:
  br label %items
items:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %pm = getelementptr inbounds i32, ptr %m, i64 %i
  %vm = load i32, ptr %pm
  %bit = trunc i32 %vm to i1
  br i1 %bit, label %then, label %else
then:
  %q = udiv i32 %a, %b
  %index = and i32 %q, 255
  %wide = zext i32 %index to i64
  %pt = getelementptr inbounds i32, ptr %t, i64 %wide
  %vt = load i32, ptr %pt
  br label %end
else:
  %count = urem i32 %vm, 5
  %none = icmp eq i32 %count, 0
  br i1 %none, label %end, label %iteration
iteration:
  %left = phi i32 [ %count, %else ], [ %less, %iteration ]
  %v = phi i32 [ %vm, %else ], [ %a, %iteration ]
  %sum = add i32 %v, %b
  %rest = urem i32 %sum, 5
  %low = icmp ult i32 %rest, 2
  %w = select i1 %low, i32 %v, i32 %a
  %less = add i32 %left, -1
  %last = icmp eq i32 %less, 0
  br i1 %last, label %end, label %iteration
end:
  %r = phi i32 [ %vt, %then ], [ 7, %else ], [ %w, %iteration ]
  %po = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %r, ptr %po
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 203
  br i1 %done, label %exit, label %items
exit:
  ret void
})";

TEST(GuardedDivisions, AreRightBesideALoopThatGoesAway) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const auto module = llvm::parseAssemblyString(divisions_beside_a_loop, problem, context);
    ASSERT_NE(module, nullptr) << problem.getMessage().str();
    const auto machine = host::make_machine(false);
    host::set_target_cpu(*module, *machine);
    host::optimise(*module, *machine, host::vector_library::sleef);
    const std::string object = llvm::cantFail(host::generate_object(*module, *machine));
    const auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    llvm::cantFail(jit->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(object)));
    using function =
        void(const std::uint32_t* m, const std::uint32_t* t, std::uint32_t* out, std::uint32_t a, std::uint32_t b);
    auto* const run = llvm::cantFail(jit->lookup("kernel")).toPtr<function>();

    std::array<std::uint32_t, 256> t{};
    std::array<std::uint32_t, 203> m{}, out{};
    for (std::uint32_t i = 0; i < t.size(); ++i) t[i] = i * 3;
    for (std::uint32_t i = 0; i < m.size(); ++i) m[i] = (i * 2654435761u >> 9 & ~1u) | (i % 3 == 1);
    run(m.data(), t.data(), out.data(), 12345, 77);
    for (std::size_t i = 0; i < m.size(); ++i) {
        const std::uint32_t count = m[i] % 5, left = count == 1 && (m[i] + 77) % 5 < 2 ? m[i] : 12345;
        ASSERT_EQ(out[i], m[i] & 1 ? t[12345 / 77 & 255] : count == 0 ? 7 : left) << i;
    }
}

TEST(GuardedDivisions, CapturesThatOnlyAGuardUsesAreLoadedBeforeTheLoop) {
    if (host::target_cpu().vector_bits < 512) GTEST_SKIP() << "the loop has vectors with AVX-512 only";
    const ir_kernel kernel(with_operation(guarded_divisions, "udiv"));
    const std::string ir = ir_after("optimise", kernel);
    const std::size_t loop = ir.find("vector.body:");
    ASSERT_NE(loop, std::string::npos) << ir;
    EXPECT_EQ(ir.find("load ptr", loop), std::string::npos) << ir;
    EXPECT_EQ(ir.find("gather.v8p0", loop), std::string::npos) << ir;
}

}  // namespace
}  // namespace ndweave::compiler::testing
