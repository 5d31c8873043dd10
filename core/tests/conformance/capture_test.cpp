/// What kernels may capture and compute with: structures, arrays, pointers in structures and in memory, classes,
/// templates.
#include <array>
#include <cstdint>
#include <memory>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

using Capture = Conformance;

struct packed_mix {
    char c;
    double d;
    short s;
    float f[3];
    bool b;
};

TEST_F(Capture, ValuesOfEverySizeKeepTheirBits) {
    const std::int8_t i8 = -7;
    const std::uint16_t u16 = 65000;
    const std::int32_t i32 = -2000000000;
    const std::uint64_t u64 = 0xfedcba9876543210u;
    const float f = 1.25f;
    const double d = -3.5e200;
    const bool yes = true, no = false;
    const char letter = 'x';
    buffer<double> out(q, 8);
    double* const o = out.get();
    q.single_task([=] {
        o[0] = i8;
        o[1] = u16;
        o[2] = i32;
        o[3] = static_cast<double>(u64 >> 60) + static_cast<double>(u64 & 0xffff);
        o[4] = f;
        o[5] = d;
        o[6] = yes && !no ? 1 : 0;
        o[7] = letter;
    });
    expect_equal(out.read(), {-7.0, 65000.0, -2000000000.0, 15.0 + 0x3210, 1.25, -3.5e200, 1.0, 120.0});
}

TEST_F(Capture, StructuresAndArraysArrive) {
    if (!q.get_device().has(aspect::usm_device_allocations))
        GTEST_SKIP() << "pointers are arguments only on this device";
    const packed_mix m{'a', 2.5, -3, {1, 2, 3}, true};
    const std::array<int, 5> table{10, 20, 30, 40, 50};
    const float weights[4] = {0.5f, 0.25f, 0.125f, 8.0f};
    buffer<float> out(q, 100);
    float* const o = out.get();
    q.parallel_for(range<1>(100), [=](id<1> i) {
        float v = static_cast<float>(m.c) + static_cast<float>(m.d) + m.s + (m.b ? 1000.0f : 0.0f);
        v += m.f[i[0] % 3] * weights[i[0] % 4];
        o[i] = v + static_cast<float>(table[i[0] % table.size()]);
    });
    std::vector<float> model;
    for (std::size_t i = 0; i < 100; ++i) {
        model.push_back(97 + 2.5f - 3 + 1000 + m.f[i % 3] * weights[i % 4] + static_cast<float>(table[i % 5]));
    }
    expect_equal(out.read(), model);
}

struct field {
    double* data;
    std::size_t width;
    double& at(std::size_t x, std::size_t y) const { return data[y * width + x]; }
};

TEST_F(Capture, PointersInsideCapturedStructuresArrive) {
    buffer<double> a(q, std::vector<double>(12 * 10, 2.0)), b(q, std::vector<double>(12 * 10, 3.0));
    struct pair {
        field from, to;
    };
    const pair fields{{a.get(), 12}, {b.get(), 12}};
    q.parallel_for(range<2>(10, 12), [=](id<2> i) {
        fields.to.at(i[1], i[0]) += fields.from.at(i[1], i[0]) * static_cast<double>(i[1]);
    });
    std::vector<double> model;
    for (int y = 0; y < 10; ++y) {
        for (int x = 0; x < 12; ++x) model.push_back(3.0 + 2.0 * x);
    }
    expect_equal(b.read(), model);
}

TEST_F(Capture, PointersIntoTheMiddleOfAllocations) {
    buffer<int> a(q, std::vector<int>(4096, 1));
    int *const second = a.get() + 1023, *const third = a.get() + 3071;
    q.parallel_for(range<1>(512), [=](id<1> i) { third[i] = second[i] + static_cast<int>(i[0]); });
    std::vector<int> model(4096, 1);
    for (int i = 0; i < 512; ++i) model[3071 + i] = 1 + i;
    expect_equal(a.read(), model);
}

TEST_F(Capture, PointersInMemoryAreFollowed) {
    if (!q.get_device().has(aspect::usm_device_allocations))
        GTEST_SKIP() << "pointers are arguments only on this device";
    struct row {
        const float* values;
        int count;
    };
    std::vector<std::vector<float>> host;
    std::vector<std::unique_ptr<buffer<float>>> device;
    std::vector<row> rows;
    for (int r = 0; r < 50; ++r) {
        host.emplace_back(1 + random() % 30);
        for (float& v : host.back()) v = static_cast<float>(random() % 100);
        device.push_back(std::make_unique<buffer<float>>(q, host.back()));
        rows.push_back({device.back()->get(), static_cast<int>(host.back().size())});
    }
    buffer<row> table(q, rows);
    buffer<float> sums(q, rows.size());
    const row* const t = table.get();
    float* const s = sums.get();
    q.parallel_for(range<1>(rows.size()), [=](id<1> i) {
        float sum = 0;
        for (int k = 0; k < t[i].count; ++k) sum += t[i].values[k];
        s[i] = sum;
    });
    std::vector<float> model;
    for (const auto& r : host) {
        float sum = 0;
        for (const float v : r) sum += v;
        model.push_back(sum);
    }
    expect_equal(sums.read(), model);
}

template <class T>
class accumulator {
public:
    explicit accumulator(T scale) : scale_(scale) {}
    void add(T x) { sum_ += scale_ * x; }
    T total() const { return sum_; }

private:
    T scale_, sum_ = 0;
};

template <class T>
T horner(const std::array<T, 4>& c, T x) {
    T r = 0;
    for (const T& k : c) r = r * x + k;
    return r;
}

TEST_F(Capture, ClassesTemplatesAndLambdasInKernels) {
    const std::array<int, 4> c{1, -2, 3, -4};
    buffer<int> out(q, 64);
    int* const o = out.get();
    q.parallel_for(range<1>(64), [=](id<1> i) {
        accumulator<int> a(3);
        const auto twice = [](int x) { return 2 * x; };
        for (int k = 0; k < static_cast<int>(i[0] % 7); ++k) a.add(twice(k));
        o[i] = a.total() + horner(c, static_cast<int>(i[0]));
    });
    std::vector<int> model;
    for (int i = 0; i < 64; ++i) {
        int sum = 0;
        for (int k = 0; k < i % 7; ++k) sum += 6 * k;
        model.push_back(sum + ((i - 2) * i + 3) * i - 4);
    }
    expect_equal(out.read(), model);
}

TEST_F(Capture, IntegerArithmeticIsCpp) {
    constexpr std::size_t n = 1000;
    std::vector<std::int32_t> a32(n), b32(n);
    std::vector<std::int64_t> a64(n), b64(n);
    for (std::size_t i = 0; i < n; ++i) {
        a32[i] = static_cast<std::int32_t>(random());
        b32[i] = static_cast<std::int32_t>(random() % 1000 + 1) * (random() % 2 ? 1 : -1);
        a64[i] = static_cast<std::int64_t>((std::uint64_t{random()} << 32) | random());
        b64[i] = static_cast<std::int64_t>(random() + 1) * (random() % 2 ? 1 : -1);
    }
    buffer<std::int32_t> da(q, a32), db(q, b32);
    buffer<std::int64_t> ea(q, a64), eb(q, b64), out(q, n);
    const std::int32_t *const pa = da.get(), *const pb = db.get();
    const std::int64_t *const la = ea.get(), *const lb = eb.get();
    std::int64_t* const o = out.get();
    const auto mix = [](std::int32_t a, std::int32_t b, std::int64_t c, std::int64_t d) {
        const auto u = static_cast<std::uint32_t>(a), v = static_cast<std::uint32_t>(b);
        const auto w = static_cast<std::uint64_t>(c), x = static_cast<std::uint64_t>(d);
        std::uint64_t r =
            u * v + (u >> (v & 31)) + static_cast<std::uint32_t>(a / b) + static_cast<std::uint32_t>(a % b);
        r ^= w * x + (w << (x & 63)) + static_cast<std::uint64_t>(c / d) + static_cast<std::uint64_t>(c % d);
        r += static_cast<std::uint64_t>(c >> (x & 63)) ^ static_cast<std::uint64_t>(static_cast<std::int8_t>(a));
        r += static_cast<std::uint64_t>(__builtin_popcountll(w)) + static_cast<std::uint64_t>(__builtin_clz(u | 1));
        return static_cast<std::int64_t>(r + static_cast<std::uint64_t>(__builtin_ctzll(x)));
    };
    q.parallel_for(range<1>(n), [=](id<1> i) { o[i] = mix(pa[i], pb[i], la[i], lb[i]); });
    std::vector<std::int64_t> model;
    for (std::size_t i = 0; i < n; ++i) model.push_back(mix(a32[i], b32[i], a64[i], b64[i]));
    expect_equal(out.read(), model);
}

TEST_F(Capture, ConversionsAreCpp) {
    const std::vector<double> host{0.0,  -0.0,       0.5,      -0.5,         0.999,
                                   -1.5, 123456.789, -99999.5, 2147483646.5, -2147483647.5};
    const std::size_t n = host.size();
    buffer<double> in(q, host);
    buffer<std::int64_t> out(q, 4 * n);
    const double* const p = in.get();
    std::int64_t* const o = out.get();
    q.parallel_for(range<1>(n), [=](id<1> i) {
        o[4 * i[0]] = static_cast<std::int32_t>(p[i]);
        o[4 * i[0] + 1] = static_cast<std::int64_t>(p[i] * 1e6);
        o[4 * i[0] + 2] = static_cast<std::int64_t>(static_cast<float>(o[4 * i[0] + 1]) * 0.5f);
        o[4 * i[0] + 3] = static_cast<std::int16_t>(o[4 * i[0]]);
    });
    std::vector<std::int64_t> model;
    for (const double d : host) {
        const auto wide = static_cast<std::int64_t>(d * 1e6);
        model.insert(model.end(),
                     {static_cast<std::int32_t>(d), wide, static_cast<std::int64_t>(static_cast<float>(wide) * 0.5f),
                      static_cast<std::int16_t>(static_cast<std::int32_t>(d))});
    }
    expect_equal(out.read(), model);
}

/// Without fast math, sums of floats are not reassociated and products not rounded twice differently.
TEST_F(Capture, FloatingPointIsStrictWithoutFastMath) {
    constexpr std::size_t n = 500;
    std::vector<float> host(n);
    for (float& v : host) v = static_cast<float>(random()) / 1e6f;
    buffer<float> in(q, host), out(q, 1);
    const float* const p = in.get();
    float* const o = out.get();
    q.single_task([=] {
        float sum = 0;
        for (std::size_t i = 0; i < n; ++i) sum += p[i];
        *o = sum;
    });
    float sum = 0;
    for (const float v : host) sum += v;
    expect_equal(out.read(), {sum});
}

/// A work-item's neighbouring elements may be one access where the pointer is aligned to all of them, and only there.
TEST_F(Capture, PointersOfAnyAlignmentToNeighbouringElements) {
    constexpr std::size_t n = 1000;
    std::vector<float> host(4 * n + 8);
    for (float& h : host) h = static_cast<float>(random() % 1000);
    buffer<float> in(q, host), out(q, 4 * n + 8);
    for (const std::size_t shift : {0, 4, 1, 2, 3, 0}) {
        const float* const from = in.get() + shift;
        float* const to = out.get() + (shift + 1) % 4;
        q.parallel_for(range<1>(n), [=](id<1> i) {
            for (std::size_t k = 0; k < 4; ++k) to[4 * i[0] + k] = from[4 * i[0] + k] + 1;
        });
        const auto got = out.read();
        if (!computes()) continue;
        for (std::size_t k = 0; k < 4 * n; ++k) {
            ASSERT_EQ(got[k + (shift + 1) % 4], host[k + shift] + 1) << k << " shifted by " << shift;
        }
    }
}

}  // namespace
}  // namespace ndweave::conformance
