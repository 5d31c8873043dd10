// Who runs when, with threads that stand for the rows of a run.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "measure/turns/turn_order.hpp"

namespace ndweave::harness {
namespace {

/// Runs rows at once, each by `row(order, number)`; returns what they noted, in order.
class course {
public:
    template <class Row>
    course(std::size_t rows, const Row& row) {
        turn_order order(rows);
        std::vector<std::thread> threads;
        for (std::size_t r = 0; r < rows; ++r) {
            threads.emplace_back([&, r] {
                order.begin(r);
                row(*this, order, r);
                order.end(r);
            });
        }
        for (std::thread& thread : threads) thread.join();
    }

    /// One row has the turn: nobody else notes anything meanwhile.
    void note(std::size_t row) {
        EXPECT_EQ(running_.fetch_add(1), 0);
        text_ += static_cast<char>('a' + row);
        running_.fetch_sub(1);
    }
    const std::string& text() const { return text_; }

private:
    std::atomic<int> running_ = 0;
    std::string text_;
};

TEST(TurnOrder, RowsAlternate) {
    const course c(3, [](course& all, turn_order& order, std::size_t row) {
        for (int turn = 0; turn < 4; ++turn) {
            all.note(row);
            order.next(row, 0, 1);
        }
    });
    EXPECT_EQ(c.text(), "abcabcabcabc");
}

TEST(TurnOrder, RowsGoThroughTheirKernelsTogether) {
    // The second row needs fewer samples of the first kernel (small letters); with the next one (capitals) it waits for
    // the first row.
    std::string text;
    const course c(2, [&](course& all, turn_order& order, std::size_t row) {
        for (std::size_t series = 0; series < 2; ++series) {
            for (std::size_t turn = 0; turn < (row == 0 && series == 0 ? 4u : 2u); ++turn) {
                all.note(row);
                text += static_cast<char>((series == 0 ? 'a' : 'A') + row);
                order.next(row, series, 1);
            }
        }
    });
    EXPECT_EQ(text, "ababaBaAAB");
}

TEST(TurnOrder, RowsThatEndLeaveTheOthersTheirTurns) {
    const course c(3, [](course& all, turn_order& order, std::size_t row) {
        if (row == 1) return;  // it crashed, say
        for (std::size_t turn = 0; turn < (row == 0 ? 1u : 3u); ++turn) {
            all.note(row);
            order.next(row, 0, 1);
        }
    });
    EXPECT_EQ(c.text(), "accc");
}

TEST(TurnOrder, TellsWhenItIsSettledHowRowsCompare) {
    std::vector<std::vector<bool>> settled(2);
    const course c(2, [&](course&, turn_order& order, std::size_t row) {
        for (int turn = 0; turn < 20; ++turn) settled[row].push_back(order.next(row, 0, row == 0 ? 1.0 : 1.5));
    });
    for (const auto& row : settled) {
        EXPECT_FALSE(row.front()) << "a turn tells nothing";
        EXPECT_TRUE(row.back());
    }
    // Turns in which now the one and now the other is faster settle nothing.
    std::vector<bool> open;
    const course d(2, [&](course&, turn_order& order, std::size_t row) {
        for (int turn = 0; turn < 20; ++turn) {
            const double own = turn % 2 == static_cast<int>(row) ? 1.0 : 1.5, noise = 0.001 * (turn * 7 % 11);
            const bool answer = order.next(row, 0, own + noise);
            if (row == 0) open.push_back(answer);
        }
    });
    EXPECT_FALSE(open.back());
}

}  // namespace
}  // namespace ndweave::harness
