/// Kernels whose captured pointers lead into arrays of their own in some launches, and into the same ones in others.
#include <array>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

constexpr std::size_t items = 203, row = 37, arrays = 3;

/// Where one work-item's captures lead: its own row of some array, at some element.
struct placement {
    std::array<std::size_t, 4> array, element;
};

/// Each step may read what the one before it has written through another pointer.
template <class Pointers>
void run_row(const Pointers& at, std::uint32_t steps) {
    const auto [from, also_from, to, sum] = at;
    for (std::uint32_t k = 0; k < steps; ++k) {
        to[k + 1] = from[k] * 3 + also_from[k + 2];
        sum[0] += to[k] ^ from[k + 1];
    }
}

class SharedArrays : public Conformance {
protected:
    placement some_placement() {
        placement p{};
        for (std::size_t n = 0; n < p.array.size(); ++n) {
            p.array[n] = random() % arrays;
            p.element[n] = n < 3 ? random() % 4 : random() % row;
        }
        return p;
    }

    void expect_right(const placement& p, bool groups) {
        std::array<std::vector<std::uint32_t>, arrays> model;
        for (auto& array : model) {
            array.resize(items * row);
            for (auto& number : array) number = static_cast<std::uint32_t>(random());
        }
        std::array<std::unique_ptr<buffer<std::uint32_t>>, arrays> memory;
        for (std::size_t n = 0; n < arrays; ++n) memory[n] = std::make_unique<buffer<std::uint32_t>>(q, model[n]);
        const auto pointer = [&](std::size_t n) { return memory[p.array[n]]->get() + p.element[n]; };
        std::uint32_t *const from = pointer(0), *const also = pointer(1), *const to = pointer(2),
                             *const sum = pointer(3);
        const auto steps = static_cast<std::uint32_t>(row - 6);
        const auto kernel = [=](std::size_t i) {
            const std::size_t at = i * row;
            run_row(std::array{from + at, also + at, to + at, sum + at}, steps);
        };
        if (groups) {
            q.parallel_for(nd_range<1>(range<1>(items), range<1>(29)),
                           [=](nd_item<1> item) { kernel(item.get_global_id(0)); });
        } else {
            q.parallel_for(range<1>(items), [=](id<1> i) { kernel(i[0]); });
        }
        for (std::size_t i = 0; i < items; ++i) {
            std::array<std::uint32_t*, 4> at{};
            for (std::size_t n = 0; n < at.size(); ++n) at[n] = &model[p.array[n]][i * row + p.element[n]];
            run_row(at, steps);
        }
        for (std::size_t n = 0; n < arrays; ++n) expect_equal(memory[n]->read(), model[n]);
    }
};

TEST_F(SharedArrays, LaunchesInAnyOrderSeeWhatEachPointerLeadsTo) {
    for (int launch = 0; launch < 30; ++launch) {
        const placement p = some_placement();
        SCOPED_TRACE(::testing::PrintToString(p.array) + " at " + ::testing::PrintToString(p.element));
        expect_right(p, launch % 2 != 0);
        if (HasFatalFailure()) return;
    }
}

/// One kernel, whose pointers stay while the memory that they lead into is freed and allocated anew.
TEST_F(SharedArrays, MemoryThatIsAllocatedAnewMayBeOneArrayWhereThereWereTwo) {
    constexpr std::size_t count = 4096;
    const auto shift = [this](std::uint32_t* to, const std::uint32_t* from, std::size_t n) {
        q.single_task([=] {
            for (std::size_t i = 0; i < n; ++i) to[i] = from[i] + 1;
        });
    };
    for (int round = 0; round < 20; ++round) {
        {
            const buffer<std::uint32_t> a(q, std::vector<std::uint32_t>(count)), b(q, count);
            shift(b.get(), a.get(), count);
            expect_equal(b.read(), std::vector<std::uint32_t>(count, 1));
        }
        const buffer<std::uint32_t> one(q, std::vector<std::uint32_t>(2 * count));
        shift(one.get() + 1, one.get(), 2 * count - 1);
        std::vector<std::uint32_t> model(2 * count);
        for (std::size_t i = 0; i < model.size(); ++i) model[i] = static_cast<std::uint32_t>(i);
        expect_equal(one.read(), model);
    }
}

}  // namespace
}  // namespace ndweave::conformance
