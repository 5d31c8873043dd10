/// Divisions by numbers that work-items choose, among them ids: zero is never chosen.
#include <limits>
#include <type_traits>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

class Division : public Conformance {
protected:
    static constexpr std::size_t rows = 3;

    /// Odd numbers are divided by the column, the others by 1; in the first column, which is 0, all are even.
    template <class T>
    void expect_quotients(std::size_t columns) {
        std::vector<T> numbers(rows * columns);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            numbers[i] = static_cast<T>(random() >> 1);
            if (i % columns == 0) numbers[i] = static_cast<T>(numbers[i] & ~T{1});
        }
        const buffer<T> in(q, numbers), quotients(q, numbers.size()), remainders(q, numbers.size());
        T *const from = in.get(), *const quotient = quotients.get(), *const remainder = remainders.get();
        q.parallel_for(nd_range<1>(range<1>(numbers.size()), range<1>(columns)), [=](nd_item<1> item) {
            const std::size_t i = item.get_global_id(0);
            const T by = from[i] & 1 ? static_cast<T>(item.get_local_id(0)) : T{1};
            quotient[i] = static_cast<T>(from[i] / by);
            remainder[i] = static_cast<T>(from[i] % by);
        });
        std::vector<T> q_model, r_model;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const T by = numbers[i] & 1 ? static_cast<T>(i % columns) : T{1};
            q_model.push_back(static_cast<T>(numbers[i] / by));
            r_model.push_back(static_cast<T>(numbers[i] % by));
        }
        expect_equal(quotients.read(), q_model);
        expect_equal(remainders.read(), r_model);
    }
};

TEST_F(Division, ByAnIdWhereItIsChosen) {
    for (const std::size_t columns : {4, 8, 16, 32}) {
        SCOPED_TRACE(columns);
        expect_quotients<std::int32_t>(columns);
        expect_quotients<std::uint32_t>(columns);
        expect_quotients<std::uint16_t>(columns);
        expect_quotients<std::int64_t>(columns);
    }
}

TEST_F(Division, ByACounterWhereItIsChosen) {
    constexpr std::size_t items = 100, turns = 16;
    std::vector<std::int32_t> numbers(items * turns);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<std::int32_t>(random() >> 1);
        if (i % turns == 0) numbers[i] &= ~1;
    }
    const buffer<std::int32_t> in(q, numbers), out(q, numbers.size());
    std::int32_t *const from = in.get(), *const to = out.get();
    q.parallel_for(range<1>(items), [=](id<1> i) {
        for (std::size_t turn = 0; turn < turns; ++turn) {
            const std::size_t at = i * turns + turn;
            to[at] = from[at] / (from[at] & 1 ? static_cast<std::int32_t>(turn) : 1);
        }
    });
    std::vector<std::int32_t> model;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        model.push_back(numbers[i] / (numbers[i] & 1 ? static_cast<std::int32_t>(i % turns) : 1));
    expect_equal(out.read(), model);
}

/// Dividends beside multiples of divisors and at the ends of the type, where a quotient in floating point may be off.
template <class T>
class DivisionOf : public Conformance {
protected:
    using limits = std::numeric_limits<T>;

    T any() { return static_cast<T>(this->random()); }

    T divisor() {
        const T small = static_cast<T>(this->random() % 100 + 1), large = static_cast<T>(limits::max() - any() % 3);
        const T all[] = {1, 2, 3, small, large, any(), limits::max(), limits::min(), static_cast<T>(-1)};
        const T chosen = all[this->random() % std::size(all)];
        return chosen == 0 ? T{7} : chosen;
    }

    T dividend(T by) {
        const auto whole = static_cast<std::int64_t>(any()) / static_cast<std::int64_t>(by);
        const auto near_multiple =
            static_cast<T>(whole * static_cast<std::int64_t>(by) + static_cast<std::int64_t>(this->random() % 3) - 1);
        const T all[] = {near_multiple, near_multiple, any(), limits::max(), limits::min(), 0};
        const T chosen = all[this->random() % std::size(all)];
        return std::is_signed_v<T> && chosen == limits::min() && by == static_cast<T>(-1) ? T{5} : chosen;
    }
};

using integers = ::testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t>;
TYPED_TEST_SUITE(DivisionOf, integers);

TYPED_TEST(DivisionOf, NumbersBesideMultiples) {
    using T = TypeParam;
    constexpr std::size_t items = 4099;
    std::vector<T> numbers(items), divisors(items), by_own, rest_of_own;
    for (std::size_t i = 0; i < items; ++i) {
        divisors[i] = this->divisor();
        numbers[i] = this->dividend(divisors[i]);
        by_own.push_back(static_cast<T>(numbers[i] / divisors[i]));
        rest_of_own.push_back(static_cast<T>(numbers[i] % divisors[i]));
    }
    const buffer<T> in(this->q, numbers), divided_by(this->q, divisors), out(this->q, items), rests(this->q, items);
    T *const from = in.get(), *const divisor = divided_by.get(), *const to = out.get(), *const rest = rests.get();
    this->q.parallel_for(range<1>(items), [=](id<1> i) {
        to[i] = static_cast<T>(from[i] / divisor[i]);
        rest[i] = static_cast<T>(from[i] % divisor[i]);
    });
    this->expect_equal(out.read(), by_own);
    this->expect_equal(rests.read(), rest_of_own);
    for (int turn = 0; turn < 8; ++turn) {
        const T by = this->divisor();
        std::vector<T> near(items), by_one, rest_of_one;
        for (T& number : near) {
            number = this->dividend(by);
            by_one.push_back(static_cast<T>(number / by));
            rest_of_one.push_back(static_cast<T>(number % by));
        }
        const buffer<T> near_in(this->q, near);
        const T* const near_from = near_in.get();
        this->q.parallel_for(range<1>(items), [=](id<1> i) {
            to[i] = static_cast<T>(near_from[i] / by);
            rest[i] = static_cast<T>(near_from[i] % by);
        });
        this->expect_equal(out.read(), by_one);
        this->expect_equal(rests.read(), rest_of_one);
    }
}

TEST_F(Division, IdsBySizes) {
    constexpr std::size_t items = 3001;
    for (const std::size_t by : {std::size_t{1}, std::size_t{3}, std::size_t{77}, items, std::size_t{1} << 40}) {
        SCOPED_TRACE(by);
        const buffer<std::uint64_t> out(q, items);
        std::uint64_t* const to = out.get();
        q.parallel_for(range<1>(items), [=](id<1> i) {
            const std::size_t mixed = i[0] * 7919 & 0xffffffff;
            to[i] = mixed / by * 5 + mixed % by;
        });
        std::vector<std::uint64_t> model;
        for (std::size_t i = 0; i < items; ++i) {
            const std::size_t mixed = i * 7919 & 0xffffffff;
            model.push_back(mixed / by * 5 + mixed % by);
        }
        expect_equal(out.read(), model);
    }
}

}  // namespace
}  // namespace ndweave::conformance
