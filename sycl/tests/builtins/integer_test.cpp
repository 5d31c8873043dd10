// Integer functions (SYCL 2020, 4.17.6) against arithmetic of 128 bits.
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>
#include <type_traits>

#include "sycl/sycl.hpp"

namespace {

__extension__ typedef __int128 wide;

template <class T>
T saturated(wide x) {
    const wide least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
    return static_cast<T>(x < least ? least : x > most ? most : x);
}

/// Random bits, small numbers, and those near the limits.
template <class T>
T draw(std::mt19937_64& random) {
    const auto bits = random();
    switch (random() % 4) {
        case 0:
            return static_cast<T>(bits % 5) - static_cast<T>(2);
        case 1:
            return static_cast<T>(std::numeric_limits<T>::max() - static_cast<T>(bits % 3));
        case 2:
            return static_cast<T>(std::numeric_limits<T>::min() + static_cast<T>(bits % 3));
        default:
            return static_cast<T>(bits >> (bits % (8 * sizeof(T))));
    }
}

/// A function as kernels call it, and what it gives by arithmetic of 128 bits.
template <class F, class Reference>
struct tested {
    const char* name;
    F f;
    Reference reference;
};
template <class F, class Reference>
tested(const char*, F, Reference) -> tested<F, Reference>;

/// All functions in one kernel, of numbers, of vec and of marray.
template <class T, class... F, class... Reference>
void expect_equal(const tested<F, Reference>&... functions) {
    constexpr std::size_t n = 300, count = sizeof...(F);  // n is even
    const unsigned long seed = std::random_device{}();
    std::mt19937_64 random(seed);
    sycl::queue q;
    T* const x = sycl::malloc_shared<T>(3 * n, q);
    T* const out = sycl::malloc_shared<T>(3 * count * n, q);
    for (std::size_t i = 0; i < 3 * n; ++i) x[i] = draw<T>(random);
    q.parallel_for(sycl::range<1>(n / 2), [=, ... f = functions.f](sycl::id<1> id) {
         const std::size_t i = 2 * id[0];
         using vec = sycl::vec<T, 2>;
         using array = sycl::marray<T, 2>;
         const auto two = [&](auto form, std::size_t k) {
             const T* const at = x + k * n + i;
             return decltype(form)(at[0], at[1]);
         };
         T* to = out + i;
         const auto calls = [&](const auto& one) {
             const vec of_vec = one(two(vec(), 0), two(vec(), 1), two(vec(), 2));
             const array of_array = one(two(array(), 0), two(array(), 1), two(array(), 2));
             for (int lane = 0; lane < 2; ++lane) {
                 const T* const at = x + i + lane;
                 to[lane] = one(at[0], at[n], at[2 * n]);
                 to[n + lane] = of_vec[lane];
                 to[2 * n + lane] = of_array[lane];
             }
             to += 3 * n;
         };
         (calls(f), ...);
     }).wait();
    const T* got = out;
    const auto expect = [&](const auto& function) {
        for (std::size_t i = 0; i < 3 * n; ++i) {
            const T *const at = x + i % n, expected = static_cast<T>(function.reference(at[0], at[n], at[2 * n]));
            EXPECT_EQ(+got[i], +expected) << function.name << "(" << +at[0] << ", " << +at[n] << ", " << +at[2 * n]
                                          << "), form " << i / n << "; seed " << seed;
            if (got[i] != expected) break;
        }
        got += 3 * n;
    };
    (expect(functions), ...);
    sycl::free(x, q);
    sycl::free(out, q);
}

template <class T>
class Integers : public ::testing::Test {};
using types = ::testing::Types<signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long>;
TYPED_TEST_SUITE(Integers, types);

#define OF_1(name, result)                                                                                \
    tested {                                                                                              \
        #name, [](auto x, auto, auto) { return sycl::name(x); }, [](T x, T, T) -> wide { return result; } \
    }
#define OF_2(name, result)                                                                                       \
    tested {                                                                                                     \
        #name, [](auto x, auto y, auto) { return sycl::name(x, y); }, [](T x, T y, T) -> wide { return result; } \
    }
#define OF_3(name, result)                                                 \
    tested {                                                               \
        #name, [](auto x, auto y, auto z) { return sycl::name(x, y, z); }, \
            [](T x, T y, T z) -> wide { return result; }                   \
    }

TYPED_TEST(Integers, AgreeWithArithmeticOfMoreBits) {
    using T = TypeParam;
    using bits = std::make_unsigned_t<T>;
    constexpr int width = 8 * sizeof(T);
    constexpr bool unsigned_product = width == 64 && std::is_unsigned_v<T>;  // may pass the 127th bit
    expect_equal<T>(
        OF_1(clz, std::countl_zero(static_cast<bits>(x))), OF_1(ctz, std::countr_zero(static_cast<bits>(x))),
        OF_1(popcount, std::popcount(static_cast<bits>(x))),
        OF_2(rotate, std::rotl(static_cast<bits>(x), static_cast<int>(static_cast<bits>(y) % width))),
        OF_1(abs, wide{x} < 0 ? -wide{x} : wide{x}), OF_2(abs_diff, x < y ? wide{y} - x : wide{x} - y),
        OF_2(hadd, (wide{x} + y) >> 1), OF_2(rhadd, (wide{x} + y + 1) >> 1), OF_2(max, x < y ? y : x),
        OF_2(min, x < y ? x : y), OF_2(add_sat, saturated<T>(wide{x} + y)), OF_2(sub_sat, saturated<T>(wide{x} - y)),
        OF_2(mul_hi, (wide{x} * y) >> width), OF_3(mad_hi, ((wide{x} * y) >> width) + z),
        OF_3(mad_sat, unsigned_product && (wide{x} * y < 0 || wide{x} * y + z < 0) ? wide{std::numeric_limits<T>::max()}
                                                                                   : saturated<T>(wide{x} * y + z)),
        OF_2(mul24, wide{x} * y), OF_3(mad24, wide{x} * y + z),
        tested{"clamp", [](auto x, auto y, auto z) { return sycl::clamp(x, sycl::min(y, z), sycl::max(y, z)); },
               [](T x, T y, T z) -> wide {
                   const T low = y < z ? y : z, high = y < z ? z : y;
                   return x < low ? low : x > high ? high : x;
               }});
}

template <class Narrow, class Wide>
void expect_upsampled() {
    std::mt19937_64 random(std::random_device{}());
    for (int i = 0; i < 100; ++i) {
        const auto high = static_cast<Narrow>(random());
        const auto low = static_cast<std::make_unsigned_t<Narrow>>(random());
        const auto both = sycl::upsample(high, low);
        static_assert(std::is_same_v<decltype(both), const Wide>);
        EXPECT_EQ(both, static_cast<Wide>(static_cast<wide>(high) * (wide{1} << (8 * sizeof(Narrow))) + low));
        const sycl::vec<Wide, 2> two =
            sycl::upsample(sycl::vec<Narrow, 2>(high, 1), sycl::vec<std::make_unsigned_t<Narrow>, 2>(low, 2));
        EXPECT_EQ(two[0], both);
        EXPECT_EQ(two[1], static_cast<Wide>((Wide{1} << (8 * sizeof(Narrow))) + 2));
    }
}

TEST(Upsample, ToTwiceTheWidth) {
    expect_upsampled<std::int8_t, std::int16_t>();
    expect_upsampled<std::uint8_t, std::uint16_t>();
    expect_upsampled<std::int16_t, std::int32_t>();
    expect_upsampled<std::uint16_t, std::uint32_t>();
    expect_upsampled<std::int32_t, std::int64_t>();
    expect_upsampled<std::uint32_t, std::uint64_t>();
}

}  // namespace
