// Relational functions (SYCL 2020, 4.17.9), and the types that calls of mixed arguments have.
#include "builtins/against_reference.hpp"

#include <type_traits>

namespace {

using namespace ndweave::tests;

#define IS(T, ...) static_assert(std::is_same_v<decltype(__VA_ARGS__), T>)

using sycl::half;
using float4 = sycl::vec<float, 4>;
using float3 = sycl::vec<float, 3>;
using half2 = sycl::vec<half, 2>;
using double5 = sycl::marray<double, 5>;
using int4 = sycl::vec<int, 4>;
using short2 = sycl::vec<std::int16_t, 2>;
using bool5 = sycl::marray<bool, 5>;

template <class T>
struct converts_to {
    operator T() const { return {}; }
};

/// Never called: its calls have the types that programs rely on.
[[maybe_unused]] void have_types(float f, double d, half h, int i, unsigned u, long l, short s, float4 v, half2 hh,
                                 double5 a, int4 k) {
    IS(float, sycl::sin(f));
    IS(double, sycl::sin(d));
    IS(half, sycl::sin(h));
    IS(double, sycl::sin(i));
    IS(float, sycl::pow(f, 2));
    IS(double, sycl::pow(f, 2.0));
    IS(float, sycl::pow(h, f));
    IS(half, sycl::pow(h, 2));
    IS(float4, sycl::pow(v, 2));
    IS(float4, sycl::fmax(v, 0.0));
    IS(double5, sycl::exp(a));
    IS(half2, sycl::fma(hh, hh, hh));
    IS(int, sycl::max(1, i));
    IS(unsigned, sycl::max(1, u));
    IS(std::size_t, sycl::min<std::size_t>(i, l));
    IS(short, sycl::max(s, s));
    IS(float, sycl::max(1, f));
    IS(float, sycl::clamp(f, 0, 255));
    IS(float4, sycl::clamp(v, 0.0f, 1.0f));
    IS(float, sycl::abs(f));
    IS(int, sycl::abs(i));
    IS(float4, sycl::mix(v, v, 0.5f));
    IS(float4, sycl::native::exp(v));
    IS(half, sycl::native::exp(h));
    IS(int, sycl::ilogb(f));
    IS(int4, sycl::ilogb(v));
    IS(float4, sycl::ldexp(v, k));
    IS(float, sycl::nan(u));
    IS(float3, sycl::cross(v.swizzle<0, 2, 1>(), float3()));
    IS(float4, sycl::sqrt(v.swizzle<3, 2, 1, 0>()));
    IS(bool, sycl::isnan(f));
    IS(int4, sycl::isnan(v));
    IS(short2, sycl::isless(hh, hh));
    IS(bool5, sycl::isnan(a));
    IS(int, sycl::any(k));
    IS(bool, sycl::any(sycl::isnan(a)));
    IS(float4, sycl::select(v, v, k));
    IS(float, sycl::select(f, f, true));
    IS(int4, sycl::bitselect(k, k, k));
    IS(half2, sycl::bitselect(hh, hh, hh));
    IS(half2, sycl::select(hh, hh, short2()));
    IS(half2, sycl::clamp(hh, h, h));
    IS(half2, sycl::smoothstep(hh, hh, hh));
    IS(half2, sycl::sign(hh));
    IS(half2, sycl::nextafter(hh, hh));
    IS(half2, sycl::copysign(hh, hh));
    IS(half2, sycl::fmax(hh, h));

    // What converts to a number is one, as for functions that are no templates (4.17.5).
    const converts_to<float> to_float;
    const converts_to<double> to_double;
    const converts_to<half> to_half;
    const converts_to<int> to_int;
    IS(float, sycl::sin(to_float));
    IS(double, sycl::pow(to_double, to_double));
    IS(half, sycl::fma(to_half, to_half, to_half));
    IS(float, sycl::ldexp(to_float, to_int));
    IS(double, sycl::pown(to_double, to_int));
    IS(bool, sycl::isless(to_float, to_float));
    IS(float, sycl::native::exp(to_float));
    IS(half, sycl::nan(converts_to<std::uint16_t>()));
    IS(float, sycl::nan(converts_to<std::uint32_t>()));
    IS(double, sycl::nan(converts_to<std::uint64_t>()));
    // Template arguments where the specification has them.
    IS(float4, sycl::step<float4>(0.5f, v));
    IS(float4, sycl::smoothstep<float4>(0.5f, 1.0f, v));
    IS(float4, sycl::clamp<float4>(v, 0.5f, 1.0f));
    IS(float4, (sycl::mix<float4, float4>(v, v, 0.5f)));
    IS(float, sycl::fract<float*>(f, &f));
    IS(double, sycl::frexp<int*>(d, &i));
    IS(half, sycl::sincos<half*>(h, &h));
    IS(float, sycl::remquo<int*>(f, f, &i));
    IS(float4, (sycl::modf<float4, float4*>(v, &v)));
    IS(float4, (sycl::remquo<float4, float4, int4*>(v, v, &k)));
    IS(float, sycl::sqrt(v.swizzle<1>()));
}

template <class T>
void expect_relations() {
    SCOPED_TRACE(sizeof(T));
    const auto special = edges<T>();
    const int n = static_cast<int>(special.size()), relations = 14;
    sycl::queue q;
    T* const x = sycl::malloc_shared<T>(n, q);
    int* const out = sycl::malloc_shared<int>(2 * relations * n * n, q);
    for (int i = 0; i < n; ++i) x[i] = rounded<T>(special[i]);
    q.parallel_for(sycl::range<1>(n * n), [=](sycl::id<1> id) {
         const T a = x[id[0] / n], b = x[id[0] % n];
         const sycl::vec<T, 2> v(a, b), w(b, a);
         const sycl::marray<T, 2> p(a, b);
         int* const of_number = out + 2 * relations * id[0];
         int* const of_vec = of_number + relations;
         of_number[0] = sycl::isequal(a, b);
         of_number[1] = sycl::isnotequal(a, b);
         of_number[2] = sycl::isgreater(a, b);
         of_number[3] = sycl::isgreaterequal(a, b);
         of_number[4] = sycl::isless(a, b);
         of_number[5] = sycl::islessequal(a, b);
         of_number[6] = sycl::islessgreater(a, b);
         of_number[7] = sycl::isordered(a, b);
         of_number[8] = sycl::isunordered(a, b);
         of_number[9] = sycl::isfinite(a);
         of_number[10] = sycl::isinf(a);
         of_number[11] = sycl::isnan(a);
         of_number[12] = sycl::isnormal(a);
         of_number[13] = sycl::signbit(p)[0];
         of_vec[0] = sycl::isequal(v, w)[0];
         of_vec[1] = sycl::isnotequal(v, w)[0];
         of_vec[2] = sycl::isgreater(v, w)[0];
         of_vec[3] = sycl::isgreaterequal(v, w)[0];
         of_vec[4] = sycl::isless(v, w)[0];
         of_vec[5] = sycl::islessequal(v, w)[0];
         of_vec[6] = sycl::islessgreater(v, w)[0];
         of_vec[7] = sycl::isordered(v, w)[0];
         of_vec[8] = sycl::isunordered(v, w)[0];
         of_vec[9] = sycl::isfinite(v)[0];
         of_vec[10] = sycl::isinf(v)[0];
         of_vec[11] = sycl::isnan(v)[0];
         of_vec[12] = sycl::isnormal(v)[0];
         of_vec[13] = sycl::signbit(v)[0];
     }).wait();
    for (int i = 0; i < n * n; ++i) {
        const long double a = special[i / n], b = special[i % n];
        const bool expected[] = {a == b,
                                 a != b,
                                 a > b,
                                 a >= b,
                                 a < b,
                                 a <= b,
                                 a < b || a > b,
                                 !std::isunordered(a, b),
                                 std::isunordered(a, b),
                                 std::isfinite(a),
                                 std::isinf(a),
                                 std::isnan(a),
                                 std::isfinite(a) && std::fabs(a) >= std::ldexp(1.0L, real_type<T>::least_exponent),
                                 std::signbit(a)};
        for (int k = 0; k < relations; ++k) {
            EXPECT_EQ(out[2 * relations * i + k], expected[k] ? 1 : 0) << k << ": " << a << ", " << b;
            EXPECT_EQ(out[2 * relations * i + relations + k], expected[k] ? -1 : 0) << k << ": " << a << ", " << b;
        }
    }
    sycl::free(x, q);
    sycl::free(out, q);
}

TEST(Relational, ComparesEdges) {
    expect_relations<float>();
    expect_relations<double>();
    if (has_half()) expect_relations<sycl::half>();
}

TEST(Relational, SelectsBitsAndElements) {
    std::mt19937_64 random(std::random_device{}());
    sycl::queue q;
    constexpr int n = 100;
    std::uint32_t* const x = sycl::malloc_shared<std::uint32_t>(3 * n, q);
    std::uint32_t* const out = sycl::malloc_shared<std::uint32_t>(8 * n, q);
    for (int i = 0; i < 3 * n; ++i) x[i] = static_cast<std::uint32_t>(random());
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
         const std::uint32_t a = x[3 * id[0]], b = x[3 * id[0] + 1], c = x[3 * id[0] + 2];
         const sycl::vec<std::uint32_t, 2> v(a, b), w(b, a), mask(c, ~c);
         std::uint32_t* const to = out + 8 * id[0];
         to[0] = sycl::bitselect(a, b, c);
         to[1] = sycl::bitselect(v, w, mask)[1];
         to[2] = sycl::select(a, b, c % 2 == 0);
         to[3] = sycl::select(v, w, mask)[0];
         to[4] = sycl::select(v, w, mask)[1];
         to[5] = static_cast<std::uint32_t>(sycl::any(mask) + 2 * sycl::all(mask));
         to[6] = sycl::any(static_cast<int>(c)) + 2u * sycl::all(sycl::marray<bool, 2>(c % 2 == 0, c % 3 == 0));
         to[7] = sycl::select(sycl::marray<std::uint32_t, 2>(a, b), sycl::marray<std::uint32_t, 2>(b, a),
                              sycl::marray<bool, 2>(c % 2 == 0, c % 3 == 0))[1];
     }).wait();
    for (int i = 0; i < n; ++i) {
        const std::uint32_t a = x[3 * i], b = x[3 * i + 1], c = x[3 * i + 2], *const got = out + 8 * i;
        const bool negative = c >> 31 != 0;
        EXPECT_EQ(got[0], (a & ~c) | (b & c));
        EXPECT_EQ(got[1], (b & c) | (a & ~c));
        EXPECT_EQ(got[2], c % 2 == 0 ? b : a);
        EXPECT_EQ(got[3], negative ? b : a);
        EXPECT_EQ(got[4], negative ? b : a);
        EXPECT_EQ(got[5], 1u);
        EXPECT_EQ(got[6], (negative ? 1u : 0u) + (c % 6 == 0 ? 2u : 0u));
        EXPECT_EQ(got[7], c % 3 == 0 ? a : b);
    }
    sycl::free(x, q);
    sycl::free(out, q);
    EXPECT_EQ(sycl::bitselect(1.0f, -1.0f, -0.0f), -1.0f);
    EXPECT_EQ(sycl::bitselect(sycl::half2(1), sycl::half2(-1), sycl::half2(-0.0f))[1], sycl::half(-1));
}

}  // namespace
