// split_at_rows and narrow_flat_loops by brute force: loops over grids of all small shapes, run by the interpreter
// before and after the passes.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/pass_manager/llvm_passes.hpp"
#include "compiler/passes/before_vectorizer/split_at_rows.hpp"
#include "compiler/passes/work_items/narrow_item_loops.hpp"
#include "compiler/tests/random/interpreter/serial_interpreter.hpp"

namespace ndweave::compiler::testing {

namespace {

using namespace llvm;

constexpr unsigned most_iterations = 40;

struct grid {
    alignas(8) std::uint64_t start, width, plane, first_column, last_column, first_row, iterations;
};

struct grid_memory {
    grid shape;
    std::uint64_t sum;
    std::array<std::uint64_t, most_iterations> out;

    bool operator==(const grid_memory& other) const { return sum == other.sum && out == other.out; }
};

/// for (k = 0, c = start; k < iterations; ++k, ++c)
///     x = c % width, y = c / width                       or those of c % plane
///     if (x >= first_column && x < last_column && y >= first_row) out[k] = x + 256 * y, sum = 3 * sum + x
struct grid_text {
    unsigned bits;
    bool is_signed, has_planes;

    std::string text() const {
        const std::string type = "i" + std::to_string(bits), s = is_signed ? "s" : "u";
        std::string all = "define void @kernel(ptr %m) {\n";
        const auto load = [&](const std::string& name, std::size_t at, const std::string& of) {
            all += "  %" + name + ".at = getelementptr i8, ptr %m, i64 " + std::to_string(at) + "\n  %" + name +
                   " = load " + of + ", ptr %" + name + ".at\n";
        };
        load("start.any", offsetof(grid, start), type);
        load("width", offsetof(grid, width), type);
        load("plane", offsetof(grid, plane), type);
        load("lo", offsetof(grid, first_column), type);
        load("hi", offsetof(grid, last_column), type);
        load("row", offsetof(grid, first_row), type);
        load("n", offsetof(grid, iterations), "i64");
        // Not negative, which scalar evolution has to know.
        all += is_signed ? "  %start = and " + type + " %start.any, 1048575\n"
                         : "  %start = add " + type + " %start.any, 0\n";
        const std::string wraps = is_signed ? "nuw nsw " : "";
        const std::string cell = has_planes ? "%cell" : "%c";
        all += "  %out = getelementptr i8, ptr %m, i64 " + std::to_string(offsetof(grid_memory, out)) +
               "\n  %sum.at = getelementptr i8, ptr %m, i64 " + std::to_string(offsetof(grid_memory, sum)) +
               "\n  br label %iteration\niteration:\n  %k = phi i64 [ 0, %0 ], [ %k.next, %latch ]\n  %c = phi " +
               type + " [ %start, %0 ], [ %c.next, %latch ]\n  %sum = phi " + type +
               " [ 1, %0 ], [ %sum.next, %latch ]\n";
        const auto wide = [&](const std::string& name) {
            return bits == 64 ? "add i64 " + name + ", 0" : "zext " + type + " " + name + " to i64";
        };
        if (has_planes) all += "  %cell = " + s + "rem " + type + " %c, %plane\n";
        all += "  %x = " + s + "rem " + type + " " + cell + ", %width\n";
        all += "  %y = " + s + "div " + type + " " + cell + ", %width\n";
        all += "  %from = icmp " + s + "ge " + type + " %x, %lo\n";
        all += "  br i1 %from, label %more, label %latch\nmore:\n";
        all += "  %to = icmp " + s + "lt " + type + " %x, %hi\n";
        all += "  %below = icmp " + s + "ge " + type + " %y, %row\n";
        all += "  %both = select i1 %to, i1 %below, i1 false\n";
        all += "  br i1 %both, label %inside, label %latch\ninside:\n";
        all += "  %x.64 = " + wide("%x") + "\n  %y.64 = " + wide("%y") + "\n";
        all += "  %y.256 = mul i64 %y.64, 256\n  %value = add i64 %y.256, %x.64\n";
        all += "  %p = getelementptr i64, ptr %out, i64 %k\n  store i64 %value, ptr %p, !llvm.access.group !0\n";
        all += "  %three = mul " + type + " %sum, 3\n  %added = add " + type + " %three, %x\n  br label %latch\n";
        all += "latch:\n  %sum.next = phi " + type + " [ %sum, %iteration ], [ %sum, %more ], [ %added, %inside ]\n";
        all += "  %c.next = add " + wraps + type + R"( %c, 1
  %k.next = add nuw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %iteration, label %end, !llvm.loop !1
end:
  store )" + type +
               R"( %sum.next, ptr %sum.at
  ret void
}
!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
)";
        return all;
    }
};

grid_memory run(const Function& kernel, const grid& shape) {
    grid_memory memory{shape, 0, {}};
    work_group group;
    serial_interpreter(kernel).run_once(group, {&memory});
    return memory;
}

std::vector<grid> shapes(const grid_text& of) {
    std::vector<grid> all;
    const std::uint64_t wraps = ~std::uint64_t{0} - 6;
    for (const std::uint64_t start : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{13}, wraps}) {
        for (const std::uint64_t width : {1, 2, 3, 5, 64}) {
            for (const auto& [lo, hi] : {std::pair{0, 64}, {1, 2}, {1, 4}, {2, 1}, {64, 65}, {0, -1}, {-1, 3}}) {
                for (const std::uint64_t row : {0, 2}) {
                    for (const std::uint64_t iterations : {1, 2, 9, 40}) {
                        const auto bound = [](int n) { return static_cast<std::uint64_t>(std::int64_t{n}); };
                        all.push_back({start, width, 3 * width + (of.has_planes && width > 3 ? 1 : 0), bound(lo),
                                       bound(hi), row, iterations});
                        if (of.is_signed)
                            all.push_back({start, -width, -3 * width, bound(lo), bound(hi), -row, iterations});
                    }
                }
            }
        }
    }
    return all;
}

class Rows : public ::testing::TestWithParam<std::tuple<unsigned, bool, bool>> {};

TEST_P(Rows, GiveEachIterationItsColumnAndRow) {
    const auto [bits, is_signed, has_planes] = GetParam();
    const grid_text loop{bits, is_signed, has_planes};
    LLVMContext context;
    SMDiagnostic problem;
    const auto module = parseAssemblyString(loop.text(), problem, context);
    ASSERT_TRUE(module) << problem.getMessage().str() << loop.text();
    const Function& kernel = *module->getFunction("kernel");
    const std::vector<grid> grids = shapes(loop);
    std::vector<grid_memory> expected;
    for (const grid& shape : grids) expected.push_back(run(kernel, shape));
    run_function_passes(*module, [](FunctionPassManager& passes) {
        passes.addPass(LoopSimplifyPass());
        passes.addPass(LCSSAPass());
        passes.addPass(split_at_rows());
        passes.addPass(narrow_flat_loops());
    });
    unsigned rows = 0, narrowed = 0;
    for (const BasicBlock& block : kernel) {
        rows += block.getName().starts_with("row") && !block.getName().contains('.') ? 1 : 0;
        for (const Instruction& i : block) narrowed += i.getName().starts_with("any") ? 1 : 0;
    }
    EXPECT_EQ(rows, has_planes ? 2u : 1u);
    EXPECT_EQ(narrowed, 2u) << "both guards of the column go";
    for (std::size_t n = 0; n < grids.size(); ++n) {
        const grid& g = grids[n];
        EXPECT_TRUE(run(kernel, g) == expected[n])
            << g.start << ' ' << g.width << ' ' << g.plane << ' ' << g.first_column << ' ' << g.last_column << ' '
            << g.first_row << ' ' << g.iterations;
    }
}

INSTANTIATE_TEST_SUITE_P(Grids, Rows,
                         ::testing::Combine(::testing::Values(32u, 64u), ::testing::Bool(), ::testing::Bool()));

}  // namespace

}  // namespace ndweave::compiler::testing
