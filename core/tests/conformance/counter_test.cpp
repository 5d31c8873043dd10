// Loops that count in 32 bits with steps that are wider, up to the largest numbers and past them: the sum is cut to 32
// bits.
#include <cstdint>
#include <limits>

#include "fixture.hpp"

// Programs compare so, and that is what is tested.
#pragma GCC diagnostic ignored "-Wsign-compare"

namespace ndweave::conformance {
namespace {

constexpr int most = 5;  // iterations, where a counter that has wrapped around goes on

/// What a work-item that begins at `first` makes of its loop; the counter's values are out of order after a wrap.
template <class Counter, class Bound, class Step>
std::uint64_t walk(Counter first, Bound end, Step step) {
    std::uint64_t sum = 0;
    int times = 0;
    for (Counter i = first; i < end; i += step) {
        sum = sum * 31 + static_cast<std::uint64_t>(static_cast<std::int64_t>(i));
        if (++times == most) break;
    }
    return sum;
}

class Counters : public Conformance {
protected:
    /// Bounds from `lowest` on, in ranges of work-items that begin up to the bound and behind it.
    template <class Counter, class Bound, class Step>
    void check(std::uint64_t lowest) {
        constexpr std::size_t items = 320;
        for (const std::uint64_t beyond : {0ull, 1ull, 70ull, 300ull}) {
            const Bound end = static_cast<Bound>(lowest + beyond);
            const Step step = static_cast<Step>(1 + random() % 300);
            const Counter base = static_cast<Counter>(lowest - 200);
            buffer<std::uint64_t> out(q, items);
            std::uint64_t* const o = out.get();
            q.parallel_for(nd_range<1>(items, 64), [=](nd_item<1> it) {
                const std::uint32_t n = static_cast<std::uint32_t>(it.get_global_id(0));
                o[n] = walk(static_cast<Counter>(base + n), end, step);
            });
            std::vector<std::uint64_t> expected(items);
            for (std::uint32_t n = 0; n < items; ++n) {
                expected[n] = walk(static_cast<Counter>(base + n), end, step);
            }
            SCOPED_TRACE("up to " + std::to_string(end) + " by " + std::to_string(step));
            expect_equal(out.read(), expected);
        }
    }

    /// Elements that a grid of work-items visits in strides.
    template <class Counter, class Bound>
    void check_strides() {
        for (const int n : {1, 63, 1000, 4097}) {
            std::vector<int> expected(4097, 0);
            for (int i = 0; i < n; ++i) expected[i] = 3 * i + 1;
            buffer<int> out(q, std::vector<int>(4097, 0));
            int* const o = out.get();
            const Bound end = static_cast<Bound>(n);
            q.parallel_for(nd_range<1>(192, 48), [=](nd_item<1> it) {
                for (Counter i = static_cast<Counter>(it.get_global_id(0)); i < end; i += it.get_global_range(0)) {
                    o[i] += 3 * static_cast<int>(i) + 1;
                }
            });
            expect_equal(out.read(), expected);
        }
    }
};

constexpr std::uint64_t largest = std::numeric_limits<std::int32_t>::max() - 300u;
constexpr std::uint64_t largest_unsigned = std::numeric_limits<std::uint32_t>::max() - 300u;

TEST_F(Counters, SignedUpToTheLargest) { check<std::int32_t, std::int32_t, std::uint64_t>(largest); }
TEST_F(Counters, SignedFarBelow) { check<std::int32_t, std::int32_t, std::uint64_t>(100000); }
TEST_F(Counters, SignedBySmallSteps) { check<std::int32_t, std::int32_t, std::int64_t>(largest - 1000); }
TEST_F(Counters, SignedAgainstWideBounds) { check<std::int32_t, std::uint64_t, std::uint64_t>(largest); }
TEST_F(Counters, SignedAgainstWideSignedBounds) { check<std::int32_t, std::int64_t, std::uint64_t>(largest); }
TEST_F(Counters, UnsignedUpToTheLargest) { check<std::uint32_t, std::uint32_t, std::uint64_t>(largest_unsigned); }
TEST_F(Counters, UnsignedInTheMiddle) { check<std::uint32_t, std::uint32_t, std::uint32_t>(largest); }
TEST_F(Counters, UnsignedAgainstWideBounds) { check<std::uint32_t, std::uint64_t, std::uint64_t>(largest_unsigned); }

TEST_F(Counters, StridesOfSigned) { check_strides<std::int32_t, std::int32_t>(); }
TEST_F(Counters, StridesOfUnsigned) { check_strides<std::uint32_t, std::uint32_t>(); }
TEST_F(Counters, StridesAgainstWideBounds) { check_strides<std::int32_t, std::uint64_t>(); }

/// A step that is negative as an `int`.
TEST_F(Counters, StepsThatAreNegative) {
    const std::uint64_t step = 0xfffffff0ull;
    const std::int32_t end = 1000;
    constexpr std::size_t items = 128;
    buffer<std::uint64_t> out(q, items);
    std::uint64_t* const o = out.get();
    q.parallel_for(nd_range<1>(items, 64), [=](nd_item<1> it) {
        o[it.get_global_id(0)] = walk(static_cast<std::int32_t>(it.get_global_id(0)), end, step);
    });
    std::vector<std::uint64_t> expected(items);
    for (std::size_t n = 0; n < items; ++n) expected[n] = walk(static_cast<std::int32_t>(n), end, step);
    expect_equal(out.read(), expected);
}

}  // namespace
}  // namespace ndweave::conformance
