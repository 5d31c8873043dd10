// Loops that begin differently for each work-item and take the same steps, in nd-range kernels with and without
// barriers and in basic kernels: every work-item gets the sum and the number of its own iterations.
#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>

#include <random>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// What the kernels take as their functor.
struct strided {
    const std::uint32_t* in;
    std::uint32_t* out;  // two for each work-item: sum, iterations
    std::uint64_t begin, bound, step;
};

/// `for (i = begin + id; i < bound; i += step) sum += in[i - begin]` with an index of that type.
std::string kernel_text(const std::string& type, const std::string& comparison, bool barrier) {
    std::string text = R"(
define void @kernel(ptr %f) {
entry:
  %gid = call i64 @__ndweave_global_id(i32 0)
  %in = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %p1
  %p2 = getelementptr i8, ptr %f, i64 16
  %begin = load T, ptr %p2
  %p3 = getelementptr i8, ptr %f, i64 24
  %bound = load T, ptr %p3
  %p4 = getelementptr i8, ptr %f, i64 32
  %step = load T, ptr %p4
  %id = NARROW i64 %gid to T
  %first = add T %begin, %id
  br label %test
test:
  %i = phi T [ %first, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %iterations = phi i32 [ 0, %entry ], [ %iteration, %body ]
  %in.bound = icmp COMPARE T %i, %bound
  br i1 %in.bound, label %body, label %end
body:
  %index = sub T %i, %begin
  %wide = WIDEN T %index to i64
  %at = getelementptr inbounds i32, ptr %in, i64 %wide
  %value = load i32, ptr %at
  %more = add i32 %sum, %value
  %iteration = add i32 %iterations, 1
  %next = add T %i, %step
  br label %test
end:
  BARRIER
  %two = shl i64 %gid, 1
  %to = getelementptr i32, ptr %out, i64 %two
  store i32 %sum, ptr %to
  %to1 = getelementptr i8, ptr %to, i64 4
  store i32 %iterations, ptr %to1
  ret void
})";
    const auto replace = [&](const std::string& what, const std::string& with) {
        for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
            text.replace(at, what.size(), with);
    };
    replace(" T ", " " + type + " ");
    replace(" T,", " " + type + ",");
    replace(" T\n", " " + type + "\n");
    replace("NARROW", type == "i32" ? "trunc" : "bitcast");
    replace("WIDEN", type == "i32" ? "zext" : "bitcast");
    replace("COMPARE", comparison);
    replace("BARRIER", barrier ? "call void @__ndweave_barrier()" : "");
    return text;
}

/// `for (p = in + id; p < in + bound; p += step) sum += *p`, where `step` is a capture or a constant.
std::string pointer_text(const std::string& step, bool barrier) {
    std::string text = kernel_text("i64", "ult", barrier);
    const auto replace = [&](const std::string& line, const std::string& with) {
        const auto at = text.find(line);
        ASSERT_NE(at, std::string::npos) << line;
        text.replace(at, line.size(), with);
    };
    replace("%first = add i64 %begin, %id",
            "%first = getelementptr inbounds i32, ptr %in, i64 %id\n"
            "  %last = getelementptr inbounds i32, ptr %in, i64 %bound");
    replace("%i = phi i64 [", "%i = phi ptr [");
    replace("icmp ult i64 %i, %bound", "icmp ult ptr %i, %last");
    replace("  %index = sub i64 %i, %begin\n", "");
    replace("  %wide = bitcast i64 %index to i64\n", "");
    replace("  %at = getelementptr inbounds i32, ptr %in, i64 %wide\n", "");
    replace("load i32, ptr %at", "load i32, ptr %i");
    replace("%next = add i64 %i, %step", "%next = getelementptr inbounds i32, ptr %i, i64 " + step);
    return text;
}

template <class T>
std::vector<std::uint32_t> reference(const strided& s, std::size_t items) {
    std::vector<std::uint32_t> out(2 * items);
    for (std::size_t id = 0; id < items; ++id) {
        const T begin = static_cast<T>(s.begin), bound = static_cast<T>(s.bound);
        using unsigned_type = std::make_unsigned_t<T>;
        const auto step = static_cast<unsigned_type>(s.step);
        for (T i = static_cast<T>(static_cast<unsigned_type>(begin) + id); i < bound;
             i = static_cast<T>(static_cast<unsigned_type>(i) + step)) {
            out[2 * id] += s.in[static_cast<unsigned_type>(static_cast<unsigned_type>(i) - begin)];
            ++out[2 * id + 1];
        }
    }
    return out;
}

struct way {
    const char* name;
    std::uint32_t kind, local;
    bool barrier;
};

constexpr way ways[] = {{"basic", 1, 1, false},       {"groups", 2, 64, false},   {"large groups", 2, 256, false},
                        {"odd groups", 2, 37, false}, {"barriers", 2, 256, true}, {"odd, barriers", 2, 37, true}};

/// `text` gives the kernel, with or without a barrier.
template <class T, class Text>
void expect_sums_of(const Text& text, const std::vector<strided>& cases) {
    for (const way& w : ways) {
        SCOPED_TRACE(w.name);
        ir_kernel kernel(text(w.barrier));
        kernel.request.variant.kind = w.kind;
        if (w.kind == 2) kernel.request.variant.local_range[0] = w.local;
        const host_kernel compiled(kernel);
        const auto report = llvm::cantFail(llvm::json::parse(compiled.report()));
        // Loops that count in 32 bits have two versions (version_counters), whose choice stands between guard and loop.
        const bool versions = sizeof(T) == 4;
        EXPECT_EQ(report.getAsObject()->getInteger("split_loops"), versions ? 0 : 1) << compiled.report();
        for (strided s : cases) {
            const std::size_t items = w.kind == 2 ? w.local * 3 : 700;
            std::vector<std::uint32_t> out(2 * items, 4711);
            s.out = out.data();
            compiled.run(&s, {items, 1, 1});
            EXPECT_EQ(out, reference<T>(s, items)) << "from " << s.begin << " to " << s.bound << " by " << s.step;
        }
    }
}

template <class T>
void expect_sums(const std::string& type, const std::string& comparison, const std::vector<strided>& cases) {
    SCOPED_TRACE(type + ", " + comparison);
    expect_sums_of<T>([&](bool barrier) { return kernel_text(type, comparison, barrier); }, cases);
}

std::vector<std::uint32_t> random_input() {
    std::mt19937 random(std::random_device{}());
    std::vector<std::uint32_t> in(4096);
    for (auto& value : in) value = random();
    return in;
}

TEST(StridedLoops, WalkOverTheBoundAtEveryPlace) {
    const auto in = random_input();
    std::vector<strided> cases;
    for (const std::uint64_t bound : {0, 1, 36, 37, 255, 256, 257, 700, 1000, 1023, 1024, 3000, 4096}) {
        for (const std::uint64_t step : {37, 64, 256, 700, 1}) cases.push_back({in.data(), nullptr, 0, bound, step});
    }
    expect_sums<std::uint64_t>("i64", "ult", cases);
    expect_sums<std::uint32_t>("i32", "ult", cases);
    expect_sums<std::int32_t>("i32", "slt", cases);
}

TEST(StridedLoops, WalkByPointersToo) {
    const auto in = random_input();
    for (const char* const step : {"%step", "700", "37"}) {
        SCOPED_TRACE(step);
        const bool captured = *step == '%';
        std::vector<strided> cases;
        for (const std::uint64_t bound : {0, 1, 36, 37, 255, 256, 257, 700, 1000, 1023, 1024, 3000, 4096}) {
            for (const std::uint64_t far : {37, 64, 256, 700, 1}) {
                if (captured || far == std::strtoull(step, nullptr, 10))
                    cases.push_back({in.data(), nullptr, 0, bound, far});
            }
        }
        expect_sums_of<std::uint64_t>([&](bool barrier) { return pointer_text(step, barrier); }, cases);
    }
}

/// The bound and the step are constants, so that the condition becomes one of the index before its step.
TEST(StridedLoops, MayCompareTheIndexOfTheTurnThatEnds) {
    const auto in = random_input();
    std::string text = kernel_text("i64", "ult", false);
    const auto set = [&](const std::string& name, const std::string& value) {
        const std::string load = "%" + name + " = load i64, ptr %p";
        const auto at = text.find(load);
        ASSERT_NE(at, std::string::npos);
        text.replace(at, load.size() + 1, "%" + name + " = add i64 0, " + value + " ;");
    };
    set("begin", "0");
    set("bound", "3000");
    set("step", "700");
    text.insert(text.find("%next = add ") + 12, "nuw nsw ");
    for (const way& w : {way{"basic", 1, 1, false}, way{"groups", 2, 256, false}}) {
        SCOPED_TRACE(w.name);
        ir_kernel kernel(text);
        kernel.request.variant.kind = w.kind;
        if (w.kind == 2) kernel.request.variant.local_range[0] = w.local;
        const host_kernel compiled(kernel);
        const auto report = llvm::cantFail(llvm::json::parse(compiled.report()));
        EXPECT_EQ(report.getAsObject()->getInteger("split_loops"), 1) << compiled.report();
        std::vector<std::uint32_t> out(2 * 768, 4711);
        strided s{in.data(), out.data(), 0, 3000, 700};
        compiled.run(&s, {768, 1, 1});
        EXPECT_EQ(out, reference<std::uint64_t>(s, 768));
    }
}

/// Some begin behind the wrap, where the condition holds for them and not for the first.
TEST(StridedLoops, BeginWhereTheIndexWrapsAround) {
    const auto in = random_input();
    std::vector<strided> cases;
    for (const std::uint64_t before : {1, 8, 100, 200}) {
        for (const std::uint64_t bound : {1, 50, 600}) {
            cases.push_back({in.data(), nullptr, std::uint64_t{0} - before, bound, 700});
        }
    }
    expect_sums<std::uint64_t>("i64", "ult", cases);
    expect_sums<std::uint32_t>("i32", "ult", cases);
    expect_sums<std::int64_t>("i64", "slt", cases);  // from below zero through it
    constexpr std::uint64_t smallest = std::uint64_t{1} << 63;
    for (strided& s : cases) s.begin += smallest, s.bound += smallest;
    expect_sums<std::int64_t>("i64", "slt", cases);
}

}  // namespace
}  // namespace ndweave::compiler::testing
