// Prefetches of a work-group's results: of the lines that are written and of no others, before they are written.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/tests/item_loops/fetched_addresses.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr std::uint32_t pool = 1024;

struct captures {
    const float* in;
    float* out;
    std::uint64_t rounds, passes;
};

/// Each group turns its pool around in local memory, `passes` times a round, and writes it after each round:
///
///     s[l] = in[g][l];  for round: { for pass: s[l] = s[(7 l + 3) & 1023];  out[g * rounds + round][l] = 2 s[l] }
///
/// `value`: what is written, of %r, the element of the pool, and %to, where it goes.
std::string kernel_text(const std::string& value) {
    return R"(
define void @kernel(ptr %f) {
entry:
  %l = call i32 @__ndweave_local_id(i32 0)
  %lid = zext i32 %l to i64
  %g = call i64 @__ndweave_group_id(i32 0)
  %s = call ptr @__ndweave_local_memory()
  %in = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %p1
  %p2 = getelementptr i8, ptr %f, i64 16
  %rounds = load i64, ptr %p2
  %p3 = getelementptr i8, ptr %f, i64 24
  %passes = load i64, ptr %p3
  %base = mul i64 %g, 1024
  %first = add i64 %base, %lid
  %from = getelementptr inbounds float, ptr %in, i64 %first
  %x = load float, ptr %from
  %mine = getelementptr inbounds float, ptr %s, i64 %lid
  store float %x, ptr %mine
  br label %round
round:
  %o = phi i64 [ 0, %entry ], [ %o.next, %write ]
  br label %pass
pass:
  %p = phi i64 [ 0, %round ], [ %p.next, %pass ]
  call void @__ndweave_barrier()
  %seven = mul i32 %l, 7
  %moved = add i32 %seven, 3
  %around = and i32 %moved, 1023
  %index = zext i32 %around to i64
  %theirs = getelementptr inbounds float, ptr %s, i64 %index
  %v = load float, ptr %theirs
  call void @__ndweave_barrier()
  store float %v, ptr %mine
  %p.next = add i64 %p, 1
  %more = icmp ult i64 %p.next, %passes
  br i1 %more, label %pass, label %write
write:
  %before = mul i64 %g, %rounds
  %block = add i64 %before, %o
  %start = mul i64 %block, 1024
  %at = add i64 %start, %lid
  %to = getelementptr inbounds float, ptr %out, i64 %at
  %r = load float, ptr %mine
  )" + value +
           R"(
  store float %w, ptr %to
  %o.next = add i64 %o, 1
  %again = icmp ult i64 %o.next, %rounds
  br i1 %again, label %round, label %end
end:
  ret void
})";
}

/// The same without rounds and passes: one group's loops only.
std::string short_kernel_text() {
    std::string text = kernel_text("%w = fmul float %r, 2.0");
    for (const char* word : {"%rounds", "%passes"}) {
        const std::string load = std::string(word) + " = load i64, ptr " + (word[1] == 'r' ? "%p2" : "%p3");
        text.replace(text.find(load), load.size(), std::string(word) + " = add i64 1, 0");
    }
    return text;
}

ir_kernel& in_groups(ir_kernel& kernel) {
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = pool;
    return kernel;
}

bool has_wide_vectors() { return host::target_cpu().vector_bits >= 256; }

/// The lines that the kernel fetches in `groups` groups, in this order.
std::vector<std::uintptr_t> lines_fetched(const ir_kernel& kernel, const captures& c, std::uint64_t groups) {
    std::vector<std::uintptr_t> lines;
    for (const fetched_address& one :
         addresses_fetched("prefetch-results", kernel, &c, groups * pool, pool * sizeof(float))) {
        EXPECT_TRUE(one.to_write);
        lines.push_back(one.address / 64);
    }
    return lines;
}

std::vector<float> reference(const std::vector<float>& in, const captures& c) {
    std::vector<float> all;
    for (std::size_t g = 0; g < in.size() / pool; ++g) {
        std::vector<float> s(&in[g * pool], &in[g * pool] + pool);
        for (std::uint64_t round = 0; round < c.rounds; ++round) {
            for (std::uint64_t pass = 0; pass < c.passes; ++pass) {
                const std::vector<float> from = s;
                for (std::uint32_t l = 0; l < pool; ++l) s[l] = from[(7 * l + 3) % pool];
            }
            for (const float x : s) all.push_back(2 * x);
        }
    }
    return all;
}

class PrefetchedResults : public ::testing::Test {
protected:
    PrefetchedResults() : in_(groups * pool), out_((groups + 1) * rounds * pool) {
        const unsigned seed = std::random_device()();
        RecordProperty("seed", static_cast<int>(seed));
        std::mt19937 random(seed);
        for (float& x : in_) x = std::uniform_real_distribution<float>(-1, 1)(random);
    }
    captures arguments(std::uint64_t round_count, std::uint64_t pass_count) {
        return {in_.data(), out_.data(), round_count, pass_count};
    }
    std::uintptr_t line_of(std::size_t element) { return reinterpret_cast<std::uintptr_t>(&out_[element]) / 64; }
    std::set<std::uintptr_t> lines(std::size_t first_pool, std::size_t end_pool) {
        std::set<std::uintptr_t> all;
        for (std::size_t i = first_pool * pool; i < end_pool * pool; i += 16) all.insert(line_of(i));
        return all;
    }
    void expect_results(const ir_kernel& kernel, const captures& c) {
        out_.fill(-3);
        const host_kernel compiled(kernel);
        compiled.run(&c, {groups * pool, 1, 1}, pool * sizeof(float));
        const std::vector<float> expected = reference(in_, c);
        for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(out_[i], expected[i]) << i;
        ASSERT_EQ(out_[expected.size()], -3) << "written past the end";
    }

    static constexpr std::size_t groups = 5, rounds = 3;
    std::vector<float> in_;
    aligned_buffer<float> out_;
};

TEST_F(PrefetchedResults, ComeWhileTheGroupComputes) {
    ir_kernel kernel(short_kernel_text());
    in_groups(kernel);
    const captures c = arguments(1, 1);
    expect_results(kernel, c);
    if (!has_wide_vectors()) GTEST_SKIP() << "narrow vectors";
    const auto order = lines_fetched(kernel, c, groups);
    EXPECT_EQ(std::set<std::uintptr_t>(order.begin(), order.end()), lines(0, groups));
    // A group's lines, and no other's, before the next group begins.
    ASSERT_EQ(order.size() % groups, 0u);
    const auto end_of_first = order.begin() + static_cast<std::ptrdiff_t>(order.size() / groups);
    EXPECT_EQ(std::set<std::uintptr_t>(order.begin(), end_of_first), lines(0, 1));
}

TEST_F(PrefetchedResults, ComeATurnAheadWhereNothingElseIsLeft) {
    ir_kernel kernel(kernel_text("%w = fmul float %r, 2.0"));
    in_groups(kernel);
    const captures c = arguments(rounds, 2);
    expect_results(kernel, c);
    if (!has_wide_vectors()) GTEST_SKIP() << "narrow vectors";
    const auto order = lines_fetched(kernel, c, groups);
    EXPECT_EQ(std::set<std::uintptr_t>(order.begin(), order.end()), lines(1, groups * rounds + 1));
}

TEST_F(PrefetchedResults, AreWriteOnly) {
    ir_kernel kernel(kernel_text("%old = load float, ptr %to\n  %w = fadd float %r, %old"));
    EXPECT_EQ(number_in_report("prefetched_results", host_kernel(in_groups(kernel))), "0");
}

TEST_F(PrefetchedResults, AreNotWhatStreamsPastTheCaches) {
    ir_kernel kernel(short_kernel_text());
    in_groups(kernel).request.variant.flags = NDW_COMPILE_STREAMING_STORES;
    kernel.request.variant.pointer_alignment = 64;
    const captures c = arguments(1, 1);
    expect_results(kernel, c);
    if (!has_wide_vectors()) GTEST_SKIP() << "narrow vectors";
    EXPECT_TRUE(lines_fetched(kernel, c, groups).empty());  // aligned, so these are streaming stores
}

/// 256 results of 16 bits: eight lines.
TEST_F(PrefetchedResults, AreManyLines) {
    std::string text = short_kernel_text();
    const auto replace = [&](const std::string& what, const std::string& with) {
        for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what)) {
            text.replace(at, what.size(), with);
        }
    };
    replace("1023", "255");
    replace("inbounds float, ptr %out", "inbounds i16, ptr %out");
    replace("store float %w", "%short = fptosi float %w to i16\n  store i16 %short");
    ir_kernel kernel(text);
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = 256;
    EXPECT_EQ(number_in_report("prefetched_results", host_kernel(kernel)), "0");
}

}  // namespace
}  // namespace ndweave::compiler::testing
