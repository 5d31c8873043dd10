// Stores of eight bytes under uniform conditions, more of them than a processor has registers for.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr std::size_t row = 64;    // elements that belong to a store
constexpr std::size_t stored = 8;  // of these

struct store {
    unsigned condition;
    bool of_bytes;
};

/// One work-item, which stores ones into rows of `bytes` or `numbers`, a row for each store, where conditions[c] is 0.
/// It goes `iterations` times backwards over the rows' first eight elements, so that a row's end would be seen.
std::string kernel_of(unsigned conditions, const std::vector<store>& stores) {
    std::string text = R"(
declare void @llvm.masked.store.v8i8.p0(<8 x i8>, ptr, i32, <8 x i1>)
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)
define void @kernel(ptr %f) {
entry:
  %conditions = load ptr, ptr %f
  %f1 = getelementptr i8, ptr %f, i64 8
  %bytes = load ptr, ptr %f1
  %f2 = getelementptr i8, ptr %f, i64 16
  %numbers = load ptr, ptr %f2
  %f3 = getelementptr i8, ptr %f, i64 24
  %iterations = load i64, ptr %f3
)";
    for (unsigned c = 0; c < conditions; ++c) {
        const std::string n = std::to_string(c);
        text += "  %p" + n + " = getelementptr i32, ptr %conditions, i64 " + n + "\n  %c" + n + " = load i32, ptr %p" +
                n + "\n  %b" + n + " = icmp eq i32 %c" + n + ", 0\n  %i" + n +
                " = insertelement <8 x i1> poison, i1 %b" + n + ", i64 0\n  %m" + n + " = shufflevector <8 x i1> %i" +
                n + ", <8 x i1> poison, <8 x i32> zeroinitializer\n";
    }
    text +=
        "  br label %iteration\niteration:\n  %k = phi i64 [ 0, %entry ], [ %next, %iteration ]\n  %at = mul i64 %k, "
        "-8\n";
    for (std::size_t s = 0; s < stores.size(); ++s) {
        const std::string n = std::to_string(s), type = stores[s].of_bytes ? "i8" : "i32";
        text += "  %r" + n + " = getelementptr " + type + ", ptr " + (stores[s].of_bytes ? "%bytes" : "%numbers") +
                ", i64 " + std::to_string(s * row + row / 2) + "\n  %a" + n + " = getelementptr " + type + ", ptr %r" +
                n + ", i64 %at\n  call void @llvm.masked.store.v8" + type + ".p0(<8 x " + type + "> splat (" + type +
                " 1), ptr %a" + n + ", i32 1, <8 x i1> %m" + std::to_string(stores[s].condition) + ")\n";
    }
    return text + R"(  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %iterations
  br i1 %more, label %iteration, label %done
done:
  ret void
})";
}

TEST(ByteMasks, WriteTheirOwnLanes) {
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
        const unsigned conditions = 4 + random() % 9;
        std::vector<store> stores(conditions + random() % conditions);
        for (std::size_t s = 0; s < stores.size(); ++s) {
            stores[s] = {s < conditions ? unsigned(s) : unsigned(random() % conditions), random() % 3 == 0};
        }
        const ir_kernel kernel(kernel_of(conditions, stores));
        const host_kernel compiled(kernel);

        aligned_buffer<std::int32_t> condition(conditions), numbers(stores.size() * row);
        aligned_buffer<std::uint8_t> bytes(stores.size() * row);
        for (unsigned c = 0; c < conditions; ++c) condition[c] = random() % 2;
        const struct {
            const std::int32_t* conditions;
            std::uint8_t* bytes;
            std::int32_t* numbers;
            std::int64_t iterations;
        } captures{condition.data(), bytes.data(), numbers.data(), 2};
        compiled.run(&captures, {1, 1, 1});
        for (std::size_t s = 0; s < stores.size(); ++s) {
            for (std::size_t i = 0; i < row; ++i) {
                const bool is_stored =
                    i >= row / 2 - stored && i < row / 2 + stored && condition[stores[s].condition] == 0;
                ASSERT_EQ(bytes[s * row + i], is_stored && stores[s].of_bytes) << round << ' ' << s << ' ' << i;
                ASSERT_EQ(numbers[s * row + i], is_stored && !stores[s].of_bytes) << round << ' ' << s << ' ' << i;
            }
        }
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
