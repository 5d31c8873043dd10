// Stores to members of structures side by side: the members get what they should, what lies between them is left alone.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/pass_manager/llvm_passes.hpp"
#include "compiler/passes/after_vectorizer/gathers_and_scatters/merge_scatters.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

struct captures {
    void* structures;
    const std::uint64_t* in;
    void* again;  // the structures
};

/// Of structures of `members` elements, p[i].m = in[i] * (m + 3) + p[i].from, for each `m` of `stored`, in that order;
/// or of what p[i].from was before them all; it is read through another pointer.
struct update {
    unsigned bits, members, from;
    std::vector<unsigned> stored;
    bool reads_once;
    bool is_float = false;

    std::string text() const {
        const std::string type = is_float ? "float" : "i" + std::to_string(bits);
        const std::string structure = "[" + std::to_string(members) + " x " + type + "]";
        std::string text = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %p = load ptr, ptr %f
  %inp = getelementptr i8, ptr %f, i64 8
  %in = load ptr, ptr %inp
  %againp = getelementptr i8, ptr %f, i64 16
  %again = load ptr, ptr %againp
  %in.at = getelementptr inbounds i64, ptr %in, i64 %i
  %wide = load i64, ptr %in.at
  %at = getelementptr inbounds )" +
                           structure + ", ptr %p, i64 %i\n  %at.again = getelementptr inbounds " + structure +
                           ", ptr %again, i64 %i\n  %from.at = getelementptr inbounds " + structure +
                           ", ptr %at.again, i64 0, i64 " + std::to_string(from) + "\n  %old = load " + type +
                           ", ptr %from.at\n";
        const std::string convert = is_float     ? "uitofp i64 %wide to float"
                                    : bits == 32 ? "trunc i64 %wide to i32"
                                                 : "bitcast i64 %wide to i64";
        text += "  %value = " + convert + "\n";
        const std::string f = is_float ? "f" : "";
        for (const unsigned m : stored) {
            const std::string n = std::to_string(m);
            text += "  %product" + n + " = " + f + "mul " + type + " %value, " + std::to_string(m + 3) +
                    (is_float ? ".0" : "") + "\n";
            const std::string old = reads_once ? "%old" : "%old" + n;
            if (!reads_once) text += "  " + old + " = load " + type + ", ptr %from.at\n";
            text += "  %sum" + n + " = " + f + "add " + type + " %product" + n + ", " + old + "\n  %at" + n +
                    " = getelementptr inbounds " + structure + ", ptr %at, i64 0, i64 " + n + "\n  store " + type +
                    " %sum" + n + ", ptr %at" + n + "\n";
        }
        return text + "  ret void\n}";
    }

    template <class T>
    void apply(std::vector<T>& p, const std::vector<std::uint64_t>& in, std::uint64_t begin, std::uint64_t end) const {
        for (std::uint64_t i = begin; i < end; ++i) {
            T* const structure = p.data() + i * members;
            const T old = structure[from];
            for (const unsigned m : stored) {
                structure[m] = static_cast<T>(static_cast<T>(in[i]) * static_cast<T>(m + 3) +
                                              (reads_once ? old : structure[from]));
            }
        }
    }
};

constexpr std::uint64_t items = 203;

template <class T>
void expect_right_members(const update& of, std::mt19937_64& random) {
    SCOPED_TRACE(of.text());
    const ir_kernel kernel(of.text());
    const host_kernel compiled(kernel);
    std::vector<T> p(items * of.members);
    std::vector<std::uint64_t> in(items);
    // Small whole numbers, so that floats are exact, fused or not.
    for (auto& each : p) each = static_cast<T>(random() % 100000);
    for (auto& each : in) each = random() % 1000;
    ndw_host_box box{};
    box.begin[0] = random() % 20;
    box.end[0] = items - random() % 20;
    std::vector<T> expected = p;
    of.apply(expected, in, box.begin[0], box.end[0]);
    const captures c{p.data(), in.data(), p.data()};
    compiled.run_box(compiled.launch_of(&c, {items, 1, 1}), box);
    for (std::size_t n = 0; n < p.size(); ++n) ASSERT_EQ(p[n], expected[n]) << n / of.members << "." << n % of.members;
}

TEST(MemberStores, WriteTheirMembersOnly) {
    const own_cache cache;
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    for (int n = 0; n < 60; ++n) {
        update of{random() % 3 == 0 ? 64u : 32u, 2 + static_cast<unsigned>(random() % 12), 0, {}, random() % 4 != 0};
        of.is_float = of.bits == 32 && random() % 2 == 0;
        of.from = static_cast<unsigned>(random() % of.members);
        for (unsigned m = 0; m < of.members; ++m) {
            if (random() % 2 == 0) of.stored.push_back(m);
        }
        if (of.stored.empty()) of.stored.push_back(of.members - 1);
        std::shuffle(of.stored.begin(), of.stored.end(), random);
        if (of.is_float) {
            expect_right_members<float>(of, random);
        } else if (of.bits == 32) {
            expect_right_members<std::uint32_t>(of, random);
        } else {
            expect_right_members<std::uint64_t>(of, random);
        }
    }
}

TEST(MemberStores, NeedNoScatters) {
    if (host::target_cpu().vector_bits != 512) GTEST_SKIP() << "there are scatters with AVX-512 only";
    for (const unsigned members : {4u, 7u, 8u, 12u}) {
        const ir_kernel kernel(update{32, members, 3, {0, 1, 2}, true, true}.text());
        const std::string code = ir_after("optimise", kernel);
        EXPECT_EQ(code.find("call void @llvm.masked.scatter"), std::string::npos) << code;
        EXPECT_NE(code.find("call void @llvm.masked.store"), std::string::npos) << code;
    }
}

/// Stores that are made of two scatters to members 0 and 1 of eight structures of four, with `between` in between: two
/// registers for both, or two for each.
std::size_t stores_with(const std::string& between) {
    const std::string text = R"(
define void @f(ptr %p, ptr %q, <8 x float> %x, <8 x float> %y) {
entry:
  br label %loop
loop:
  %i = phi <8 x i64> [ <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds [4 x float], ptr %p, <8 x i64> %i
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %x, <8 x ptr> %at, i32 4, <8 x i1> splat (i1 true))
)" + between + R"(
  %at1 = getelementptr inbounds i8, <8 x ptr> %at, i64 4
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %y, <8 x ptr> %at1, i32 4, <8 x i1> splat (i1 true))
  %next = add <8 x i64> %i, splat (i64 8)
  br label %loop
}
declare void @llvm.masked.scatter.v8f32.v8p0(<8 x float>, <8 x ptr>, i32, <8 x i1>)
)";
    llvm::LLVMContext context;
    llvm::SMDiagnostic wrong;
    const auto module = llvm::parseAssemblyString(text, wrong, context);
    if (!module) throw std::runtime_error(wrong.getMessage().str());
    llvm::Function& function = *module->getFunction("f");
    llvm::FunctionPassManager passes;
    passes.addPass(merge_scatters(1));
    run_passes(function, std::move(passes));
    return static_cast<std::size_t>(llvm::count_if(llvm::instructions(function), [](const llvm::Instruction& i) {
        const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
        return call && call->getIntrinsicID() == llvm::Intrinsic::masked_store;
    }));
}

TEST(MemberStores, PassNoOtherAccess) {
    EXPECT_EQ(
        stores_with(
            "  %table = getelementptr float, ptr %q, <8 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 9, i64 6, i64 "
            "7>\n  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %x, <8 x ptr> %table, i32 4, <8 x i1> "
            "splat (i1 true))"),
        4U);
    EXPECT_EQ(stores_with(""), 2U);
    EXPECT_EQ(stores_with("  %z = fadd <8 x float> %x, %y"), 2U);
    EXPECT_EQ(stores_with("  %z = load volatile float, ptr %q"), 4U);
    EXPECT_EQ(stores_with("  store float 0.0, ptr %q"), 4U);
    EXPECT_EQ(stores_with("  %again = getelementptr inbounds [4 x float], ptr %q, <8 x i64> %i\n"
                          "  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %x, <8 x ptr> %again, i32 4, "
                          "<8 x i1> splat (i1 true))"),
              6U);
}

}  // namespace
}  // namespace ndweave::compiler::testing
