/// Structures of several members: read and written member by member, in order and at indices from memory.
#include <cmath>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

constexpr std::size_t count = 1003;

template <class T, std::size_t N>
struct structure {
    T member[N];
};

struct alignas(16) point {
    float x, y, z, w;
};

constexpr auto first_three = [](const point& p) { return p.x + 2 * p.y - p.z; };
constexpr auto both_ends = [](const point& p) { return p.x * p.w; };

class Structures : public Conformance {
protected:
    std::vector<std::int32_t> indices() {
        std::vector<std::int32_t> all(count);
        for (auto& each : all) each = static_cast<std::int32_t>(random() % count);
        return all;
    }

    std::vector<point> points() {
        std::vector<point> all(count);
        const auto number = [&] { return static_cast<float>(random() % 100); };
        for (auto& each : all) each = {number(), number(), number(), number()};
        return all;
    }

    template <class T, std::size_t N>
    std::vector<structure<T, N>> numbers() {
        std::vector<structure<T, N>> all(count);
        for (auto& each : all) {
            for (T& member : each.member) member = static_cast<T>(random() % 1000);
        }
        return all;
    }

    template <class T, std::size_t N>
    void expect_equal_members(const buffer<structure<T, N>>& got, const std::vector<structure<T, N>>& model) const {
        std::vector<T> found, expected;
        for (const auto& each : got.read()) found.insert(found.end(), std::begin(each.member), std::end(each.member));
        for (const auto& each : model) expected.insert(expected.end(), std::begin(each.member), std::end(each.member));
        expect_equal(found, expected);
    }

    /// Of structure `where[i]` the members from `First` on, to structure i.
    template <class T, std::size_t N, std::size_t First>
    void expect_gathered() {
        const std::vector<std::int32_t> places = indices();
        const auto from = numbers<T, N>();
        auto model = numbers<T, N>();
        const buffer<structure<T, N>> in(q, from), out(q, model);
        const buffer<std::int32_t> table(q, places);
        const structure<T, N>* const read = in.get();
        structure<T, N>* const written = out.get();
        const std::int32_t* const where = table.get();
        const auto item = [](structure<T, N>& to, const structure<T, N>& source) {
            T sum = 0;
            for (std::size_t k = First; k < N; ++k) {
                sum = static_cast<T>(sum + source.member[k]);
                to.member[k] = sum;
            }
        };
        q.parallel_for(range<1>(count), [=](id<1> i) { item(written[i], read[where[i]]); });
        for (std::size_t i = 0; i < count; ++i) item(model[i], from[static_cast<std::size_t>(places[i])]);
        expect_equal_members(out, model);
        q.parallel_for(range<1>(count), [=](id<1> i) { item(written[i], read[i]); });
        for (std::size_t i = 0; i < count; ++i) item(model[i], from[i]);
        expect_equal_members(out, model);
        // In place: each member is read behind the store of the one before it.
        q.parallel_for(range<1>(count), [=](id<1> i) { item(written[i], written[i]); });
        for (std::size_t i = 0; i < count; ++i) item(model[i], model[i]);
        expect_equal_members(out, model);
    }
};

/// Members of points at the places of a table, in a loop behind a guard.
template <class Member>
float sum_of_terms(const point* points, const std::int32_t* places, std::size_t i, int terms, Member member) {
    float sum = 0;
    for (int k = 0; k < terms; ++k) {
        const float here = member(points[i]),
                    there = member(points[places[(i + 7 * static_cast<std::size_t>(k)) % count]]);
        const float distance = here - there;
        if (distance * distance < 2500) sum += distance / (1 + distance * distance) * (3 - distance) + there * distance;
    }
    return sum;
}

TEST_F(Structures, AlignedMembersOfNeighbours) {
    const std::vector<point> all = points();
    const std::vector<std::int32_t> places = indices();
    const buffer<point> in(q, all);
    const buffer<std::int32_t> table(q, places);
    const buffer<float> out(q, 2 * count);
    const point* const read = in.get();
    const std::int32_t* const where = table.get();
    float* const written = out.get();
    const int terms = 15;
    const std::size_t last = count - 5;
    q.parallel_for(range<1>(count), [=](id<1> i) {
        if (i[0] >= last) return;
        written[2 * i[0]] = sum_of_terms(read, where, i[0], terms, first_three);
        written[2 * i[0] + 1] = sum_of_terms(read, where, i[0], terms, both_ends);
    });
    const std::vector<float> got = out.read();
    for (std::size_t i = 0; computes() && i < last; ++i) {
        const float first = sum_of_terms(all.data(), places.data(), i, terms, first_three);
        const float second = sum_of_terms(all.data(), places.data(), i, terms, both_ends);
        EXPECT_NEAR(got[2 * i], first, 1e-4f * (1000 + std::fabs(first))) << i;
        EXPECT_NEAR(got[2 * i + 1], second, 1e-4f * (1000 + std::fabs(second))) << i;
    }
}

TEST_F(Structures, AlignedMembersAtIndices) {
    const std::vector<point> all = points();
    const std::vector<std::int32_t> places = indices();
    const buffer<point> in(q, all);
    const buffer<std::int32_t> table(q, places);
    const buffer<float> three(q, count), ends(q, count);
    const point* const read = in.get();
    const std::int32_t* const where = table.get();
    float *const threes = three.get(), *const both = ends.get();
    q.parallel_for(range<1>(count), [=](id<1> i) { threes[i] = first_three(read[where[i]]); });
    q.parallel_for(range<1>(count), [=](id<1> i) { both[i] = both_ends(read[where[i]]); });
    std::vector<float> three_model, ends_model;
    for (const std::int32_t place : places) {
        three_model.push_back(first_three(all[static_cast<std::size_t>(place)]));
        ends_model.push_back(both_ends(all[static_cast<std::size_t>(place)]));
    }
    expect_equal(three.read(), three_model);
    expect_equal(ends.read(), ends_model);
}

TEST_F(Structures, Doubles) {
    expect_gathered<double, 3, 0>();
    expect_gathered<double, 8, 0>();
    expect_gathered<double, 13, 1>();
}
TEST_F(Structures, Floats) {
    expect_gathered<float, 4, 1>();
    expect_gathered<float, 7, 2>();
    expect_gathered<float, 16, 0>();
    expect_gathered<float, 21, 4>();
}
TEST_F(Structures, Integers) {
    expect_gathered<std::int32_t, 2, 0>();
    expect_gathered<std::int32_t, 13, 1>();
    expect_gathered<std::uint64_t, 16, 0>();
}
TEST_F(Structures, Bytes) { expect_gathered<std::uint8_t, 8, 0>(); }

}  // namespace
}  // namespace ndweave::conformance
