/// Integers of 128 bits, on devices that have them.
#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

__extension__ using wide = unsigned __int128;
__extension__ using wide_signed = __int128;

struct numbers {
    std::uint64_t a, b, c;  // small, zero or anything
};

class WideInteger : public Conformance {
protected:
    /// f of numbers that the compiler does not know, on the device and here: its lower and its upper half.
    template <class F>
    void expect_as_here(const F& f) {
        std::vector<numbers> drawn(3000);
        for (numbers& n : drawn) n = {number(), number(), number()};
        const buffer<numbers> in(q, drawn);
        const buffer<std::uint64_t> out(q, 2 * drawn.size());
        const numbers* const from = in.get();
        std::uint64_t* const to = out.get();
        try {
            q.parallel_for(range<1>(drawn.size()), [=](id<1> i) {
                const wide result = f(from[i]);
                to[2 * i] = static_cast<std::uint64_t>(result);
                to[2 * i + 1] = static_cast<std::uint64_t>(result >> 64);
            });
        } catch (const exception& e) {
            if (e.code() != errc::kernel_not_supported) throw;
            GTEST_SKIP() << e.what();
        }
        std::vector<std::uint64_t> model;
        for (const numbers& n : drawn) {
            const wide result = f(n);
            model.push_back(static_cast<std::uint64_t>(result));
            model.push_back(static_cast<std::uint64_t>(result >> 64));
        }
        expect_equal(out.read(), model);
    }

private:
    std::uint64_t number() {
        const std::uint64_t any = std::uint64_t{random()} << 32 | random();
        switch (random() % 4) {
            case 0:
                return any % 5;
            case 1:
                return any >> 32;
            case 2:
                return any << any % 64;
            default:
                return any;
        }
    }
};

TEST_F(WideInteger, ProductsLessANumberAreExact) {
    expect_as_here([](const numbers& n) { return wide{n.a} * n.b - n.c; });
    expect_as_here([](const numbers& n) { return wide{(n.a & 0xffffffff) * (n.b & 0xffffffff)} - n.c; });
    expect_as_here([](const numbers& n) { return wide{static_cast<std::uint64_t>(wide{n.a} * n.b >> 64)} - n.c; });
    expect_as_here([](const numbers& n) { return wide{n.a} - wide{n.b} * n.c; });
}

TEST_F(WideInteger, SumsAndDifferencesCarry) {
    expect_as_here([](const numbers& n) { return (wide{n.a} << 64 | n.b) - (wide{n.c} << 64 | n.a) + n.b; });
    expect_as_here([](const numbers& n) { return -(wide{n.a} << 32) + (wide{n.b} >> 7); });
}

TEST_F(WideInteger, ShiftsAndComparisonsAreExact) {
    expect_as_here([](const numbers& n) {
        const wide one = wide{n.a} << 64 | n.b, other = wide{n.b} << n.c % 128;
        return (one < other ? one : other) >> n.a % 128;
    });
    expect_as_here([](const numbers& n) {
        const auto opposite = static_cast<wide_signed>(-(wide{n.a} << 64 | n.b));
        return static_cast<wide>(opposite >> 18) + n.c;
    });
}

TEST_F(WideInteger, QuotientsAreExact) {
    expect_as_here([](const numbers& n) { return (wide{n.a} << 64 | n.b) / (n.c | 1); });
    expect_as_here([](const numbers& n) { return (wide{n.a} << 64 | n.b) % (wide{n.c} << 3 | 1); });
}

}  // namespace
}  // namespace ndweave::conformance
