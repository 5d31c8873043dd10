// Masked stores: branches around those that no lane takes part in, and what is stored then.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <random>
#include <vector>

#include "compiler/codegen/host/skip_empty_stores.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

unsigned branches_made(const std::string& body) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const auto module = llvm::parseAssemblyString(R"(
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
define i32 @kernel(ptr %p, ptr %q, <8 x i1> %m, <8 x i1> %n, <4 x i1> %h, <8 x i32> %x, <4 x i32> %y) {
)" + body + "\n  ret i32 0\n}",
                                                  problem, context);
    EXPECT_NE(module, nullptr) << problem.getMessage().str() << body;
    const unsigned made = host::skip_empty_stores(*module);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    return made;
}

TEST(SkipEmptyStores, StoresThatFollowEachOtherShareABranch) {
    const std::string first = "call void @llvm.masked.store.v8i32.p0(<8 x i32> %x, ptr %p, i32 4, <8 x i1> %m)\n";
    const std::string second = "call void @llvm.masked.store.v8i32.p0(<8 x i32> %x, ptr %q, i32 4, <8 x i1> %n)\n";
    const std::string later =
        "%r = getelementptr i8, ptr %q, i64 32\n"
        "call void @llvm.masked.store.v8i32.p0(<8 x i32> %x, ptr %r, i32 4, <8 x i1> %m)\n";
    EXPECT_EQ(branches_made(first), 1u);
    EXPECT_EQ(branches_made(first + second + later), 1u);
    EXPECT_EQ(branches_made(first + "%v = load i32, ptr %q\n" + second), 2u);
    EXPECT_EQ(branches_made(first + "store i32 1, ptr %q\n" + second), 2u);
    EXPECT_EQ(branches_made(
                  first + "call void @llvm.masked.store.v4i32.p0(<4 x i32> %y, ptr %q, i32 4, <4 x i1> %h)\n" + second),
              3u);
    EXPECT_EQ(
        branches_made("call void @llvm.masked.store.v8i32.p0(<8 x i32> %x, ptr %p, i32 4, <8 x i1> splat (i1 true))"),
        0u);
}

/// if (x[i] > 0) { y[i] = x[i]; z[i] = z[i] + x[i]; }
constexpr const char* guarded_kernel = R"(
define void @kernel(ptr %f) {
entry:
  %i = call i64 @__ndweave_global_id(i32 0)
  %x = load ptr, ptr %f
  %yp = getelementptr i8, ptr %f, i64 8
  %y = load ptr, ptr %yp
  %zp = getelementptr i8, ptr %f, i64 16
  %z = load ptr, ptr %zp
  %px = getelementptr i32, ptr %x, i64 %i
  %v = load i32, ptr %px
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %then, label %end
then:
  %py = getelementptr i32, ptr %y, i64 %i
  store i32 %v, ptr %py
  %pz = getelementptr i32, ptr %z, i64 %i
  %old = load i32, ptr %pz
  %new = add i32 %old, %v
  store i32 %new, ptr %pz
  br label %end
end:
  ret void
})";

TEST(SkipEmptyStores, EveryActiveLaneIsStoredAndNoOther) {
    const ir_kernel kernel(guarded_kernel);
    const host_kernel compiled(kernel);
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (const unsigned one_of : {1u, 2u, 16u, 100u, 3000u, 1u << 31}) {
        SCOPED_TRACE(one_of);
        constexpr std::size_t n = 5003;
        aligned_buffer<std::int32_t> x(n), y(n), z(n);
        std::vector<std::int32_t> wanted_y(n), wanted_z(n);
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = static_cast<std::int32_t>(random() % 1000 + 1) * (random() % one_of == 0 ? 1 : -1);
            wanted_y[i] = y[i] = -static_cast<std::int32_t>(i);
            wanted_z[i] = z[i] = static_cast<std::int32_t>(random() % 1000);
            if (x[i] > 0) {
                wanted_y[i] = x[i];
                wanted_z[i] += x[i];
            }
        }
        const void* const captures[] = {x.data(), y.data(), z.data()};
        compiled.run(captures, {n, 1, 1});
        for (std::size_t i = 0; i < n; ++i) {
            ASSERT_EQ(y[i], wanted_y[i]) << i;
            ASSERT_EQ(z[i], wanted_z[i]) << i;
        }
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
