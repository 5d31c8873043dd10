// Gathers: spelled out where the processor's instruction is slow; 32-bit indices stay visible.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <random>
#include <vector>

#include "compiler/codegen/host/generate_object.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/host/tuning.hpp"
#include "compiler/pass_manager/llvm_passes.hpp"
#include "compiler/passes/after_vectorizer/gathers_and_scatters/scalarize_gathers.hpp"
#include "compiler/passes/workarounds/code_generator/drop_undefined_gathers.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

struct shape {
    const char *element, *widen;  // "float"; "zext", "sext", "" for indices as they are
    unsigned lanes;
};

std::string gather_text(const shape& s, const std::string& mask, const std::string& index = "i32") {
    const bool wide = *s.widen != '\0';
    std::string text = R"(
define void @kernel(ptr %table, ptr %indices, ptr %to) {
  %narrow = load <N x INDEX>, ptr %indices, align 4
  WIDEN
  %at = getelementptr inbounds ELEMENT, ptr %table, <N x TYPE> %index
  %x = call <N x ELEMENT> @llvm.masked.gather(<N x ptr> %at, i32 4, <N x i1> MASK, <N x ELEMENT> zeroinitializer)
  store <N x ELEMENT> %x, ptr %to, align 4
  ret void
})";
    const auto replace = [&](const std::string& what, const std::string& with) {
        for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
            text.replace(at, what.size(), with);
    };
    replace("WIDEN", wide ? "%index = " + std::string(s.widen) + " <N x i32> %narrow to <N x i64>" : "");
    if (!wide) replace("%index", "%narrow");
    replace("TYPE", wide ? "i64" : index);
    replace("INDEX", index);
    replace("ELEMENT", s.element);
    replace("MASK", mask);
    replace("N", std::to_string(s.lanes));
    replace("@llvm.masked.gather(", "@llvm.masked.gather.v" + std::to_string(s.lanes) +
                                        (std::string(s.element) == "float" ? "f32" : "f64") + ".v" +
                                        std::to_string(s.lanes) + "p0(");
    return text;
}

std::unique_ptr<llvm::Module> parse(const std::string& text, llvm::LLVMContext& context) {
    llvm::SMDiagnostic problem;
    auto module = llvm::parseAssemblyString(text, problem, context);
    EXPECT_NE(module, nullptr) << problem.getMessage().str() << text;
    return module;
}

constexpr const char* every_lane = "splat (i1 true)";

/// Runs the spelled-out gather on a table that indices reach from its middle.
template <class T>
void expect_elements(const shape& s) {
    SCOPED_TRACE(std::string(s.element) + " " + s.widen + " " + std::to_string(s.lanes));
    llvm::LLVMContext context;
    const auto module = parse(gather_text(s, every_lane), context);
    const auto machine = host::make_machine(false);
    host::set_target_cpu(*module, *machine);
    ASSERT_EQ(host::scalarize_gathers(*module), 1u);
    ASSERT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    const std::string object = llvm::cantFail(host::generate_object(*module, *machine));
    const auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    llvm::cantFail(jit->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(object)));
    auto* const run = llvm::cantFail(jit->lookup("kernel")).toPtr<void(const T*, const std::int32_t*, T*)>();

    constexpr std::int32_t half = 500;
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::vector<T> table(2 * half), to(s.lanes);
    for (T& each : table) each = static_cast<T>(random());
    std::vector<std::int32_t> indices(s.lanes);
    const bool below_zero = std::string(s.widen) != "zext";
    for (int round = 0; round < 50; ++round) {
        for (auto& index : indices) index = static_cast<std::int32_t>(random() % (2 * half)) - (below_zero ? half : 0);
        const T* const begin = table.data() + (below_zero ? half : 0);
        run(begin, indices.data(), to.data());
        for (unsigned lane = 0; lane < s.lanes; ++lane) EXPECT_EQ(to[lane], begin[indices[lane]]) << lane;
    }
}

TEST(SpelledOutGathers, LoadWhatTheInstructionWould) {
    for (const char* widen : {"zext", "sext", ""}) {
        for (const unsigned lanes : {2u, 4u, 8u, 16u}) {
            expect_elements<float>({"float", widen, lanes});
            expect_elements<double>({"double", widen, lanes});
        }
    }
}

TEST(SpelledOutGathers, LeaveMasksAndWideIndices) {
    llvm::LLVMContext context;
    const shape s{"float", "", 4};
    const auto masked = parse(gather_text({"float", "sext", 4}, "<i1 1, i1 1, i1 0, i1 1>"), context);
    EXPECT_EQ(host::scalarize_gathers(*masked), 0u);
    const auto wide = parse(gather_text(s, every_lane, "i64"), context);
    EXPECT_EQ(host::scalarize_gathers(*wide), 0u);
}

/// The code generator, given two equal indices in one 64-bit number, has taken the whole of it for the lower one.
TEST(SpelledOutGathers, OfOneElementAreOneLoad) {
    for (const char* widen : {"zext", "sext"}) {
        llvm::LLVMContext context;
        const auto module = parse(std::string(R"(
define <4 x float> @kernel(ptr %table, i32 %i) {
  %one = insertelement <4 x i32> poison, i32 %i, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %index = )") + widen + R"( <4 x i32> %all to <4 x i64>
  %at = getelementptr inbounds float, ptr %table, <4 x i64> %index
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> splat (i1 true), <4 x float> zeroinitializer)
  ret <4 x float> %x
})",
                                  context);
        EXPECT_EQ(host::scalarize_gathers(*module), 1u);
        EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
        const auto all = llvm::instructions(*module->getFunction("kernel"));
        EXPECT_EQ(llvm::count_if(all, [](const llvm::Instruction& i) { return llvm::isa<llvm::LoadInst>(i); }), 1);
        EXPECT_TRUE(llvm::none_of(all, [](const llvm::Instruction& i) { return llvm::isa<llvm::BitCastInst>(i); }));
    }
}

TEST(SpelledOutGathers, AreForProcessorsKnownToBeSlow) {
    EXPECT_TRUE(host::tuning_of("znver4").scalarize_gathers);
    EXPECT_FALSE(host::tuning_of("sapphirerapids").scalarize_gathers);
    EXPECT_FALSE(host::tuning_of("x86-64").scalarize_gathers);
}

/// to[i] = table[7 * i & 255]
constexpr const char* wrapping_kernel = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %table = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %to = load ptr, ptr %p1
  %narrow = trunc i64 %i to i32
  %steps = mul i32 %narrow, 7
  %around = and i32 %steps, 255
  %index = zext i32 %around to i64
  %from = getelementptr inbounds i32, ptr %table, i64 %index
  %x = load i32, ptr %from
  %at = getelementptr inbounds i32, ptr %to, i64 %i
  store i32 %x, ptr %at
  ret void
})";

TEST(PinnedAccesses, AreAddressesAgainAfterVectorization) {
    const ir_kernel kernel(wrapping_kernel);
    const std::string after = ir_after("optimise", kernel);
    if (host::target_cpu().vector_bits == 512) {
        EXPECT_NE(after.find("call <16 x i32> @llvm.masked.gather"), std::string::npos) << after;
    }
    EXPECT_EQ(after.find("freeze <"), std::string::npos) << after;
    EXPECT_EQ(after.find("freeze ptr"), std::string::npos) << after;

    std::vector<std::uint32_t> table(256), to(1003);
    std::mt19937 random(std::random_device{}());
    for (auto& each : table) each = random();
    const void* const captures[] = {table.data(), to.data()};
    host_kernel(kernel).run(captures, {to.size(), 1, 1});
    for (std::size_t i = 0; i < to.size(); ++i) EXPECT_EQ(to[i], table[7 * i & 255]) << i;
}

TEST(UndefinedGathers, GiveWhatLanesWithoutAccessGet) {
    llvm::LLVMContext context;
    const auto module = parse(R"(
declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i32>)
define <2 x i32> @undefined(<2 x i1> %mask, <2 x i32> %other) {
  %x = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> undef, i32 4, <2 x i1> %mask, <2 x i32> %other)
  ret <2 x i32> %x
}
define <2 x i32> @undefined_index(ptr %base, <2 x i1> %mask, <2 x i32> %other) {
  %from = getelementptr i32, ptr %base, <2 x i64> poison
  %x = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %from, i32 4, <2 x i1> %mask, <2 x i32> %other)
  ret <2 x i32> %x
}
define <2 x i32> @defined(<2 x ptr> %from, <2 x i1> %mask, <2 x i32> %other) {
  %x = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %from, i32 4, <2 x i1> %mask, <2 x i32> %other)
  ret <2 x i32> %x
})",
                              context);
    run_function_passes(*module, [](llvm::FunctionPassManager& passes) { passes.addPass(drop_undefined_gathers()); });
    const auto result = [&](const char* name) {
        return llvm::cast<llvm::ReturnInst>(module->getFunction(name)->getEntryBlock().getTerminator())->getOperand(0);
    };
    EXPECT_EQ(result("undefined"), module->getFunction("undefined")->getArg(1));
    EXPECT_EQ(result("undefined_index"), module->getFunction("undefined_index")->getArg(2));
    EXPECT_TRUE(llvm::isa<llvm::CallInst>(result("defined")));
}

}  // namespace
}  // namespace ndweave::compiler::testing
