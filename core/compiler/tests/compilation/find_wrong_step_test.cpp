// Kernels that are compiled in part, and the search for the step that made one wrong.
#include "compiler/find_wrong_step.hpp"

#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>

#include <algorithm>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler {
namespace {

using testing::compile_request;
using testing::host_kernel;
using testing::ir_kernel;

constexpr const char* triples = R"(
define void @kernel(ptr %functor) {
  %x = load ptr, ptr %functor
  %i = call i64 @__ndweave_global_id(i32 0)
  %at = getelementptr i32, ptr %x, i64 %i
  %v = load i32, ptr %at
  %t = mul i32 %v, 3
  store i32 %t, ptr %at
  ret void
}
)";

thread_local std::uint64_t current_id = 0;
thread_local std::vector<std::uint32_t> accesses;

std::uint64_t global_id(std::uint32_t) { return current_id; }
std::uint64_t global_range(std::uint32_t) { return 64; }

void* note_access(void* address, std::uint64_t, std::uint32_t what, std::uint64_t, const char*) {
    accesses.push_back(what % NDW_CHECK_ALIGNMENT);  // what numbers are accessed, and how
    return address;
}

const ndw_function functions[] = {{"__ndweave_global_id", reinterpret_cast<void*>(global_id)},
                                  {"__ndweave_global_range", reinterpret_cast<void*>(global_range)},
                                  {"__ndweave_check_access", reinterpret_cast<void*>(note_access)}};

class PartialKernel : public ::testing::Test {
protected:
    PartialKernel() : kernel(triples) {
        kernel.request.functions = functions;
        kernel.request.function_count = std::size(functions);
    }

    /// Whether the kernel triples 64 numbers; as the functions of this test know a work-item, or as a whole.
    static bool triples_them(const ndw_compiled_kernel& made) {
        testing::aligned_buffer<std::int32_t> x(64);
        for (int i = 0; i < 64; ++i) x[i] = i;
        std::int32_t* functor[8] = {x.data()};
        if (made.item_entry) {
            for (current_id = 0; current_id < 64; ++current_id) made.item_entry(functor);
        } else {
            ndw_host_launch launch{functor, {64, 1, 1}, {1, 1, 1}, {1, 1, 1}, 0, nullptr};
            const ndw_host_box box{{0, 0, 0}, {64, 1, 1}};
            testing::aligned_buffer<char> arena(made.arena_bytes);
            const ndw_host_worker worker{nullptr, arena.data()};
            made.host_entry(&launch, &worker, &box);
        }
        for (int i = 0; i < 64; ++i) {
            if (x[i] != 3 * i) return false;
        }
        return true;
    }

    static llvm::json::Object report_of(const ndw_compiled_kernel& made) {
        return std::move(*llvm::cantFail(llvm::json::parse(made.report)).getAsObject());
    }

    static bool went_through(const ndw_compiled_kernel& made, const std::string& step) {
        return llvm::any_of(*report_of(made).getArray("steps"),
                            [&](const llvm::json::Value& one) { return one.getAsObject()->getString("step") == step; });
    }

    std::string wrong_step(llvm::function_ref<bool(const ndw_compiled_kernel&)> is_right) const {
        return llvm::cantFail(find_wrong_step(kernel.request, is_right));
    }

    ir_kernel kernel;
};

TEST_F(PartialKernel, LeavesOutWhatComesBehindTheLastStep) {
    kernel.request.last_step = "wrap";
    const host_kernel made(kernel);
    EXPECT_TRUE(went_through(made.view(), "wrap"));
    EXPECT_FALSE(went_through(made.view(), "optimise"));
    EXPECT_TRUE(triples_them(made.view()));
}

TEST_F(PartialKernel, OfOneWorkItemCallsTheFunctionsThatItIsGiven) {
    kernel.request.variant.flags = NDW_COMPILE_ITEM;
    kernel.request.last_step = "inline";
    const host_kernel made(kernel);
    EXPECT_EQ(made.view().host_entry, nullptr);
    accesses.clear();
    EXPECT_TRUE(triples_them(made.view()));
    constexpr std::uint32_t integer = 4 * NDW_CHECK_ELEMENT;
    EXPECT_EQ(std::ranges::count(accesses, integer), 64);
    EXPECT_EQ(std::ranges::count(accesses, integer | NDW_CHECK_WRITE), 64);
}

TEST_F(PartialKernel, IsRefusedWhereNoStepHasTheName) {
    kernel.request.last_step = "no-such-step";
    const auto made = compile_request(kernel.request);
    EXPECT_EQ(made.status, NDW_COMPILE_INVALID);
    for (const char* text : {"no-such-step", "inline, ", ", optimise, "})
        EXPECT_NE(made.message.find(text), std::string::npos) << made.message;
}

TEST_F(PartialKernel, IsRightBehindEveryStep) {
    int asked = 0;
    EXPECT_EQ(wrong_step([&](const ndw_compiled_kernel& made) { return ++asked, triples_them(made); }), "");
    EXPECT_GT(asked, 10);
}

TEST_F(PartialKernel, NamesTheStepThatBreaksIt) {
    for (const char* broken : {"clean-up", "prepare", "wrap", "local-atomics", "guard-empty-stores"}) {
        const auto right = [&](const ndw_compiled_kernel& made) {
            return triples_them(made) && !went_through(made, broken);
        };
        EXPECT_EQ(wrong_step(right), broken);
    }
}

TEST_F(PartialKernel, NamesThePassThatBreaksIt) {
    std::string name;
    const auto right = [&](const ndw_compiled_kernel& made) {
        llvm::json::Object report = report_of(made);
        if (!went_through(made, "optimise")) return true;
        const std::int64_t passes = report.getInteger("passes").value_or(INT64_MAX);
        if (passes == 57) name = report.getString("last_pass")->str();
        return passes < 57;
    };
    const std::string found = wrong_step(right);
    EXPECT_NE(name, "");
    EXPECT_EQ(found.find("optimise: " + name + ", pass 57 of "), 0u) << found;
}

TEST_F(PartialKernel, BlamesTheCodeGeneratorWhereOnlyTheWholeKernelIsWrong) {
    int all = 0, asked = 0;
    EXPECT_EQ(wrong_step([&](const ndw_compiled_kernel&) { return ++all, true; }), "");
    EXPECT_EQ(wrong_step([&](const ndw_compiled_kernel&) { return ++asked != all; }), "generate-code");
}

}  // namespace
}  // namespace ndweave::compiler
