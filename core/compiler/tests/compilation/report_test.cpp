// What compilations say about themselves.
#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>

#include "compiler/report/report.hpp"
#include "compiler/report/vector_remarks.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

llvm::json::Object report_of(const ir_kernel& kernel) {
    auto parsed = llvm::json::parse(host_kernel(kernel).report());
    if (!parsed) throw std::runtime_error(llvm::toString(parsed.takeError()));
    return *parsed->getAsObject();
}

std::string text(const llvm::json::Object& o) {
    llvm::json::Object copy = o;
    return llvm::formatv("{0}", llvm::json::Value(std::move(copy))).str();
}

/// in[i] is kept across a barrier; then a loop calls a function that has no vector version.
constexpr const char* kernel_text = R"(
declare i64 @lrint(double)
define void @kernel(ptr %f) !dbg !3 {
entry:
  %gid = call i64 @__ndweave_global_id(i32 0), !dbg !6
  %in = load ptr, ptr %f, !dbg !6
  %at = getelementptr double, ptr %in, i64 %gid, !dbg !6
  %v = load double, ptr %at, !dbg !6
  call void @__ndweave_barrier(), !dbg !7
  %n = call i64 @lrint(double %v), !dbg !8
  %r = sitofp i64 %n to double, !dbg !8
  store double %r, ptr %at, !dbg !8
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "user.cpp", directory: "/")
!2 = !{}
!3 = distinct !DISubprogram(name: "kernel", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !2)
!6 = !DILocation(line: 5, scope: !3)
!7 = !DILocation(line: 6, scope: !3)
!8 = !DILocation(line: 7, scope: !3)
!9 = !{i32 2, !"Debug Info Version", i32 3}
)";

TEST(Report, NamesHeadsLoopsAndSlotsWithSourceLines) {
    ir_kernel kernel(kernel_text);
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = 64;
    const llvm::json::Object report = report_of(kernel);
    SCOPED_TRACE(text(report));
    EXPECT_EQ(report.getString("strategy"), "cbs");
    EXPECT_EQ(report.getInteger("regions"), 2);
    const llvm::json::Array& heads = *report.getArray("heads");
    ASSERT_EQ(heads.size(), 2u);
    EXPECT_EQ(heads[0].getAsObject()->getString("after"), "the kernel's start");
    EXPECT_EQ(heads[1].getAsObject()->getString("after"), "a barrier");
    EXPECT_EQ(heads[1].getAsObject()->getInteger("line"), 6);
    const llvm::json::Array& slots = *report.getArray("slots");
    ASSERT_EQ(slots.size(), 1u);
    EXPECT_EQ(slots[0].getAsObject()->getInteger("bytes"), 64 * 8);

    const llvm::json::Array& loops = *report.getArray("loops");
    bool told = false;
    for (const llvm::json::Value& value : loops) {
        const llvm::json::Object& loop = *value.getAsObject();
        EXPECT_EQ(loop.getString("over"), "work-items");
        EXPECT_EQ(loop.getString("file"), "user.cpp");
        if (loop.getInteger("line") != 6) continue;
        told = true;
        EXPECT_TRUE(loop.getString("reason")->contains("no vector version"));
        EXPECT_EQ(loop.getObject("because")->getInteger("line"), 7);
    }
    EXPECT_TRUE(told);
}

TEST(Report, KernelsWithSourceLinesHaveStreamingStores) {
    ir_kernel kernel(kernel_text);
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = 64;
    kernel.request.variant.flags = NDW_COMPILE_STREAMING_STORES;
    kernel.request.variant.pointer_alignment = 64;
    const llvm::json::Object report = report_of(kernel);
    EXPECT_EQ(report.getString("strategy"), "cbs") << text(report);
    EXPECT_FALSE(report.getArray("slots")->empty()) << text(report);
}

TEST(Report, StaysWithTheCodeInTheDiskCache) {
    const own_cache cache;
    ir_kernel kernel(kernel_text);
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = 32;
    std::string first, reason;
    {
        const host_kernel compiled(kernel);
        ASSERT_EQ(compiled.view().cache_hit, 0u);
        first = compiled.report();
        reason = compiled.view().reason;
    }
    const host_kernel loaded(kernel);
    ASSERT_EQ(loaded.view().cache_hit, 1u);
    EXPECT_EQ(loaded.report(), first);
    EXPECT_EQ(loaded.view().reason, reason);
    EXPECT_EQ(reason, "the kernel has barriers");
}

/// An instruction that a pass made has no line; the loop around it has.
TEST(Report, TakesReasonsWithoutAPlace) {
    class report r;
    r.add_loop(llvm::json::Object{{"reason", "why"}, {"over", "work-items"}});
    r.add_loop(llvm::json::Object{{"verdict", true}, {"over", "work-items"}, {"file", "user.cpp"}, {"line", 6}});
    auto whole = llvm::json::parse(r.text());
    ASSERT_TRUE(static_cast<bool>(whole));
    const llvm::json::Array& loops = *whole->getAsObject()->getArray("loops");
    ASSERT_EQ(loops.size(), 1u);
    EXPECT_EQ(loops[0].getAsObject()->getString("reason"), "why");
    EXPECT_EQ(loops[0].getAsObject()->getInteger("line"), 6);
    EXPECT_EQ(loops[0].getAsObject()->get("because"), nullptr);
}

TEST(Report, ReasonsAgainstVectorsAreNeverEmpty) {
    EXPECT_NE(reason_against_vectors("CantReorderFPOps", "whatever").find("fast_math"), std::string::npos);
    EXPECT_EQ(reason_against_vectors("SomethingNew", "loop not vectorized: the moon is full"), "the moon is full");
}

}  // namespace
}  // namespace ndweave::compiler::testing
