// Atomics of emitted OpenCL C: every operation and type against LLVM's JIT, nothing lost where many work-items meet,
// and where the fences of the orders stand in each dialect.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "compiler/tests/c_source/kernel.hpp"
#include "compiler/tests/c_source/run.hpp"

namespace ndweave::compiler::testing {
namespace {

using ::testing::HasSubstr;

/// Cells, operands, and what the operations returned.
struct functor {
    void *cells, *operands, *returned;
};

const std::vector<std::string> integer_operations{"xchg", "add", "sub",  "and",  "nand",      "or",       "xor",
                                                  "max",  "min", "umax", "umin", "uinc_wrap", "udec_wrap"};
const std::vector<std::string> float_operations{"xchg", "fadd", "fsub", "fmax", "fmin"};
const std::vector<std::string> orders{"monotonic", "acquire", "release", "acq_rel", "seq_cst"};

/// Work-item i does operation k, and a compare-exchange at the end, on a cell of its own, i + k * stride. Neighbours'
/// cells share words where the type is narrow.
std::string operations_on_own_cells(const std::string& type, const std::vector<std::string>& operations,
                                    std::size_t stride) {
    std::string text = R"(
define void @kernel(ptr %f) {
  %cells = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %operands = load ptr, ptr %p1
  %p2 = getelementptr i8, ptr %f, i64 16
  %returned = load ptr, ptr %p2
  %i = call i64 @__ndweave_global_id(i32 0)
)";
    const auto at = [&](const std::string& name, const std::string& array) {
        return "  %" + name + " = getelementptr " + type + ", ptr %" + array + ", i64 %j";
    };
    const auto for_operation = [&](std::size_t k, const std::string& body) {
        const std::string number = std::to_string(k);
        std::string lines = "  %j = add i64 %i, " + std::to_string(k * stride) + "\n" + at("c", "cells") + "\n" +
                            at("o", "operands") + "\n" + at("r", "returned") + "\n  %b = load " + type + ", ptr %o\n" +
                            body + "  store " + type + " %old, ptr %r\n";
        for (const char* name : {"%j", "%c", "%o", "%r", "%b", "%old", "%pair", "%won", "%kept"}) {
            for (std::size_t found = 0; (found = lines.find(name, found)) != std::string::npos;) {
                const std::size_t end = found + std::strlen(name);
                if (end < lines.size() && std::isalnum(static_cast<unsigned char>(lines[end]))) {
                    found = end;
                    continue;
                }
                lines.insert(end, number);
                found = end;
            }
        }
        text += lines;
    };
    for (std::size_t k = 0; k < operations.size(); ++k) {
        for_operation(k, "  %old = atomicrmw " + operations[k] + " ptr %c, " + type + " %b " + orders[k % 5] + "\n");
    }
    if (type[0] == 'i') {  // succeeds where cell and operand are alike
        for_operation(operations.size(), "  %pair = cmpxchg ptr %c, " + type + " %b, " + type +
                                             " 77 acq_rel monotonic\n  %kept = extractvalue { " + type +
                                             ", i1 } %pair, 0\n  %won = extractvalue { " + type +
                                             ", i1 } %pair, 1\n  %old = select i1 %won, " + type + " 99, " + type +
                                             " %kept\n");
    }
    return text + "  ret void\n}\n";
}

template <class T>
void fill(std::mt19937_64& random, T* cells, T* operands, std::size_t count) {
    const auto any = [&]() -> T {
        if constexpr (std::is_floating_point_v<T>) {
            return std::uniform_real_distribution<T>(-1000, 1000)(random);
        } else {
            return static_cast<T>(random() % 3 == 0 ? random() % 4 : random());
        }
    };
    for (std::size_t i = 0; i < count; ++i) {
        cells[i] = any();
        operands[i] = random() % 3 == 0 ? cells[i] : any();
    }
}

template <class T>
class OwnCells : public ::testing::Test {};

template <class T>
std::string ir_type() {
    if constexpr (std::is_same_v<T, float>) return "float";
    if constexpr (std::is_same_v<T, double>) return "double";
    return "i" + std::to_string(8 * sizeof(T));
}

using cell_types = ::testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(OwnCells, cell_types);

TYPED_TEST(OwnCells, DoWhatTheIrSays) {
    using T = TypeParam;
    opencl_device* device = opencl_device::find();
    if (!device) GTEST_SKIP() << "no OpenCL device with shared virtual memory (Debian: pocl-opencl-icd)";
    constexpr std::size_t items = 203;
    const auto& operations = std::is_floating_point_v<T> ? float_operations : integer_operations;
    const std::size_t count = (operations.size() + 1) * items;
    const std::string text = operations_on_own_cells(ir_type<T>(), operations, items);
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));

    shared_array<T> cells(*device, count), operands(*device, count), returned(*device, count);
    std::mt19937_64 random(seed);
    fill(random, cells.data, operands.data, count);
    std::fill_n(returned.data, count, T(0));
    std::vector<T> cells_here(cells.data, cells.data + count), returned_here(count);

    const functor there{cells.data, operands.data, returned.data};
    const c_source source = emit(text, c_dialect::opencl_c, basic_request(sizeof there));
    ASSERT_EQ(device->run(source, &there, items, 64), "") << source.text;
    const functor here{cells_here.data(), operands.data, returned_here.data()};
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = parse_kernel(*context, text);
    run_here(std::move(context), std::move(module), &here, items);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = i / items < operations.size() ? operations[i / items] : "cmpxchg";
        ASSERT_EQ(cells.data[i], cells_here[i]) << name << ", item " << i % items;
        ASSERT_EQ(returned.data[i], returned_here[i]) << name << ", item " << i % items;
    }
}

/// Many work-items add to few cells of every width and take tickets: each ticket is drawn once.
TEST(ContendedCells, LoseNothing) {
    opencl_device* device = opencl_device::find();
    if (!device) GTEST_SKIP() << "no OpenCL device with shared virtual memory (Debian: pocl-opencl-icd)";
    constexpr std::size_t items = 64 * 100;
    const std::string text = R"(
define void @kernel(ptr %f) {
  %cells = load ptr, ptr %f
  %p2 = getelementptr i8, ptr %f, i64 16
  %tickets = load ptr, ptr %p2
  %i = call i64 @__ndweave_global_id(i32 0)
  %n = atomicrmw add ptr %cells, i32 1 monotonic
  %at = getelementptr i32, ptr %tickets, i64 %i
  store i32 %n, ptr %at
  %c1 = getelementptr i8, ptr %cells, i64 8
  %r1 = atomicrmw add ptr %c1, i64 3 acq_rel
  %c2 = getelementptr i8, ptr %cells, i64 16
  %r2 = atomicrmw fadd ptr %c2, double 0.5 seq_cst
  %c3 = getelementptr i8, ptr %cells, i64 24
  %r3 = atomicrmw add ptr %c3, i16 1 monotonic
  %c4 = getelementptr i8, ptr %cells, i64 26
  %r4 = atomicrmw add ptr %c4, i8 1 monotonic
  %c5 = getelementptr i8, ptr %cells, i64 27
  %r5 = atomicrmw sub ptr %c5, i8 1 monotonic
  ret void
})";
    struct {
        std::uint32_t count, unused;
        std::uint64_t threes;
        double halves;
        std::uint16_t ones;
        std::uint8_t bytes, down;
        std::uint32_t end;
    } cells{};
    shared_array<decltype(cells)> shared(*device, 1);
    shared_array<std::uint32_t> tickets(*device, items);
    *shared.data = {};
    const functor f{shared.data, nullptr, tickets.data};
    const c_source source = emit(text, c_dialect::opencl_c, basic_request(sizeof f));
    ASSERT_EQ(device->run(source, &f, items, 64), "") << source.text;
    cells = *shared.data;
    EXPECT_EQ(cells.count, items);
    EXPECT_EQ(cells.threes, 3 * items);
    EXPECT_EQ(cells.halves, 0.5 * items);
    EXPECT_EQ(cells.ones, static_cast<std::uint16_t>(items));
    EXPECT_EQ(cells.bytes, static_cast<std::uint8_t>(items));
    EXPECT_EQ(cells.down, static_cast<std::uint8_t>(256 - items % 256));
    EXPECT_EQ(cells.end, 0u);
    std::sort(tickets.data, tickets.data + items);
    for (std::size_t i = 0; i < items; ++i) ASSERT_EQ(tickets.data[i], i);
}

/// The body of a kernel with one atomic instruction.
std::string body_of(const std::string& instruction, c_dialect dialect) {
    const std::string text =
        emit("define void @kernel(ptr %f) {\n  %p = load ptr, ptr %f\n  " + instruction + "\n  ret void\n}\n", dialect,
             basic_request(8))
            .text;
    return text.substr(text.find(") {\n", text.find("kernel_")));
}

std::size_t fences_in(const std::string& text, const std::string& fence) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(fence, at)) != std::string::npos; at += fence.size()) ++count;
    return count;
}

TEST(OrdersOfAtomics, AreFencesAroundRelaxedOperations) {
    const std::pair<c_dialect, std::string> dialects[] = {{c_dialect::opencl_c, "device_fence()"},
                                                          {c_dialect::hip_cpp, "__threadfence()"},
                                                          {c_dialect::cuda_cpp, "__threadfence()"}};
    const std::pair<std::string, std::size_t> expected[] = {
        {"monotonic", 0}, {"acquire", 1}, {"release", 1}, {"acq_rel", 2}, {"seq_cst", 2}};
    for (const auto& [dialect, fence] : dialects) {
        for (const auto& [order, count] : expected) {
            const std::string body = body_of("%x = atomicrmw add ptr %p, i32 1 " + order, dialect);
            SCOPED_TRACE(order + "\n" + body);
            EXPECT_EQ(fences_in(body, fence), count);
            const std::size_t operation = std::min(body.find("atomic_add("), body.find("atomicAdd("));
            ASSERT_NE(operation, std::string::npos);
            if (order == "acquire") EXPECT_GT(body.find(fence), operation);
            if (order == "release") EXPECT_LT(body.find(fence), operation);
        }
        EXPECT_EQ(fences_in(body_of("%x = load atomic i32, ptr %p acquire, align 4", dialect), fence), 1u);
        EXPECT_EQ(fences_in(body_of("store atomic i32 1, ptr %p release, align 4", dialect), fence), 1u);
        EXPECT_EQ(fences_in(body_of("fence seq_cst", dialect), fence), 1u);
        EXPECT_EQ(fences_in(body_of("fence syncscope(\"singlethread\") seq_cst", dialect), fence), 0u);
    }
}

TEST(OrdersOfAtomics, FencesAreAsWideAsTheirScopes) {
    const auto fence_of = [](int scope, c_dialect dialect) {
        return body_of("call void @__ndweave_fence(i32 " + std::to_string(scope) + ")", dialect);
    };
    for (int scope = 1; scope <= 2; ++scope) EXPECT_THAT(fence_of(scope, c_dialect::opencl_c), HasSubstr("mem_fence("));
    EXPECT_THAT(fence_of(3, c_dialect::opencl_c), HasSubstr("device_fence();"));
    EXPECT_THAT(fence_of(4, c_dialect::opencl_c), HasSubstr("system_fence();"));
    for (const c_dialect gpu : {c_dialect::hip_cpp, c_dialect::cuda_cpp}) {
        EXPECT_THAT(fence_of(2, gpu), HasSubstr("__threadfence_block()"));
        EXPECT_THAT(fence_of(3, gpu), HasSubstr("__threadfence()"));
        EXPECT_THAT(fence_of(4, gpu), HasSubstr("__threadfence_system()"));
        EXPECT_EQ(fences_in(fence_of(0, gpu), "fence"), 0u);
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
