/// A grid of cells, divided among ranks.
#pragma once

#include <limits>
#include <ndweave/exception.hpp>
#include <string>
#include <vector>

#include "ndweave/partition/box.hpp"

namespace ndweave::partition {

/// Who is where beside a part.
template <int D>
struct neighbour {
    int rank;
    direction<D> where;
};

/// A Cartesian grid of parts over a grid of cells. Parts that a division leaves over a cell for come first along each
/// axis, so that no two differ by more than one cell along it. Ranks count along the last axis first.
template <int D>
class grid {
public:
    using cells_type = std::array<std::int64_t, D>;
    using parts_type = std::array<int, D>;

    /// As many parts along each axis as `parts` says. Throws errc::invalid where a part would have less than
    /// `thinnest` cells along an axis that is divided.
    grid(const cells_type& cells, const parts_type& parts, std::int64_t thinnest = 1) : cells_(cells), parts_(parts) {
        if (const int axis = too_thin(parts, thinnest); axis >= 0) {
            throw exception(errc::invalid, "a grid of " + text(cells) + " cells in " + text(parts) +
                                               " parts: a part has " + std::to_string(thinnest_of(parts, axis)) +
                                               " cells along axis " + std::to_string(axis) + " and needs " +
                                               std::to_string(thinnest) + "; take fewer ranks or a larger grid");
        }
    }

    /// `ranks` parts, such that the fewest cells lie beside another part; of equals those with the earlier axes
    /// divided, whose borders are consecutive in memory.
    static grid over(const cells_type& cells, int ranks, std::int64_t thinnest = 1) {
        parts_type best{}, parts{};
        best[0] = 0;
        double least = std::numeric_limits<double>::infinity();
        choose(cells, ranks, thinnest, 0, parts, best, least);
        if (best[0] == 0) {
            throw exception(errc::invalid, "a grid of " + text(cells) + " cells cannot be divided among " +
                                               std::to_string(ranks) + " ranks: each part needs " +
                                               std::to_string(thinnest) +
                                               " cells along a divided axis; take fewer ranks or a larger grid");
        }
        return grid(cells, best, thinnest);
    }

    const cells_type& cells() const { return cells_; }
    const parts_type& parts() const { return parts_; }
    int ranks() const {
        int product = 1;
        for (const int n : parts_) product *= n;
        return product;
    }

    parts_type place_of(int rank) const {
        parts_type place{};
        for (std::size_t a = D; a-- > 0; rank /= parts_[a]) place[a] = rank % parts_[a];
        return place;
    }
    int rank_at(const parts_type& place) const {
        int rank = 0;
        for (std::size_t a = 0; a < D; ++a) rank = rank * parts_[a] + place[a];
        return rank;
    }

    /// The cells of a rank, in those of the whole grid.
    box<D> part(int rank) const {
        const parts_type place = place_of(rank);
        box<D> b;
        for (std::size_t a = 0; a < D; ++a) {
            b.begin[a] = first_of(a, place[a]);
            b.end[a] = first_of(a, place[a] + 1);
        }
        return b;
    }

    /// Whether the part lies at the grid's own border: side -1 or 1 of an axis.
    bool at_border(int rank, int axis, int side) const {
        const auto a = static_cast<std::size_t>(axis);
        const int at = place_of(rank)[a];
        return side < 0 ? at == 0 : at == parts_[a] - 1;
    }

    /// The cells of a rank that reach `width` cells far along each axis without meeting another part's: they need no
    /// ghosts, and can be computed between halo::start and halo::finish. Of a part without them the extent is 0.
    box<D> interior(int rank, int width) const {
        box<D> b = part(rank);
        for (std::size_t a = 0; a < D; ++a) {
            const int axis = static_cast<int>(a);
            if (!at_border(rank, axis, -1)) b.begin[a] = std::min(b.begin[a] + width, b.end[a]);
            if (!at_border(rank, axis, 1)) b.end[a] = std::max(b.end[a] - width, b.begin[a]);
        }
        return b;
    }

    /// A rank's other cells, each in one box: two boxes an axis at most, none of them empty.
    std::vector<box<D>> borders(int rank, int width) const {
        const box<D> inner = interior(rank, width);
        box<D> rest = part(rank);
        std::vector<box<D>> found;
        const auto add = [&](const box<D>& b) {
            if (b.size() > 0) found.push_back(b);
        };
        for (std::size_t a = 0; a < D; ++a) {
            box<D> lower = rest, upper = rest;
            lower.end[a] = inner.begin[a];
            upper.begin[a] = inner.end[a];
            add(lower);
            add(upper);
            rest.begin[a] = inner.begin[a];
            rest.end[a] = inner.end[a];
        }
        return found;
    }

    /// Beside a part, through faces, edges and corners, in an order that all ranks agree on.
    std::vector<neighbour<D>> neighbours(int rank) const {
        const parts_type place = place_of(rank);
        std::vector<neighbour<D>> found;
        int directions = 1;
        for (int axis = 0; axis < D; ++axis) directions *= 3;
        for (int code = 0; code < directions; ++code) {
            direction<D> d{};
            parts_type there = place;
            bool inside = true;
            int rest = code;
            for (std::size_t a = D; a-- > 0; rest /= 3) {
                d[a] = rest % 3 - 1;
                there[a] += d[a];
                inside = inside && there[a] >= 0 && there[a] < parts_[a];
            }
            if (inside && axes_of<D>(d) > 0) found.push_back({rank_at(there), d});
        }
        return found;
    }

private:
    template <class Numbers>
    static std::string text(const Numbers& numbers) {
        std::string words;
        for (const auto n : numbers) words += (words.empty() ? "" : " x ") + std::to_string(n);
        return words;
    }

    std::int64_t first_of(std::size_t a, int place) const {
        const std::int64_t each = cells_[a] / parts_[a], left = cells_[a] % parts_[a];
        return place * each + std::min<std::int64_t>(place, left);
    }
    std::int64_t thinnest_of(const parts_type& parts, int axis) const {
        const auto a = static_cast<std::size_t>(axis);
        return cells_[a] / parts[a];
    }
    /// The first axis that is divided too finely; -1: none.
    int too_thin(const parts_type& parts, std::int64_t thinnest) const {
        for (int axis = 0; axis < D; ++axis) {
            if (parts[static_cast<std::size_t>(axis)] > 1 &&
                thinnest_of(parts, axis) < std::max<std::int64_t>(thinnest, 1))
                return axis;
        }
        return -1;
    }

    /// Tries all ways to write `ranks` as a product over the axes from `a` on.
    static void choose(const cells_type& cells, int ranks, std::int64_t thinnest, std::size_t a, parts_type& parts,
                       parts_type& best, double& least) {
        const auto fits = [&](int n) { return n == 1 || cells[a] / n >= std::max<std::int64_t>(thinnest, 1); };
        if (a + 1 == D) {
            if (!fits(ranks)) return;
            parts[a] = ranks;
            double beside = 0;
            for (std::size_t i = 0; i < D; ++i) {
                double across = parts[i] - 1;
                for (std::size_t j = 0; j < D; ++j) across *= j == i ? 1.0 : static_cast<double>(cells[j]);
                beside += across;
            }
            if (beside < least) {
                least = beside;
                best = parts;
            }
            return;
        }
        for (int n = ranks; n >= 1; --n) {
            if (ranks % n != 0 || !fits(n)) continue;
            parts[a] = n;
            choose(cells, ranks / n, thinnest, a + 1, parts, best, least);
        }
    }

    cells_type cells_;
    parts_type parts_;
};

}  // namespace ndweave::partition
