/// The input format that CloverLeaf and TeaLeaf share: lines of words between `*clover` and `*endclover` (or `*tea` and
/// `*endtea`), `key=value` or `key value`, `!` or `#` before comments, and numbered states with geometries.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app.hpp"

namespace ndweave::apps {

/// One line that says something: its words, `=` taken as a blank.
struct deck_line {
    int number = 0;  // from 1
    std::vector<std::string> words;
};

/// Reads a deck's block. All errors are usage_errors that name deck, line and reason.
class leaf_deck {
public:
    /// `origin` is how errors call the deck; `name` is "clover" or "tea".
    leaf_deck(std::string text, std::string origin, const std::string& name);
    static leaf_deck from_file(const std::string& path, const std::string& name);

    const std::vector<deck_line>& lines() const { return lines_; }

    [[noreturn]] void fail(const deck_line&, const std::string& reason) const;
    /// About the block as a whole; names its last line.
    [[noreturn]] void fail(const std::string& reason) const;
    /// The word after `words[at]`, as a number.
    double real(const deck_line&, std::size_t at) const;
    std::int64_t integer(const deck_line&, std::size_t at, std::int64_t least, std::int64_t most) const;

private:
    std::string origin_;
    std::vector<deck_line> lines_;
    deck_line end_;
};

/// A material and where it lies. State 1 is the background.
struct material_state {
    enum class geometry { everywhere, rectangle, circle, point };
    double density = 0, energy = 0, x_velocity = 0, y_velocity = 0;
    geometry shape = geometry::everywhere;
    double x_min = 0, x_max = 0, y_min = 0, y_max = 0, radius = 0;
};

/// A rectangular grid of equal cells.
struct uniform_grid {
    double x_min = 0, y_min = 0, x_max = 10, y_max = 10;
    std::int64_t x_cells = 10, y_cells = 10;
    double dx() const { return (x_max - x_min) / static_cast<double>(x_cells); }
    double dy() const { return (y_max - y_min) / static_cast<double>(y_cells); }
    /// Left and lower vertices of column and row `i`; ghost cells have negative numbers.
    double vertex_x(std::int64_t i) const { return x_min + dx() * static_cast<double>(i); }
    double vertex_y(std::int64_t i) const { return y_min + dy() * static_cast<double>(i); }

    /// Takes `x_cells 10` and the like; false where the line is about something else.
    bool take(const leaf_deck&, const deck_line&);
};

/// Parses a `state N …` line; false where the line is about something else. States come in order, from 1.
bool take_state(const leaf_deck&, const deck_line&, std::vector<material_state>& states);

/// Fails where there is no state or the grid has no extent: what every deck needs.
void check_complete(const leaf_deck&, const uniform_grid&, const std::vector<material_state>&);

/// The number (from 0) of the last state that covers cell (column, row): a rectangle takes every cell whose far vertex
/// has reached its near edge and whose near vertex lies before its far edge, a circle the cells whose centre lies in
/// it, a point the cell whose near vertex it is. Edges and centres are off by a hundredth of a cell, see the source.
std::size_t state_of_cell(const std::vector<material_state>& states, const uniform_grid&, std::int64_t column,
                          std::int64_t row);

}  // namespace ndweave::apps
