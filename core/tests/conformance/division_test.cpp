/// Divisions by numbers that work-items choose, among them ids: zero is never chosen.
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

}  // namespace
}  // namespace ndweave::conformance
