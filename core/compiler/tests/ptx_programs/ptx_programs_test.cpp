// The programs that hold NVIDIA's assembler to what PTX says, as far as no GPU is needed.
#include <gtest/gtest.h>

#include <algorithm>

#include "code/cuda_toolkit.hpp"
#include "compiler/tests/ptx/assembler.hpp"
#include "ptx_chain.hpp"
#include "ptx_check.hpp"
#include "ptx_loop.hpp"
#include "ptx_shrinker.hpp"

namespace ndweave::compiler::testing {
namespace {

ptx_program::pointer program_of(const ptx_instruction& one) {
    return std::make_shared<ptx_chain>(full_load(one.from), std::vector<ptx_chain::step>{{&one, 0}}, one.to);
}

const ptx_instruction& named(const std::string& name) {
    const auto found = std::ranges::find(ptx_instructions(), name, &ptx_instruction::name);
    if (found == ptx_instructions().end()) throw std::out_of_range("no instruction " + name);
    return *found;
}

void expect_assembled(const std::vector<ptx_program::pointer>& programs) {
    for (const ptx_spelling spelling : {ptx_spelling::plain, ptx_spelling::respelled}) {
        const assembled made = assemble(ptx_module(programs, spelling), "sm_90");
        EXPECT_TRUE(made.ok) << made.log.substr(0, 2000);
    }
}

TEST(PtxPrograms, InstructionsArePtx) {
    if (code::find_ptxas().empty()) GTEST_SKIP() << "no ptxas here";
    std::vector<ptx_program::pointer> programs;
    for (const ptx_instruction& one : ptx_instructions()) programs.push_back(program_of(one));
    expect_assembled(programs);
}

TEST(PtxPrograms, RandomOnesArePtx) {
    if (code::find_ptxas().empty()) GTEST_SKIP() << "no ptxas here";
    ptx_memory memory;
    std::vector<ptx_program::pointer> programs;
    for (std::uint64_t seed = 1; programs.size() < 300; ++seed) {
        for (auto& one : random_ptx_programs(seed, memory)) programs.push_back(std::move(one));
    }
    expect_assembled(programs);
}

struct known_result {
    const char* instruction;
    std::uint64_t first, second, result;
};

/// What the PTX ISA says, by hand.
TEST(PtxPrograms, InstructionsDoWhatPtxSays) {
    for (const known_result& k : {known_result{"max.u16 -5", 0xfffc, 0, 0xfffc},
                                  {"max.s16 -5", 0x8000, 0, 0xfffb},
                                  {"min.u32 o", 0xffffffff, 7, 7},
                                  {"min.s32 o", 0xffffffff, 7, 0xffffffff},
                                  {"setp.lt.u16 -5 of both", 0xfffc, 0, 0xfffb},
                                  {"setp.ge.s64 0 of constants", 1ull << 63, 0, 2},
                                  {"mul.hi.s16 -1", 5, 0, 0xffff},
                                  {"mul.hi.u64 o", ~0ull, ~0ull, ~1ull},
                                  {"mul.hi.s64 o", ~0ull, ~0ull, 0},
                                  {"mul.wide.u16 -5", 0xffff, 0, 0xfffa0005},
                                  {"mul.wide.s32 -5", 0x80000000, 0, 0x280000000},
                                  {"div.s32 7", 0xfffffff8, 0, 0xffffffff},
                                  {"rem.s32 7", 0xfffffff8, 0, 0xffffffff},
                                  {"div.u16 -5", 0xfffb, 0, 1},
                                  {"mad.lo.s16 o -7", 0x100, 0x101, 0x00f9},
                                  {"cvt.s32.s8 of 32", 0x1280, 0, 0xffffff80},
                                  {"cvt.s8.s64", 0x17f, 0, 0x7f},
                                  {"cvt.rn.f16.u32", 0x10000, 0, 0x7c00},
                                  {"cvt.rn.f16.s64", ~0ull, 0, 0xbc00},
                                  {"cvt.rn.f16.u16", 2049, 0, 0x6800},
                                  {"cvt.rn.f32.s16, to s32", 0x8000, 0, 0xffff8000},
                                  {"pack s o", 0x1234, 0x5678, 0x56781234},
                                  {"upper half of 64", 0x123456789abcdef0, 0, 0x12345678},
                                  {"prmt.b32 o 30212", 0x11223344, 0x55667788, 0x55664488},
                                  {"prmt.b32 o 34944", 0x112233c4, 0, 0xffffffc4},
                                  {"bits of mul.f32", 3, 5, 0x41700000},
                                  {"bits of sub.f64", 3, 5, 0xc000000000000000},
                                  {"bits of fma.rn.f32", 3, 5, 0x41900000},
                                  {"bfe.s32 4, 3", 0x70, 0, 0xffffffff},
                                  {"bfe.u32 16, 16", 0xabcd0000, 0, 0xabcd},
                                  {"abs.s16", 0x8000, 0, 0x8000},
                                  {"clz.b64", 1, 0, 63},
                                  {"clz.b32", 0, 0, 32},
                                  {"brev.b32", 6, 0, 0x60000000},
                                  {"shr.s16 15", 0x8000, 0, 0xffff},
                                  {"shl.b64 o", 1, 0x7f, 1ull << 63},
                                  {"shf.l.wrap.b32 o 24", 0x11223344, 0x55667788, 0x88112233}}) {
        const auto made = program_of(named(k.instruction))->evaluate({k.first, k.second});
        EXPECT_EQ(made->first, k.result) << k.instruction << std::hex << ": " << made->first;
    }
}

TEST(PtxPrograms, ChainsReadWhatEarlierInstructionsMade) {
    const ptx_instruction& sum = named("add.s32 o");
    const ptx_chain chain(full_load(32), {{&named("neg.s32"), 0}, {&sum, 1}, {&sum, 2}}, 8);
    EXPECT_EQ(chain.evaluate({5, 100}), (ptx_numbers{5, 0}));  // -5; -5 + 5; 0 + 5, not 0 + 100
    EXPECT_EQ(chain.name(),
              "ld.global.u32 to 32 | neg.s32 | add.s32 o of 1 before | add.s32 o of 2 before | st.global.u8");
    EXPECT_EQ(chain.body(0),
              "\tld.global.u32 \t%r10, [%rd6];\n\tneg.s32 \t%r11, %r10;\n\tadd.s32 \t%r12, %r11, %r10;\n"
              "\tadd.s32 \t%r13, %r12, %r10;\n\tst.global.u8 \t[%rd7], %r13;\n");
}

TEST(PtxPrograms, LoopsEndAsTheirComparisonSays) {
    const ptx_loop down({.step = -12, .bound = -12, .compare = "lt.u"});
    EXPECT_EQ(down.evaluate({30, 0}), (ptx_numbers{0xfffffffa, 1}));
    const ptx_loop sum(
        {.bits = 16, .step = 0, .bound = 8, .compare = "le.s", .tests_new = false, .does = ptx_loop_shape::work::sum});
    EXPECT_EQ(sum.evaluate({5, 64 + 3}), (ptx_numbers{14, 1 + 5 + 8 + 11}));
    const ptx_loop bits({.step = -1, .bound = 0, .compare = "gt.s", .does = ptx_loop_shape::work::bits_of_product});
    EXPECT_EQ(bits.evaluate({1, 3}), (ptx_numbers{0, 0x40400000u * 677 & 0xffffffff}));  // the bits of 3.0f * 1
    EXPECT_EQ(ptx_loop({.compare = "ne.s"}).evaluate({1000, 0}), std::nullopt);
}

TEST(PtxPrograms, LoopsDownToAWrapAreFixed) {
    const ptx_program::pointer down =
        std::make_shared<ptx_loop>(ptx_loop_shape{.step = -12, .bound = -12, .compare = "lt.u", .tests_new = false});
    EXPECT_EQ(ptx_module({&down, 1}, ptx_spelling::plain).find("nounroll"), std::string::npos);
    EXPECT_NE(ptx_module({&down, 1}, ptx_spelling::respelled).find("nounroll"), std::string::npos);
}

/// A compiler that has one instruction wrong: what is left of a program is that.
TEST(PtxPrograms, FailingOnesBecomeSmall) {
    ptx_memory memory;
    unsigned found = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        for (const auto& one : random_ptx_programs(seed, memory)) {
            const auto fails = [](const ptx_program& p) { return p.name().find("| prmt") != std::string::npos; };
            if (!fails(*one)) continue;
            ++found;
            const std::string small = smallest_failing(one, fails)->name();
            EXPECT_TRUE(small.starts_with("ld.global.u32 to 32 | prmt") && small.ends_with(" | st.global.u32"))
                << small;
            EXPECT_EQ(std::ranges::count(small, '|'), 2) << small;
        }
    }
    EXPECT_GT(found, 10u);
}

TEST(PtxPrograms, FindingsPassThroughALine) {
    const auto back = findings_of(line_of({{"one", "two\nlines"}, {"three | four", ""}}));
    ASSERT_EQ(back.size(), 2u);
    EXPECT_EQ(back[0].example, "two lines");
    EXPECT_EQ(back[1].program, "three | four");
}

}  // namespace
}  // namespace ndweave::compiler::testing
