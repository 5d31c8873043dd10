// The triad, the shape of all streams: vectors, and stores past the caches.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/host/tuning.hpp"
#include "compiler/codegen/host/vector_width.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr const char* triad = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %bp = getelementptr i8, ptr %f, i64 8
  %b = load ptr, ptr %bp
  %cp = getelementptr i8, ptr %f, i64 16
  %c = load ptr, ptr %cp
  %sp = getelementptr i8, ptr %f, i64 24
  %s = load double, ptr %sp
  %pb = getelementptr double, ptr %b, i64 %i
  %vb = load double, ptr %pb
  %pc = getelementptr double, ptr %c, i64 %i
  %vc = load double, ptr %pc
  %m = fmul double %s, %vc
  %r = fadd double %vb, %m
  %pa = getelementptr double, ptr %a, i64 %i
  store double %r, ptr %pa
  ret void
})";

struct triad_captures {
    double *a, *b, *c;
    double s;
};

std::vector<double> random_values(std::size_t n) {
    const unsigned seed = std::random_device()();
    ::testing::Test::RecordProperty("seed", static_cast<int>(seed));
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::vector<double> values(n);
    for (double& v : values) v = std::uniform_real_distribution(-8.0, 8.0)(random);
    return values;
}

void expect_triad(std::size_t n, std::uint32_t flags, std::uint32_t alignment) {
    ir_kernel kernel(triad);
    kernel.request.variant.flags = flags;
    kernel.request.variant.pointer_alignment = alignment;
    const host_kernel compiled(kernel);
    aligned_buffer<double> a(n + 64), b(n), c(n);
    const std::vector<double> values = random_values(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
        b[i] = values[i];
        c[i] = values[n + i];
    }
    a.fill(-1);
    const triad_captures captures{a.data(), b.data(), c.data(), 0.4};
    compiled.run(&captures, {n, 1, 1});
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(a[i], b[i] + 0.4 * c[i]) << "at " << i << " of " << n;
    for (std::size_t i = n; i < n + 64; ++i) ASSERT_EQ(a[i], -1) << "written past the end, at " << i;
}

TEST(Triad, IsRightInOddSizes) {
    for (const std::size_t n : {1, 2, 63, 64, 65, 1000, 4099}) expect_triad(n, 0, 1);
}

TEST(Triad, IsRightInOddSizesWithStreamingStores) {
    for (const std::size_t n : {1, 63, 64, 65, 1000, 4099}) expect_triad(n, NDW_COMPILE_STREAMING_STORES, 64);
}

TEST(Triad, StreamingStoresCopeWithUnalignedPointersAndBoxes) {
    ir_kernel kernel(triad);
    kernel.request.variant.flags = NDW_COMPILE_STREAMING_STORES;
    kernel.request.variant.pointer_alignment = 64;
    const host_kernel compiled(kernel);
    constexpr std::size_t n = 1000;
    for (const std::size_t shift : {0, 1, 3}) {
        for (const std::size_t split : {64, 77, 999}) {
            aligned_buffer<double> a(n + 8), b(n), c(n);
            for (std::size_t i = 0; i < n; ++i) b[i] = static_cast<double>(i);
            c.fill(2);
            const triad_captures captures{a.data() + shift, b.data(), c.data(), 0.5};
            const ndw_host_launch launch = compiled.launch_of(&captures, {n, 1, 1});
            compiled.run_box(launch, {{split, 0, 0}, {n, 1, 1}});
            for (std::size_t i = 0; i < split; ++i) ASSERT_EQ(a[i + shift], 0) << "outside of the box, at " << i;
            compiled.run_box(launch, {{0, 0, 0}, {split, 1, 1}});
            for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(a[i + shift], static_cast<double>(i) + 1);
        }
    }
}

TEST(Triad, IsVectorizedWithoutRunTimeChecks) {
    const ir_kernel kernel(triad);
    const host_kernel compiled(kernel);
    EXPECT_EQ(compiled.report().find("\"vector_width\":1,"), std::string::npos) << compiled.report();
    const std::string ir = ir_after("optimise", kernel);
    EXPECT_NE(ir.find("vector.body"), std::string::npos) << ir;
    EXPECT_EQ(ir.find("diff.check"), std::string::npos) << ir;
    EXPECT_EQ(ir.find("memcheck"), std::string::npos) << ir;
}

TEST(Triad, StreamsInTheWidestVectorsButOnZen4) {
    ir_kernel kernel(triad);
    kernel.request.variant.flags = NDW_COMPILE_STREAMING_STORES;
    kernel.request.variant.pointer_alignment = 64;
    const unsigned bits = host::target_tuning().prefer_256_bit_streams ? 256 : host::target_cpu().vector_bits;
    const std::string ir = ir_after("optimise", kernel), vectors = "store <" + std::to_string(bits / 64) + " x double>";
    EXPECT_NE(ir.find(vectors), std::string::npos) << ir;
}

TEST(Triad, StreamingStoresAreReported) {
    ir_kernel kernel(triad);
    kernel.request.variant.flags = NDW_COMPILE_STREAMING_STORES;
    kernel.request.variant.pointer_alignment = 64;
    const host_kernel compiled(kernel);
    EXPECT_NE(compiled.report().find("\"streaming_stores\":"), std::string::npos);
    EXPECT_EQ(compiled.report().find("\"streaming_stores\":0"), std::string::npos) << compiled.report();
}

TEST(Triad, AStreamThatIsReadIsNotStreamed) {
    ir_kernel kernel(R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %p = getelementptr double, ptr %a, i64 %i
  %v = load double, ptr %p
  %r = fadd double %v, 1.0
  store double %r, ptr %p
  ret void
})");
    kernel.request.variant.flags = NDW_COMPILE_STREAMING_STORES;
    kernel.request.variant.pointer_alignment = 64;
    const host_kernel compiled(kernel);
    EXPECT_NE(compiled.report().find("\"streaming_stores\":0"), std::string::npos) << compiled.report();
}

}  // namespace
}  // namespace ndweave::compiler::testing
