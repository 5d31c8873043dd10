// sycl_ext_oneapi_matrix: products of small matrices by sub-groups, of many shapes and types.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <random>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

namespace matrix = sycl::ext::oneapi::experimental::matrix;
using matrix::layout;
using matrix::use;

std::mt19937& random_numbers() {
    static const auto seed = std::random_device{}();
    static std::mt19937 generator((std::printf("seed %u\n", seed), seed));
    return generator;
}

/// Small whole numbers, of which products are exact in every type.
template <class T>
std::vector<T> numbers(std::size_t count) {
    std::vector<T> all(count);
    for (T& x : all) x = static_cast<T>(static_cast<float>(static_cast<int>(random_numbers()() % 9) - 4));
    return all;
}

template <class T>
T* on_device(const std::vector<T>& values, sycl::queue& q) {
    T* const memory = sycl::malloc_device<T>(values.size(), q);
    q.copy(values.data(), memory, values.size());
    return memory;
}

auto global(auto* at) {
    return sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::no>(at);
}

constexpr std::size_t tiles = 3;

/// d = 2 * (a * b + c) + row - 3 * col for some tiles, each of one sub-group of `Size` work-items.
template <std::size_t Size, class Ta, class Element, class Tc, std::size_t M, std::size_t K, std::size_t N,
          layout LayoutA, layout LayoutB>
struct product {
    const Element *a, *b;
    const Tc* c;
    Tc* d;
    std::size_t stride_a, stride_b, stride_c;

    [[sycl::reqd_sub_group_size(Size)]] void operator()(sycl::nd_item<1> it) const {
        const sycl::sub_group sg = it.get_sub_group();
        const std::size_t tile = it.get_group(0) * sg.get_group_linear_range() + sg.get_group_linear_id();
        matrix::joint_matrix<sycl::sub_group, Ta, use::a, M, K, LayoutA> of_a;
        matrix::joint_matrix<sycl::sub_group, Ta, use::b, K, N, LayoutB> of_b;
        matrix::joint_matrix<sycl::sub_group, Tc, use::accumulator, M, N> of_c, of_d, twice;
        joint_matrix_load(sg, of_a, global(a + tile * M * stride_a), stride_a);
        joint_matrix_load(sg, of_b, global(b + tile * N * stride_b), stride_b);
        joint_matrix_load(sg, of_c, global(c + tile * N * stride_c), stride_c, layout::col_major);
        joint_matrix_fill(sg, twice, 7);
        joint_matrix_mad(sg, of_d, of_a, of_b, of_c);
        joint_matrix_apply(sg, of_d, twice, [](const Tc& x, Tc& y) { y = static_cast<Tc>(x + x); });
        joint_matrix_copy(sg, twice, of_d);
        joint_matrix_apply(sg, of_d, [](Tc& x, std::size_t row, std::size_t col) {
            x = static_cast<Tc>(x + static_cast<Tc>(row) - static_cast<Tc>(3 * col));
        });
        joint_matrix_store(sg, of_d, global(d + tile * M * stride_c), stride_c, layout::row_major);
    }
};

/// Strides are larger than rows and columns, so that what is between them shows.
template <std::size_t Size, class Ta, class Tc, std::size_t M, std::size_t K, std::size_t N,
          layout LayoutA = layout::row_major, layout LayoutB = layout::col_major>
void expect_product() {
    using element = typename matrix::detail::element<Ta>::type;
    sycl::queue q;
    const auto sizes = q.get_device().get_info<ndweave::info::device::sub_group_sizes>();
    const bool is_ours = q.get_device().get_backend() == sycl::backend::cpu;
    if (!is_ours && std::ranges::find(sizes, Size) == sizes.end()) return;
    SCOPED_TRACE(testing::Message() << M << " x " << K << " x " << N << ", sub-groups of " << Size);
    constexpr std::size_t most = M > N ? (M > K ? M : K) : (N > K ? N : K), stride = most + 3;
    const auto a = numbers<element>(tiles * stride * stride), b = numbers<element>(tiles * stride * stride);
    const auto c = numbers<Tc>(tiles * stride * stride);
    std::vector<Tc> expected(tiles * stride * stride, Tc(1)), got(expected);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        for (std::size_t i = 0; i < M; ++i) {
            for (std::size_t j = 0; j < N; ++j) {
                double sum = static_cast<double>(c[tile * N * stride + j * stride + i]);
                for (std::size_t k = 0; k < K; ++k) {
                    sum += static_cast<double>(a[tile * M * stride + matrix::detail::index(LayoutA, i, k, stride)]) *
                           static_cast<double>(b[tile * N * stride + matrix::detail::index(LayoutB, k, j, stride)]);
                }
                expected[tile * M * stride + i * stride + j] =
                    static_cast<Tc>(2 * sum + static_cast<double>(i) - 3 * static_cast<double>(j));
            }
        }
    }
    element *const on_a = on_device(a, q), *const on_b = on_device(b, q);
    Tc *const on_c = on_device(c, q), *const on_d = on_device(got, q);
    q.parallel_for(sycl::nd_range<1>(tiles * Size, Size), product<Size, Ta, element, Tc, M, K, N, LayoutA, LayoutB>{
                                                              on_a, on_b, on_c, on_d, stride, stride, stride});
    q.copy(on_d, got.data(), got.size()).wait();
    EXPECT_EQ(got, expected);
    for (void* const memory : std::initializer_list<void*>{on_a, on_b, on_c, on_d}) sycl::free(memory, q);
}

TEST(JointMatrix, MultipliesHalves) {
    const sycl::device d;
    if (!d.has(sycl::aspect::fp16) && d.get_backend() != sycl::backend::cpu) GTEST_SKIP() << "the device has no half";
    expect_product<32, sycl::half, float, 16, 16, 16>();
    expect_product<32, sycl::half, float, 32, 16, 8, layout::col_major, layout::row_major>();
    expect_product<32, sycl::half, sycl::half, 8, 16, 32>();
}

TEST(JointMatrix, MultipliesOtherTypes) {
    expect_product<32, sycl::ext::oneapi::bfloat16, float, 16, 16, 16, layout::row_major, layout::row_major>();
    expect_product<32, matrix::precision::tf32, float, 16, 8, 16>();
    expect_product<32, std::int8_t, std::int32_t, 16, 16, 16, layout::col_major, layout::col_major>();
    expect_product<32, std::uint8_t, std::int32_t, 8, 32, 16>();
    if (sycl::device().has(sycl::aspect::fp64)) expect_product<32, double, double, 8, 4, 8>();
}

TEST(JointMatrix, HasEveryShapeAndSubGroup) {
    expect_product<32, float, float, 64, 5, 16>();
    expect_product<32, float, float, 6, 7, 12>();
    expect_product<32, float, float, 40, 3, 50>();
    expect_product<32, float, float, 1, 16, 64>();
    expect_product<16, float, float, 16, 16, 16>();
    expect_product<16, float, float, 33, 2, 8>();
    expect_product<8, float, float, 16, 4, 16>();
    expect_product<64, float, float, 16, 4, 16>();
    expect_product<64, float, float, 16, 4, 9>();
}

TEST(JointMatrix, RoundsToTf32) {
    EXPECT_EQ(matrix::round_to_tf32(1.0f + 0x1p-10f), 1.0f + 0x1p-10f);
    EXPECT_EQ(matrix::round_to_tf32(1.0f + 0x1p-11f), 1.0f + 0x1p-10f);
    EXPECT_EQ(matrix::round_to_tf32(-1.0f - 0x1.8p-12f), -1.0f);
    EXPECT_EQ(matrix::round_to_tf32(std::numeric_limits<float>::infinity()), std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(matrix::round_to_tf32(std::numeric_limits<float>::quiet_NaN())));
}

}  // namespace
