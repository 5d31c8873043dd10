// Mathematical functions of several arguments and results, within the bounds of OpenCL 3.0, table 7.4 (SYCL
// 2020, 4.17.5).
#include "builtins/against_reference.hpp"

namespace {

using namespace ndweave::tests;

#define EXPECT_CLOSE_2(name, reference, units, first, second)                                 \
    expect_close<2>(#name, [](auto x, auto y) { return sycl::name(x, y); }, reference, units, \
                    {domain first, domain second})
#define BRACES(...) {__VA_ARGS__}

constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();
constexpr long double pi = 3.14159265358979323846264338327950288L;

long double reference_powr(long double x, long double y) {
    if (x < 0 || std::isnan(x) || std::isnan(y)) return nan;
    if (y == 0 && (x == 0 || std::isinf(x))) return nan;
    if (x == 1 && std::isinf(y)) return nan;
    return std::pow(std::fabs(x), y);
}

TEST(Mathematics, PowersAndAngles) {
    EXPECT_CLOSE_2(
        pow, [](long double x, long double y) { return std::pow(x, y); }, 16, BRACES(0, 1e3L, true), BRACES(-8, 8));
    EXPECT_CLOSE_2(powr, reference_powr, 16, BRACES(0, 1e3L, true), BRACES(-8, 8));
    EXPECT_CLOSE_2(
        hypot, [](long double x, long double y) { return std::hypot(x, y); }, 4, BRACES(-1e30L, 1e30L, true),
        BRACES(-1e30L, 1e30L, true));
    EXPECT_CLOSE_2(
        atan2, [](long double x, long double y) { return std::atan2(x, y); }, 6, BRACES(-1e3L, 1e3L, true),
        BRACES(-1e3L, 1e3L, true));
    EXPECT_CLOSE_2(
        atan2pi, [](long double x, long double y) { return std::atan2(x, y) / pi; }, 6, BRACES(-1e3L, 1e3L, true),
        BRACES(-1e3L, 1e3L, true));
}

TEST(Mathematics, ExactFunctionsOfTwo) {
    EXPECT_CLOSE_2(
        fmod, [](long double x, long double y) { return std::fmod(x, y); }, 0, BRACES(-1e4L, 1e4L, true),
        BRACES(-1e2L, 1e2L, true));
    EXPECT_CLOSE_2(
        remainder, [](long double x, long double y) { return std::remainder(x, y); }, 0, BRACES(-1e4L, 1e4L, true),
        BRACES(-1e2L, 1e2L, true));
    EXPECT_CLOSE_2(
        fmax, [](long double x, long double y) { return std::fmax(x, y); }, 0, BRACES(-10, 10), BRACES(-10, 10));
    EXPECT_CLOSE_2(
        fmin, [](long double x, long double y) { return std::fmin(x, y); }, 0, BRACES(-10, 10), BRACES(-10, 10));
    EXPECT_CLOSE_2(
        copysign, [](long double x, long double y) { return std::copysign(x, y); }, 0, BRACES(-10, 10),
        BRACES(-10, 10));
    EXPECT_CLOSE_2(
        fdim, [](long double x, long double y) { return std::fdim(x, y); }, 0.5L, BRACES(-10, 10), BRACES(-10, 10));
    const auto maxmag = [](long double x, long double y) {
        return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
    };
    const auto minmag = [](long double x, long double y) {
        return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
    };
    EXPECT_CLOSE_2(maxmag, maxmag, 0, BRACES(-10, 10), BRACES(-10, 10));
    EXPECT_CLOSE_2(minmag, minmag, 0, BRACES(-10, 10), BRACES(-10, 10));
}

template <class T>
void expect_neighbours() {
    const auto reference = [](long double x, long double y) -> long double {
        if (std::isnan(x) || std::isnan(y)) return nan;
        if (x == y) return y;
        using type = real_type<T>;
        const bool up = x < y;
        if (std::isinf(x)) return std::copysign(type::largest, x);
        const int exponent = x == 0 ? type::least_exponent : std::max(std::ilogb(x), type::least_exponent);
        long double unit = std::ldexp(1.0L, exponent - type::digits + 1);
        const bool inwards = (x > 0) != up;
        if (inwards && exponent > type::least_exponent && std::fabs(x) == std::ldexp(1.0L, exponent)) unit /= 2;
        const long double next = up ? x + unit : x - unit;
        return std::fabs(next) > type::largest ? std::copysign(infinite, next) : next;
    };
    expect_close<T, 2>(
        "nextafter", [](auto x, auto y) { return sycl::nextafter(x, y); }, reference, 0,
        {domain{-10, 10}, domain{-10, 10}}, true, std::random_device{}());
}

TEST(Mathematics, Neighbours) {
    expect_neighbours<float>();
    expect_neighbours<double>();
    if (has_half()) expect_neighbours<sycl::half>();
}

TEST(Mathematics, SumsOfProducts) {
    const auto reference = [](long double x, long double y, long double z) { return std::fma(x, y, z); };
    // Rounded once: sums that a second rounding would show are among many thousand of half.
    for (int round = 0; round < 8; ++round) {
        const unsigned long seed = std::random_device{}();
        const domain d{-100, 100, true};
        const auto f = [](auto x, auto y, auto z) { return sycl::fma(x, y, z); };
        expect_close<float, 3>("fma", f, reference, 0.5L, {d, d, d}, false, seed);
        if (has_half()) expect_close<sycl::half, 3>("fma", f, reference, 0.5L, {d, d, d}, false, seed);
        expect_close<double, 3>("fma", f, reference, 0.51L, {d, d, d}, false, seed);
    }
}

/// Of an integer that is one for all lanes, or one of each.
template <class T, class F, class Reference>
void expect_close_with_int(const char* name, const F& f, const Reference& reference, long double units, domain d,
                           int most) {
    const unsigned long seed = std::random_device{}();
    std::mt19937_64 random(seed);
    sycl::queue q;
    constexpr std::size_t n = 1200;
    T* const x = sycl::malloc_shared<T>(n, q);
    int* const k = sycl::malloc_shared<int>(n, q);
    T* const out = sycl::malloc_shared<T>(4 * n, q);
    const auto special = edges<T>();
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = rounded<T>(i < special.size() * 8 ? special[i / 8] : d.draw(random));
        k[i] = i % 8 == 0 ? 0 : static_cast<int>(random() % (2u * most + 1)) - most;
    }
    q.parallel_for(sycl::range<1>(n / 4), [=](sycl::id<1> id) {
         const std::size_t i = 4 * id[0];
         const sycl::vec<T, 4> four(x[i], x[i + 1], x[i + 2], x[i + 3]);
         const auto each = f(four, sycl::vec<int, 4>(k[i], k[i + 1], k[i + 2], k[i + 3]));
         const auto of_array = f(sycl::marray<T, 2>(x[i], x[i + 3]), sycl::marray<int, 2>(k[i], k[i + 3]));
         for (int lane = 0; lane < 4; ++lane) {
             out[i + lane] = f(x[i + lane], k[i + lane]);
             out[n + i + lane] = each[lane];
             out[2 * n + i + lane] = f(four, k[i + lane])[lane];
             out[3 * n + i + lane] = lane == 0 || lane == 3 ? of_array[lane / 3] : each[lane];
         }
     }).wait();
    for (std::size_t i = 0; i < 4 * n; ++i) {
        const long double expected = reference(widened(x[i % n]), k[i % n]);
        const long double off = units_off(out[i], expected);
        EXPECT_LE(off, bound_for<T>(units))
            << name << "(" << widened(x[i % n]) << ", " << k[i % n] << ") of " << sizeof(T) << " bytes, form " << i / n
            << ": " << widened(out[i]) << ", expected " << expected << "; seed " << seed;
        if (off > bound_for<T>(units)) break;
    }
    sycl::free(x, q);
    sycl::free(k, q);
    sycl::free(out, q);
}

long double reference_rootn(long double x, int n) {
    if (n == 0 || (x < 0 && n % 2 == 0)) return nan;
    const long double root = std::pow(std::fabs(x), 1.0L / n);
    return n % 2 != 0 ? std::copysign(root, x) : root;
}

template <class T>
void expect_integer_powers() {
    const auto pown = [](auto x, auto n) { return sycl::pown(x, n); };
    const auto power = [](long double x, int n) { return std::pow(x, static_cast<long double>(n)); };
    expect_close_with_int<T>("pown", pown, power, 16, {-3, 3}, 40);
    expect_close_with_int<T>("pown", pown, power, 16, {0.999999L, 1.000001L}, 100000000);
    const auto rootn = [](auto x, auto n) { return sycl::rootn(x, n); };
    expect_close_with_int<T>("rootn", rootn, reference_rootn, 16, {-1e4L, 1e4L, true}, 12);
    const auto ldexp = [](auto x, auto n) { return sycl::ldexp(x, n); };
    expect_close_with_int<T>("ldexp", ldexp, [](long double x, int n) { return std::ldexp(x, n); }, 0.5L, {-3, 3}, 180);
}

TEST(Mathematics, PowersOfWholeNumbers) {
    expect_integer_powers<float>();
    expect_integer_powers<double>();
    if (has_half()) expect_integer_powers<sycl::half>();
}

/// Functions whose second result goes through a pointer of one kind or the other.
template <class T>
void expect_second_results() {
    SCOPED_TRACE(sizeof(T));
    std::mt19937_64 random(std::random_device{}());
    sycl::queue q;
    constexpr int n = 301;
    T* const x = sycl::malloc_shared<T>(n, q);
    T* const y = sycl::malloc_shared<T>(n, q);
    T* const out = sycl::malloc_shared<T>(12 * n, q);
    int* const ints = sycl::malloc_shared<int>(4 * n, q);
    const auto special = edges<T>();
    for (int i = 0; i < n; ++i) {
        x[i] = rounded<T>(i < static_cast<int>(special.size()) ? special[i] : domain{-1e4L, 1e4L, true}.draw(random));
        y[i] = rounded<T>(domain{0.5L, 100}.draw(random));
    }
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
         const std::size_t i = id[0];
         using sycl::access::address_space;
         using sycl::access::decorated;
         const T a = x[i];
         out[i] = sycl::fract(a, &out[n + i]);
         out[2 * n + i] = sycl::frexp(a, sycl::global_ptr<int>(ints + i));
         out[3 * n + i] =
             sycl::modf(a, sycl::address_space_cast<address_space::global_space, decorated::no>(&out[4 * n + i]));
         T cosine;
         out[5 * n + i] = sycl::sincos(a, sycl::private_ptr<T, decorated::yes>(&cosine));
         out[6 * n + i] = cosine;
         out[7 * n + i] = sycl::remquo(a, y[i], ints + n + i);
         out[8 * n + i] = sycl::lgamma_r(a, ints + 2 * n + i);
         ints[3 * n + i] = sycl::ilogb(a);
         sycl::vec<T, 2> whole;
         sycl::vec<int, 2> exponents;
         const sycl::vec<T, 2> two(a, y[i]);
         out[9 * n + i] = sycl::modf(two, &whole)[0] + sycl::frexp(two, &exponents)[1];
         out[10 * n + i] = whole[1];
         out[11 * n + i] = T(static_cast<float>(exponents[1]));
     }).wait();
    for (int i = 0; i < n; ++i) {
        const long double a = widened(x[i]), b = widened(y[i]);
        SCOPED_TRACE(static_cast<double>(a));
        SCOPED_TRACE(static_cast<double>(b));
        const bool whole_line = std::isfinite(a);
        if (whole_line) {
            const long double below_one = 1 - std::ldexp(1.0L, -real_type<T>::digits);
            EXPECT_LE(units_off(out[i], std::min(a - std::floor(a), below_one)), 0.5L);
            int exponent = 0;
            EXPECT_EQ(widened(out[2 * n + i]), std::frexp(a, &exponent));
            EXPECT_EQ(ints[i], exponent);
            EXPECT_EQ(ints[3 * n + i], a == 0 ? std::numeric_limits<int>::min() : std::ilogb(a));
            const long double left = std::fmod(a, 128 * b), quotient = std::rint((left - std::remainder(a, b)) / b);
            EXPECT_EQ(ints[n + i], static_cast<int>(std::fmod(quotient, 128.0L)));
            EXPECT_EQ(widened(out[7 * n + i]), std::remainder(a, b));
            EXPECT_EQ(std::signbit(widened(out[7 * n + i])), std::signbit(std::remainder(a, b)));
            if (a > 0 || a != std::floor(a)) {
                EXPECT_EQ(ints[2 * n + i], a > 0 || std::fmod(std::floor(a), 2.0L) == 0 ? 1 : -1);
            }
        }
        EXPECT_EQ(units_off(out[n + i], std::floor(a)), 0);
        long double whole = 0;
        EXPECT_EQ(units_off(out[3 * n + i], std::modf(a, &whole)), 0);
        EXPECT_EQ(units_off(out[4 * n + i], whole), 0);
        EXPECT_LE(units_off(out[5 * n + i], std::sin(a)), 4);
        EXPECT_LE(units_off(out[6 * n + i], std::cos(a)), 4);
        int exponent = 0;
        const long double fraction = std::frexp(b, &exponent);
        EXPECT_LE(units_off(out[9 * n + i], std::modf(a, &whole) + fraction), 0.5L);
        EXPECT_EQ(widened(out[10 * n + i]), std::trunc(b));
        EXPECT_EQ(widened(out[11 * n + i]), exponent);
    }
    for (T* p : {x, y, out}) sycl::free(p, q);
    sycl::free(ints, q);
}

TEST(Mathematics, SecondResults) {
    expect_second_results<float>();
    expect_second_results<double>();
    if (has_half()) expect_second_results<sycl::half>();
}

TEST(Mathematics, NaNs) {
    EXPECT_TRUE(sycl::isnan(sycl::nan(7u)));
    EXPECT_TRUE(sycl::isnan(sycl::nan(7ul)));
    EXPECT_TRUE(sycl::isnan(sycl::nan(static_cast<unsigned short>(7))));
    EXPECT_EQ(__builtin_bit_cast(std::uint32_t, sycl::nan(7u)) & 7u, 7u);
}

}  // namespace
