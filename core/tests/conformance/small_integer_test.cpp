/// Integers of 8 and 16 bits, differences, and loops that count down in steps: what assemblers of devices have made
/// wrong code of.
#include <algorithm>
#include <limits>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

class SmallInteger : public Conformance {
protected:
    /// f on the device, for numbers that the compiler does not know, and here.
    template <class From, class F>
    void expect_as_here(const F& f) {
        std::vector<From> numbers(3000);
        for (From& n : numbers) n = static_cast<From>(random());
        numbers[7] = std::numeric_limits<From>::min(), numbers[70] = std::numeric_limits<From>::max();
        for (int i = 0; i < 300; ++i) numbers[2 * i + 100] = static_cast<From>(i);
        const buffer<From> in(q, numbers);
        const buffer<std::int32_t> out(q, numbers.size());
        From* const from = in.get();
        std::int32_t* const to = out.get();
        q.parallel_for(range<1>(numbers.size()), [=](id<1> i) { to[i] = f(from[i]); });
        std::vector<std::int32_t> model;
        for (const From n : numbers) model.push_back(f(n));
        expect_equal(out.read(), model);
    }
};

TEST_F(SmallInteger, LargerAndSmallerOnesAreCompared) {
    expect_as_here<std::uint16_t>([](std::uint16_t n) {
        const auto least = std::max<std::uint16_t>(n % 5, 1), most = std::min<std::uint16_t>(n, 255);
        return (least == 1 ? 100 : least) + (most != 255 ? 1000 : 0);
    });
    expect_as_here<std::int32_t>([](std::int32_t n) {
        const auto byte = std::max<std::int16_t>(static_cast<std::int8_t>(n), 0);
        return byte == 0 ? -1 : byte * 3;
    });
    expect_as_here<std::int64_t>([](std::int64_t n) {
        const auto byte = static_cast<std::int8_t>(n);
        return std::max<std::int16_t>(byte, 77) == 77 ? byte : static_cast<std::uint16_t>(byte) / 3;
    });
}

TEST_F(SmallInteger, LargerOnesCountTurns) {
    expect_as_here<std::uint16_t>([](std::uint16_t n) {
        const auto iterations = std::max<std::uint16_t>(static_cast<std::uint8_t>(n % 5), 1);
        std::uint32_t mixed = n;
        for (std::uint32_t i = 1; i != iterations; ++i) mixed = mixed * 5 + i;
        return static_cast<std::int32_t>(mixed);
    });
}

TEST_F(SmallInteger, LeastOnesHaveNoOpposite) {
    expect_as_here<std::int16_t>([](std::int16_t n) {
        const auto opposite = static_cast<std::int16_t>(-n);
        const auto size = static_cast<std::int16_t>(n < 0 ? -n : n);
        return opposite / 3 + size % 7 * 100000 + (size < 0 ? 1 : 2);
    });
    expect_as_here<std::int32_t>([](std::int32_t n) {
        const auto size = static_cast<std::int32_t>(n < 0 ? 0u - static_cast<std::uint32_t>(n) : n);
        return size % 300;
    });
}

TEST_F(SmallInteger, OppositesAreShifted) {
    expect_as_here<std::uint64_t>([](std::uint64_t n) {
        const auto opposite = static_cast<std::int32_t>(0 - static_cast<std::uint32_t>(n));
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(opposite >> 18) +
                                         static_cast<std::uint32_t>(n >> 37));
    });
}

TEST_F(SmallInteger, QuotientsLessSmallerOnesAreWide) {
    expect_as_here<std::uint32_t>([](std::uint32_t n) {
        const std::int64_t less = std::int64_t{n / 56} - std::int64_t{n % 16};
        return static_cast<std::int32_t>(less ^ less >> 32);
    });
    expect_as_here<std::int32_t>([](std::int32_t n) {
        const auto quotient = static_cast<std::uint32_t>(n / 7);
        const std::int64_t less = std::int64_t{quotient} - std::int64_t{n & 15};
        return static_cast<std::int32_t>(less ^ less >> 32);
    });
}

TEST_F(SmallInteger, BytesAreExtractedWithTheirSigns) {
    expect_as_here<std::int8_t>([](std::int8_t n) {
        const std::int32_t wide = n;
        const auto third = static_cast<std::uint8_t>(wide >> 16), low = static_cast<std::uint8_t>(wide * 7);
        return static_cast<std::int8_t>(wide >> 16) * 1000 + static_cast<std::uint8_t>(third * low);
    });
    expect_as_here<std::int16_t>([](std::int16_t n) {
        const std::int32_t wide = n;
        return static_cast<std::int16_t>(wide >> 16) * static_cast<std::int8_t>(wide >> 8);
    });
}

TEST_F(SmallInteger, NumbersAreCountedDownToTheLastStep) {
    expect_as_here<std::uint32_t>([](std::uint32_t n) {
        std::uint32_t left = n % 3000, mixed = 1;
        for (; left >= 12; left -= 12) mixed = mixed * 5 + left;
        return static_cast<std::int32_t>(mixed ^ left << 20);
    });
    expect_as_here<std::uint64_t>([](std::uint64_t n) {
        std::uint64_t left = n % 255, mixed = 1;
        for (; left >= 12; left -= 12) mixed = mixed >> 4 ^ left;
        return static_cast<std::int32_t>(mixed ^ left << 20);
    });
    expect_as_here<std::uint8_t>([](std::uint8_t n) {
        std::int32_t sum = 0;
        for (std::uint8_t i = n; i < n + 1; i -= 3) {  // ends as it wraps round
            sum = sum * 3 + i;
            if (i < 3) break;
        }
        return sum;
    });
}

}  // namespace
}  // namespace ndweave::conformance
