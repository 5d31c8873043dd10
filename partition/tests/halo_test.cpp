#include "ndweave/partition/halo.hpp"

#include <gtest/gtest.h>

#include <random>

#include "ndweave/partition/threads.hpp"

namespace ndweave::partition {
namespace {

/// A part's field of one number type with ghosts, filled with what a function of the global line says.
template <class T, int D>
class part_field {
public:
    part_field(queue& q, const box<D>& part, const std::array<int, D>& shared, int ghosts)
        : queue_(q), part_(part), shared_(shared), ghosts_(ghosts) {
        std::size_t count = 1;
        for (std::size_t a = D; a-- > 0;) {
            strides_[a] = static_cast<std::ptrdiff_t>(count);
            count *= static_cast<std::size_t>(lines(a) + 2 * ghosts);
        }
        size_ = count;
        data_ = malloc_device<T>(count, queue_);
    }
    ~part_field() { free(data_, queue_); }

    field<T, D> view() {
        std::ptrdiff_t origin = 0;
        for (std::size_t a = 0; a < D; ++a) origin += ghosts_ * strides_[a];
        return {data_ + origin, strides_, shared_};
    }
    void set(const std::vector<T>& values) { queue_.copy(values.data(), data_, size_).wait(); }
    std::vector<T> get() {
        std::vector<T> values(size_);
        queue_.copy(static_cast<const T*>(data_), values.data(), size_).wait();
        return values;
    }
    /// Calls f(global lines, number of axes along which the line is a ghost, index in memory).
    template <class F>
    void each(const F& f) const {
        for (std::size_t i = 0; i < size_; ++i) {
            std::array<std::int64_t, D> global;
            int outside = 0;
            std::size_t rest = i;
            for (std::size_t a = D; a-- > 0;) {
                const auto extent = static_cast<std::size_t>(lines(a) + 2 * ghosts_);
                const auto local = static_cast<std::int64_t>(rest % extent) - ghosts_;
                rest /= extent;
                global[a] = part_.begin[a] + local;
                outside += local < 0 || local >= lines(a);
            }
            f(global, outside, i);
        }
    }

private:
    std::int64_t lines(std::size_t a) const { return part_.end[a] - part_.begin[a] + shared_[a]; }

    queue& queue_;
    box<D> part_;
    std::array<int, D> shared_;
    int ghosts_;
    std::array<std::ptrdiff_t, D> strides_{};
    std::size_t size_ = 0;
    T* data_ = nullptr;
};

template <class T, int D>
T value_of(const std::array<std::int64_t, D>& global, int field) {
    T v = static_cast<T>(field + 1);
    for (const std::int64_t x : global) v = v * T(97) + static_cast<T>(x + 5);
    return v;
}

/// Fields of all kinds of shared lines, exchanged together; then every ghost inside the grid that a neighbour has must
/// be the neighbour's, and nothing else may have changed.
template <class T, int D>
void check(const std::array<std::int64_t, D>& cells, int ranks, int width, reach r, const char* device_name) {
    run_threads(ranks, [&](communicator& world) {
        queue q{device(device_name)};
        const auto g = grid<D>::over(cells, ranks, width + 1);
        const box<D> part = g.part(world.rank());
        std::array<int, D> vertices, faces{};
        vertices.fill(1);
        faces[D - 1] = 1;
        part_field<T, D> a(q, part, {}, width), b(q, part, vertices, width), c(q, part, faces, width);
        part_field<T, D>* const all[] = {&a, &b, &c};
        std::vector<std::vector<T>> before;
        for (int f = 0; f < 3; ++f) {
            std::vector<T> values;
            all[f]->each([&](const auto& global, int outside, std::size_t) {
                values.push_back(outside ? T(-1) : value_of<T, D>(global, f));
            });
            all[f]->set(values);
            before.push_back(values);
        }
        halo<T, D> h(q, world, g, width, r);
        for (int round = 0; round < 2; ++round) {
            if (round == 0) {
                h.exchange({a.view(), b.view(), c.view()});
            } else {  // again, in two halves and another order
                h.start({c.view(), a.view()});
                h.finish();
            }
            q.wait();
        }
        for (int f = 0; f < 3; ++f) {
            const std::vector<T> after = all[f]->get();
            const auto shared = all[f]->view().shared;
            all[f]->each([&](const auto& global, int outside, std::size_t i) {
                bool in_grid = true;
                for (std::size_t x = 0; x < D; ++x)
                    in_grid = in_grid && global[x] >= 0 && global[x] < cells[x] + shared[x];
                const bool filled = outside == 0 || (in_grid && (r == reach::corners || outside == 1));
                ASSERT_EQ(after[i], filled ? (value_of<T, D>(global, f)) : T(-1))
                    << "rank " << world.rank() << " of " << ranks << ", field " << f << ", element " << i;
            });
        }
    });
}

TEST(Halo, GhostsAreTheNeighboursLines) {
    for (const int ranks : {1, 2, 3, 4, 6, 9}) {
        check<double, 2>({23, 17}, ranks, 2, reach::corners, "cpu");
        check<float, 2>({19, 31}, ranks, 1, reach::faces, "cpu");
    }
    check<double, 1>({70}, 5, 3, reach::corners, "cpu");
    for (const int ranks : {2, 8, 12}) check<double, 3>({11, 9, 13}, ranks, 2, reach::corners, "cpu");
    check<std::uint64_t, 3>({9, 8, 13}, 6, 1, reach::faces, "cpu");
}

TEST(Halo, LongBordersTakeSeveralRuns) { check<double, 2>({700, 9}, 2, 2, reach::corners, "cpu"); }

TEST(Halo, OnDevicesWhoseMemoryMessagesCannotRead) {
    try {
        device("opencl:0");
    } catch (const exception&) {
        GTEST_SKIP() << "no OpenCL device here";
    }
    check<double, 2>({23, 17}, 4, 2, reach::corners, "opencl:0");
    check<double, 3>({11, 9, 13}, 3, 1, reach::faces, "opencl:0");
}

void check_lists(const char* device_name) {
    run_threads(3, [&](communicator& world) {
        queue q{device(device_name)};
        const int me = world.rank(), next = (me + 1) % 3, last = (me + 2) % 3;
        // 300 own elements, then 5 of each of the two others.
        constexpr std::int64_t own = 300;
        halo<double, 1> h(
            q, world,
            std::vector<exchange_list>{{next, {7, 8, 9, 200, 3}, {own, own + 1, own + 2, own + 3, own + 4}},
                                       {last, {1, 299, 150, 151, 2}, {own + 9, own + 8, own + 7, own + 6, own + 5}}});
        double* const a = malloc_device<double>(own + 10, q);
        double* const b = malloc_device<double>(own + 10, q);
        q.parallel_for(range<1>(own + 10), [=](id<1> i) {
            a[i[0]] = i[0] < own ? me * 1000.0 + static_cast<double>(i[0]) : -1;
            b[i[0]] = -a[i[0]];
        });
        h.exchange({{a, {1}, {}}, {b, {1}, {}}});
        std::vector<double> found(own + 10), other(own + 10);
        q.copy(static_cast<const double*>(a), found.data(), found.size()).wait();
        q.copy(static_cast<const double*>(b), other.data(), other.size()).wait();
        // What the next one sends to its last, and the last one to its next.
        const int from_next[] = {1, 299, 150, 151, 2}, from_last[] = {7, 8, 9, 200, 3};
        for (std::size_t i = 0; i < 5; ++i) {
            EXPECT_EQ(found[own + i], next * 1000 + from_next[i]);
            EXPECT_EQ(found[own + 9 - i], last * 1000 + from_last[i]);
            EXPECT_EQ(other[own + i], -found[own + i]);
        }
        free(a, q);
        free(b, q);
    });
}

TEST(Halo, ListsOfElements) {
    check_lists("cpu");
    try {
        device("opencl:0");
    } catch (const exception&) {
        return;
    }
    check_lists("opencl:0");
}

TEST(Halo, OneExchangeAtATime) {
    run_threads(2, [](communicator& world) {
        queue q{device("cpu")};
        const grid<1> g({10}, {2});
        part_field<double, 1> a(q, g.part(world.rank()), {}, 1);
        a.set(std::vector<double>(7, 0.0));
        halo<double, 1> h(q, world, g, 1);
        h.finish();  // of nothing
        h.start({a.view()});
        EXPECT_THROW(h.start({a.view()}), exception);
        h.finish();
        EXPECT_THROW(h.start(std::vector(25, a.view())), exception);
        EXPECT_EQ(h.volume({a.view()}), (std::pair<std::size_t, std::size_t>(8, 1)));
        const traffic counted = world.counted();
        EXPECT_EQ(counted.exchanges, 1u);
        EXPECT_EQ(counted.messages, 1u);
        EXPECT_EQ(counted.bytes, 8u);
        EXPECT_EQ(counted.reductions, 0u);
    });
}

TEST(RunThreads, AnErrorOfOneRankEndsTheOthers) {
    EXPECT_THROW(run_threads(3,
                             [](communicator& world) {
                                 if (world.rank() == 1) throw std::domain_error("rank 1");
                                 world.barrier();
                             }),
                 std::exception);
}

}  // namespace
}  // namespace ndweave::partition
