#include "leaf_deck.hpp"

#include <gtest/gtest.h>

namespace ndweave::apps {
namespace {

TEST(LeafDeck, TakesWordsInsideTheBlockOnly) {
    const leaf_deck deck("noise\n*clover\n x_cells=12 ! comment\n\n# all comment\ny_cells 7\n*endclover\nx_cells=1\n",
                         "d", "clover");
    ASSERT_EQ(deck.lines().size(), 2u);
    EXPECT_EQ(deck.lines()[0].number, 3);
    EXPECT_EQ(deck.lines()[1].number, 6);
    uniform_grid grid;
    for (const deck_line& line : deck.lines()) EXPECT_TRUE(grid.take(deck, line));
    EXPECT_EQ(grid.x_cells, 12);
    EXPECT_EQ(grid.y_cells, 7);
}

TEST(LeafDeck, StatesCoverTheirCells) {
    const leaf_deck deck(
        "*tea\nstate 1 density=1 energy=1\nstate 2 density=2 energy=1 geometry=rectangle xmin=0 xmax=5 ymin=0 ymax=2\n"
        "state 3 density=3 energy=1 geometry=circle xmin=5 ymin=5 radius=1\n*endtea\n",
        "d", "tea");
    std::vector<material_state> states;
    for (const deck_line& line : deck.lines()) EXPECT_TRUE(take_state(deck, line, states));
    const uniform_grid grid;  // 10 by 10 cells of size 1
    EXPECT_EQ(state_of_cell(states, grid, 0, 0), 1u);
    EXPECT_EQ(state_of_cell(states, grid, 4, 1), 1u);
    EXPECT_EQ(state_of_cell(states, grid, 5, 1), 0u);
    EXPECT_EQ(state_of_cell(states, grid, 4, 2), 0u);
    EXPECT_EQ(state_of_cell(states, grid, 4, 5), 2u);
    EXPECT_EQ(state_of_cell(states, grid, 8, 8), 0u);
}

TEST(LeafDeck, ErrorsNameDeckAndLine) {
    const auto error = [](const std::string& text) -> std::string {
        try {
            const leaf_deck deck(text, "some.in", "tea");
            std::vector<material_state> states;
            uniform_grid grid;
            for (const deck_line& line : deck.lines()) grid.take(deck, line) || take_state(deck, line, states);
            check_complete(deck, grid, states);
        } catch (const usage_error& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_EQ(error("*tea\nstate 1 density=1 energy=1 colour=3\n*endtea\n"),
              "deck some.in, line 2: a state has no 'colour'");
    EXPECT_EQ(error("*tea\nstate 1 density=1x energy=1\n*endtea\n"),
              "deck some.in, line 2: density of '1x' is not a number");
    EXPECT_EQ(error("*tea\nstate 1 density=1\n*endtea\n"), "deck some.in, line 2: a state needs density and energy");
    EXPECT_EQ(error("*tea\nstate 1 density=1 energy=-1\n*endtea\n"),
              "deck some.in, line 2: the energy must not be negative");
    const std::string background = "*tea\nstate 1 density=1 energy=1\n";
    EXPECT_EQ(error(background + "state 2 density=1 energy=1 geometry=circle xmin=1\n*endtea\n"),
              "deck some.in, line 3: a circle needs a radius");
    EXPECT_EQ(error(background + "state 2 density=1 energy=1 geometry=rectangle xmin=1 xmax=1 ymax=3\n*endtea\n"),
              "deck some.in, line 3: the rectangle has no extent: it needs xmin below xmax and ymin below ymax");
    EXPECT_EQ(error(background + "state 2 density=1 energy=1 geometry=blob\n*endtea\n"),
              "deck some.in, line 3: geometry 'blob' is not rectangle, circle or point");
    EXPECT_EQ(error("*tea\n\n*endtea\n"),
              "deck some.in, line 3: there is no state: a deck needs at least state 1, the background");
    EXPECT_EQ(error(background + "xmin=4\nxmax=4\n*endtea\n"),
              "deck some.in, line 5: the grid has no extent: a deck needs xmin below xmax and ymin below ymax");
    EXPECT_EQ(error(background), "deck some.in, line 2: ends without *endtea");
    EXPECT_NE(error("x\ny\n").find("a block from *tea to *endtea"), std::string::npos);
}

TEST(LeafDeck, FilesWithoutEndAreNoDecks) {
    for (const char* path : {"/dev/zero", "/dev/urandom"}) {
        try {
            leaf_deck::from_file(path, "clover");
            ADD_FAILURE() << path << " was read";
        } catch (const usage_error& e) {
            EXPECT_NE(std::string(e.what()).find("no deck"), std::string::npos) << e.what();
        }
    }
}

}  // namespace
}  // namespace ndweave::apps
