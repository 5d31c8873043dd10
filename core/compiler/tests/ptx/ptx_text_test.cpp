/// Properties of the generated text that need no assembler.
#include <gtest/gtest.h>

#include <regex>

#include "compiled_ptx.hpp"

namespace ndweave::compiler::testing {
namespace {

/// Loads and stores that name no state space: each finds out at run time which memory it meets.
unsigned generic_accesses(const std::string& code) {
    const std::regex generic(R"(\n\s*(@%p\d+ )?(ld|st)\.([vufsb]\d|b8))");
    return static_cast<unsigned>(
        std::distance(std::sregex_iterator(code.begin(), code.end(), generic), std::sregex_iterator()));
}

unsigned count(const std::string& code, const std::string& text) {
    unsigned found = 0;
    for (std::size_t at = code.find(text); at != std::string::npos; at = code.find(text, at + 1)) ++found;
    return found;
}

TEST(PtxText, CapturedPointersLeadToGlobalMemory) {
    for (const sample* kernel : {&copy, &triad, &gather, &spmv, &reduction_tree, &matmul}) {
        const compiled_ptx ptx = compile(*kernel);
        ASSERT_EQ(ptx.status, NDW_COMPILE_OK) << ptx.message;
        EXPECT_EQ(generic_accesses(ptx.code), 0u) << kernel->name << "\n" << ptx.code;
        EXPECT_TRUE(ptx.contains("ld.global")) << kernel->name;
    }
}

TEST(PtxText, BasicKernelTakesFunctorAndGlobalRange) {
    const compiled_ptx ptx = compile(triad);
    ASSERT_EQ(ptx.parameters.size(), 2u);
    EXPECT_EQ(ptx.parameters[0].kind, static_cast<unsigned>(NDW_PARAMETER_FUNCTOR));
    EXPECT_EQ(ptx.parameters[0].size, triad.record->functor_size);
    EXPECT_EQ(ptx.parameters[1].kind, static_cast<unsigned>(NDW_PARAMETER_GLOBAL_RANGE));
    EXPECT_TRUE(ptx.contains(".reqntid 256, 1, 1"));
    EXPECT_TRUE(ptx.contains((".visible .entry " + ptx.entry).c_str()));
}

TEST(PtxText, StreamsRunTwoWorkItemsAThread) {
    // Both loads come before both stores; kernels with loops keep one work-item a thread.
    const std::regex both(
        R"(ld\.global[^\n]*\n(?:[^\n]*\n){0,8}?[^\n]*ld\.global[^\n]*\n\s*st\.global[^\n]*\n\s*st\.global)");
    EXPECT_TRUE(std::regex_search(compile(copy).code, both)) << compile(copy).code;
    EXPECT_EQ(compile(copy).coarsening, 2u);
    EXPECT_EQ(compile(gather).coarsening, 1u);
}

TEST(PtxText, WhatABranchDoesNotNeedStaysInFrontOfIt) {
    // Loads begin before all branches, and products are made where their factors end: turning a number takes seven.
    // LLVM sinks both as far as the last block but one.
    const compiled_ptx ptx = compile(turns);
    ASSERT_EQ(ptx.status, NDW_COMPILE_OK) << ptx.message;
    const std::size_t last_branch = ptx.code.rfind("\n\t@%p"), one_before = ptx.code.rfind("\n\t@%p", last_branch - 1);
    ASSERT_NE(one_before, std::string::npos);
    const std::string behind = ptx.code.substr(one_before);
    EXPECT_LE(count(behind, "mul.rn.f64") + count(behind, "fma.rn.f64"), 2 * 8u) << ptx.code;
    EXPECT_EQ(count(behind, "ld.global"), 0u) << ptx.code;
}

TEST(PtxText, PrintsByTheDriversFunction) {
    const compiled_ptx ptx = compile(printing);
    ASSERT_EQ(ptx.status, NDW_COMPILE_OK) << ptx.message;
    EXPECT_EQ(count(ptx.code, "vprintf, "), 2u) << ptx.code;  // the calls
}

TEST(PtxText, GroupKernelHasNoGuardAndSaysItsBarriers) {
    const compiled_ptx ptx = compile(matmul);
    EXPECT_EQ(ptx.parameters.size(), 1u);
    EXPECT_TRUE(ptx.uses_barrier);
    EXPECT_TRUE(ptx.contains("bar.sync"));
    EXPECT_TRUE(ptx.contains("ld.shared"));
    EXPECT_FALSE(compile(triad).uses_barrier);
}

TEST(PtxText, ArraysInLocalMemoryAreKnownToBeAligned) {
    // 16 floats of a row of a tile that local_accessor placed: four loads of four.
    EXPECT_EQ(count(compile(matmul).code, "ld.shared.v4.f32"), 4u) << compile(matmul).code;
}

TEST(PtxText, NeighbouringElementsAreOneLoadWherePointersAreAligned) {
    EXPECT_EQ(count(compile(gather).code, ".v4."), 0u);
    const compiled_ptx ptx = compile(gather, "sm_90", 16);
    EXPECT_EQ(count(ptx.code, "ld.global.nc.v4.u32"), 2u) << ptx.code;                // eight nodes of an element
    EXPECT_EQ(ptx.aligned_pointers, std::vector<std::uint32_t>({0, 8, 16, 24, 32}));  // its five pointers
}

TEST(PtxText, ProductsAndSumsContract) {
    EXPECT_TRUE(compile(triad).contains("fma.rn.f64"));
    EXPECT_FALSE(compile(triad).contains("add.rn.f64"));
}

/// Sums and products without `.rn` may be fused by ptxas (PTX ISA, "mul"), also where libdevice needs each rounding.
TEST(PtxText, WhatIsNotFusedIsRounded) {
    if (!has_libdevice()) GTEST_SKIP() << "no libdevice.10.bc";
    for (const sample* kernel : samples) {
        if (kernel->fast_math) continue;
        const compiled_ptx ptx = compile(*kernel);
        for (const char* operation : {"\tadd.f", "\tsub.f", "\tmul.f"})
            EXPECT_FALSE(ptx.contains(operation)) << kernel->name << operation;
    }
}

TEST(PtxText, PrivateArraysLieInRegisters) { EXPECT_FALSE(compile(gather).contains("__local_depot")); }

TEST(PtxText, CapturedArrayIsIndexedWhereItLies) { EXPECT_FALSE(compile(captured_table).contains("__local_depot")); }

TEST(PtxText, ReadOnlyLoadsOnlyWhereTypesProveIt) {
    // The kernel stores doubles: that changes no int, and may change any double.
    const compiled_ptx ptx = compile(spmv);
    EXPECT_GT(count(ptx.code, "ld.global.nc.u32"), 0u);
    EXPECT_EQ(count(ptx.code, "ld.global.nc.f64"), 0u);
    EXPECT_EQ(count(compile(copy).code, "ld.global.nc"), 0u);
}

TEST(PtxText, LoadsThroughRestrictPointersAreReadOnly) {
    EXPECT_EQ(count(compile(restrict_copy).code, "ld.global.nc.f64"), 4u);  // of both work-items at once, and of each
}

TEST(PtxText, LoadsFromAllocationsThatNothingIsWrittenToAreReadOnly) {
    const compiled_ptx ptx = compile(triad, "sm_90", 1, NDW_COMPILE_DISTINCT_POINTERS);
    EXPECT_EQ(count(ptx.code, "ld.global.nc.f64"), count(ptx.code, "ld.global")) << ptx.code;
    EXPECT_EQ(ptx.distinct_pointers, std::vector<std::uint32_t>({0, 8, 16}));
    EXPECT_EQ(ptx.written_pointers, 1u);
    EXPECT_TRUE(compile(triad).distinct_pointers.empty());
}

TEST(PtxText, CopysignIsOneInstruction) {
    const compiled_ptx ptx = compile(signs);
    ASSERT_EQ(ptx.status, NDW_COMPILE_OK) << ptx.message;
    EXPECT_EQ(count(ptx.code, "copysign.f64"), 1u) << ptx.code;
    EXPECT_EQ(count(ptx.code, "copysign.f32"), 1u) << ptx.code;
}

TEST(PtxText, LoopsCountInTheirOwnType) {
    // Counting in 64 bits would take two additions an iteration.
    EXPECT_EQ(count(compile(spmv).code, "setp.lt.s64"), 0u) << compile(spmv).code;
}

TEST(PtxText, IterationsOfUnknownStepsAreTakenFourAtOnce) {
    const compiled_ptx ptx = compile(strided_dot);
    EXPECT_EQ(count(ptx.code, "ld.global.f64"), 10u) << ptx.code;  // with those of the rest
    // No pointer for each access: the loops move one for each array at most.
    const std::regex moved(R"(add\.s64\s+(%rd\d+), \1,)");
    EXPECT_LE(std::distance(std::sregex_iterator(ptx.code.begin(), ptx.code.end(), moved), std::sregex_iterator()), 4)
        << ptx.code;
}

TEST(PtxText, LoopsCountOnce) {
    // One number counts the unrolled iterations and says when they end. With fewest registers first it would be two,
    // and a copy of one of them in every iteration.
    const compiled_ptx ptx = compile(neighbours);
    EXPECT_FALSE(std::regex_search(ptx.code, std::regex(R"(mov\.u32\s+%r\d+, %r\d+;)"))) << ptx.code;
}

TEST(PtxText, SuccessiveReductionsHaveOneBarrierEach) {
    EXPECT_EQ(count(compile(two_sums).code, "bar.sync"), 2u) << compile(two_sums).code;
}

TEST(PtxText, KernelsThatLoadMuchRunOneWorkItemAThread) {
    EXPECT_EQ(compile(triad).coarsening, 2u);
    EXPECT_EQ(compile(update).coarsening, 1u);
}

TEST(PtxText, FastMathTakesTheApproximateInstructions) {
    const compiled_ptx fast = compile(docking_fast);
    ASSERT_EQ(fast.status, NDW_COMPILE_OK) << fast.message;
    for (const char* instruction : {"sin.approx.ftz.f32", "sqrt.approx.ftz.f32", "rcp.approx.ftz.f32"}) {
        EXPECT_TRUE(fast.contains(instruction)) << instruction;
    }
    EXPECT_FALSE(fast.contains("div.rn"));
    if (!has_libdevice()) GTEST_SKIP() << "no libdevice here";
    EXPECT_TRUE(compile(docking).contains("sqrt.rn.f32"));
}

TEST(PtxText, PartialWarpsShuffleAmongTheirOwnLanes) {
    // 48 work-items: the second warp has 16.
    const compiled_ptx ptx = compile(warp_sum);
    ASSERT_EQ(ptx.status, NDW_COMPILE_OK) << ptx.message;
    if (ptx.contains("shfl.sync")) EXPECT_TRUE(ptx.contains("65535"));
}

}  // namespace
}  // namespace ndweave::compiler::testing
