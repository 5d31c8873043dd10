#include "leaf_deck.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

namespace ndweave::apps {
namespace {

std::vector<std::string> words_of(std::string line) {
    line = line.substr(0, line.find_first_of("!#"));
    std::ranges::replace(line, '=', ' ');
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string w; in >> w;) words.push_back(w);
    return words;
}

double distance(double dx, double dy) { return std::sqrt(dx * dx + dy * dy); }

}  // namespace

leaf_deck::leaf_deck(std::string text, std::string origin, const std::string& name) : origin_(std::move(origin)) {
    std::istringstream in(std::move(text));
    bool inside = false, closed = false;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        deck_line parsed{++number, words_of(line)};
        if (parsed.words.empty()) continue;
        if (parsed.words.front() == "*" + name) {
            if (inside || closed) fail(parsed, "a second *" + name);
            inside = true;
        } else if (parsed.words.front() == "*end" + name) {
            if (!inside) fail(parsed, "*end" + name + " before *" + name);
            inside = false;
            closed = true;
            end_ = std::move(parsed);
        } else if (inside) {
            lines_.push_back(std::move(parsed));
        }
    }
    if (!closed) {
        throw usage_error("deck " + origin_ + ", line " + std::to_string(number) + ": ends without " +
                          (inside ? "*end" + name : "a block from *" + name + " to *end" + name));
    }
}

/// A page of text; what goes on for ever (a device, a pipe) is none.
constexpr std::size_t max_deck_bytes = std::size_t{1} << 20;

leaf_deck leaf_deck::from_file(const std::string& path, const std::string& name) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw usage_error("deck " + path + " cannot be read: " + std::strerror(errno));
    std::string text(max_deck_bytes + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.size() > max_deck_bytes) {
        throw usage_error("deck " + path + " has more than " + std::to_string(max_deck_bytes) + " bytes: no deck");
    }
    return leaf_deck(std::move(text), path, name);
}

void leaf_deck::fail(const deck_line& line, const std::string& reason) const {
    throw usage_error("deck " + origin_ + ", line " + std::to_string(line.number) + ": " + reason);
}

void leaf_deck::fail(const std::string& reason) const { fail(end_, reason); }

double leaf_deck::real(const deck_line& line, std::size_t at) const {
    if (at + 1 >= line.words.size()) fail(line, line.words[at] + " has no value");
    const std::string& word = line.words[at + 1];
    double value = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc{} || stop != end || !std::isfinite(value))
        fail(line, line.words[at] + " of '" + word + "' is not a number");
    return value;
}

std::int64_t leaf_deck::integer(const deck_line& line, std::size_t at, std::int64_t least, std::int64_t most) const {
    const double value = real(line, at);
    if (value != std::floor(value) || value < static_cast<double>(least) || value > static_cast<double>(most)) {
        fail(line, line.words[at] + " of '" + line.words[at + 1] + "' is not a whole number from " +
                       std::to_string(least) + " to " + std::to_string(most));
    }
    return static_cast<std::int64_t>(value);
}

bool uniform_grid::take(const leaf_deck& deck, const deck_line& line) {
    const std::string& key = line.words.front();
    constexpr std::int64_t max_cells = 1 << 20;
    if (key == "x_cells")
        x_cells = deck.integer(line, 0, 1, max_cells);
    else if (key == "y_cells")
        y_cells = deck.integer(line, 0, 1, max_cells);
    else if (key == "xmin")
        x_min = deck.real(line, 0);
    else if (key == "ymin")
        y_min = deck.real(line, 0);
    else if (key == "xmax")
        x_max = deck.real(line, 0);
    else if (key == "ymax")
        y_max = deck.real(line, 0);
    else
        return false;
    return true;
}

bool take_state(const leaf_deck& deck, const deck_line& line, std::vector<material_state>& states) {
    if (line.words.front() != "state") return false;
    const std::int64_t number = deck.integer(line, 0, 1, 1000);
    if (number != static_cast<std::int64_t>(states.size()) + 1) {
        deck.fail(line,
                  "state " + std::to_string(number) + " where state " + std::to_string(states.size() + 1) + " was due");
    }
    material_state s;
    bool has_density = false, has_energy = false;
    const std::map<std::string, double*> numbers{
        {"density", &s.density}, {"energy", &s.energy}, {"xvel", &s.x_velocity},
        {"yvel", &s.y_velocity}, {"xmin", &s.x_min},    {"xmax", &s.x_max},
        {"ymin", &s.y_min},      {"ymax", &s.y_max},    {"radius", &s.radius}};
    const std::map<std::string, material_state::geometry> shapes{{"rectangle", material_state::geometry::rectangle},
                                                                 {"circle", material_state::geometry::circle},
                                                                 {"circular", material_state::geometry::circle},
                                                                 {"point", material_state::geometry::point}};
    for (std::size_t at = 2; at < line.words.size(); at += 2) {
        const std::string& key = line.words[at];
        if (key == "geometry") {
            if (at + 1 >= line.words.size()) deck.fail(line, "geometry has no value");
            const auto shape = shapes.find(line.words[at + 1]);
            if (shape == shapes.end())
                deck.fail(line, "geometry '" + line.words[at + 1] + "' is not rectangle, circle or point");
            s.shape = shape->second;
            continue;
        }
        const auto found = numbers.find(key);
        if (found == numbers.end()) deck.fail(line, "a state has no '" + key + "'");
        *found->second = deck.real(line, at);
        has_density |= key == "density";
        has_energy |= key == "energy";
    }
    if (!has_density || !has_energy) deck.fail(line, "a state needs density and energy");
    if (s.density <= 0) deck.fail(line, "the density must be positive");
    if (s.energy < 0) deck.fail(line, "the energy must not be negative");
    if (s.shape == material_state::geometry::circle && s.radius <= 0) deck.fail(line, "a circle needs a radius");
    if (s.shape == material_state::geometry::rectangle && (s.x_max <= s.x_min || s.y_max <= s.y_min))
        deck.fail(line, "the rectangle has no extent: it needs xmin below xmax and ymin below ymax");
    if (number > 1 && s.shape == material_state::geometry::everywhere)
        deck.fail(line, "a state after the first needs a geometry");
    states.push_back(s);
    return true;
}

void check_complete(const leaf_deck& deck, const uniform_grid& grid, const std::vector<material_state>& states) {
    if (states.empty()) deck.fail("there is no state: a deck needs at least state 1, the background");
    if (grid.x_max <= grid.x_min || grid.y_max <= grid.y_min)
        deck.fail("the grid has no extent: a deck needs xmin below xmax and ymin below ymax");
}

std::size_t state_of_cell(const std::vector<material_state>& states, const uniform_grid& grid, std::int64_t column,
                          std::int64_t row) {
    const double left = grid.vertex_x(column), right = grid.vertex_x(column + 1);
    const double low = grid.vertex_y(row), high = grid.vertex_y(row + 1);
    std::size_t covering = 0;
    for (std::size_t i = 1; i < states.size(); ++i) {
        const material_state& s = states[i];
        bool covers = false;
        switch (s.shape) {
            case material_state::geometry::everywhere:
                covers = true;
                break;
            case material_state::geometry::rectangle:
                // Edges move inwards by a hundredth of a cell, so that rounding does not decide about a vertex on an
                // edge.
                covers = right >= s.x_min + grid.dx() / 100 && left < s.x_max - grid.dx() / 100 &&
                         high >= s.y_min + grid.dy() / 100 && low < s.y_max - grid.dy() / 100;
                break;
            case material_state::geometry::circle:
                // The centre moves with the edges, as in the published programs: their results depend on it.
                covers = distance(0.5 * (left + right) - (s.x_min + grid.dx() / 100),
                                  0.5 * (low + high) - (s.y_min + grid.dy() / 100)) <= s.radius;
                break;
            case material_state::geometry::point:
                covers = left == s.x_min && low == s.y_min;
                break;
        }
        if (covers) covering = i;
    }
    return covering;
}

}  // namespace ndweave::apps
