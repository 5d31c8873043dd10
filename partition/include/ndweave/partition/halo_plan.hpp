/// Which elements of fields go to which neighbour, and where they lie in messages. The same on both sides of a border.
#pragma once

#include <span>
#include <vector>

#include "ndweave/partition/grid.hpp"

namespace ndweave::partition {

/// Neighbours that a halo takes ghosts from: those through faces alone, or those through edges and corners as well.
enum class reach { faces, corners };

/// Elements of fields without a lattice: those that another rank gets, and where those go that it sends. Both in an
/// order that the two ranks agree on.
struct exchange_list {
    int rank;
    std::vector<std::int64_t> sent, received;
};

namespace detail {

/// Work-items that pack or unpack a run.
inline constexpr std::size_t run_length = 256;

/// Elements in a row along `axis`, from `begin` on: of a field, and of what goes to or comes from a neighbour.
template <int D>
struct run {
    std::array<std::int64_t, D> begin;
    std::int64_t in_parcel;
    int parcel, field, axis, count;
};

/// What goes to or comes from one neighbour, in elements of the buffer.
struct parcel {
    int rank, tag;
    std::int64_t begin, count;
};

/// One side of an exchange.
template <int D>
struct side {
    std::vector<run<D>> runs;
    std::vector<parcel> parcels;
    std::int64_t elements = 0;
};

template <int D>
struct halo_plan {
    side<D> sent, received;
};

/// A number for each direction, the same on all ranks.
template <int D>
constexpr int tag_of(const direction<D>& d) {
    int tag = 0;
    for (const int step : d) tag = tag * 3 + step + 1;
    return tag;
}

/// A field's lines that border on the neighbour in direction `d`, of a part of `cells` cells. `ghosts`: the ghost
/// lines, which are the neighbour's; else the lines that are its ghosts.
template <int D>
box<D> border(const std::array<std::int64_t, D>& cells, const std::array<int, D>& shared, const direction<D>& d,
              int width, bool ghosts) {
    box<D> b;
    for (std::size_t a = 0; a < D; ++a) {
        const std::int64_t n = cells[a], own = n + shared[a];
        if (d[a] == 0) {
            b.begin[a] = 0;
            b.end[a] = own;
            continue;
        }
        // A line that both have is neither's ghost.
        if (ghosts)
            b.begin[a] = d[a] < 0 ? -width : own;
        else
            b.begin[a] = d[a] < 0 ? shared[a] : n - width;
        b.end[a] = b.begin[a] + width;
    }
    return b;
}

/// Appends the runs of a box to the parcel that begins at element `begin`: along its longest axis, of equals the last,
/// so that both sides cut alike.
template <int D>
void append_runs(side<D>& s, const box<D>& b, int field, std::int64_t begin) {
    int along = D - 1;
    for (int axis = D - 1; axis >= 0; --axis) {
        if (b.extent(axis) > b.extent(along)) along = axis;
    }
    const auto l = static_cast<std::size_t>(along);
    for (auto at = b.begin; b.size() > 0;) {
        for (std::int64_t done = 0; done < b.extent(along); done += run_length) {
            const auto count = std::min<std::int64_t>(b.extent(along) - done, run_length);
            run<D> r{at, s.elements - begin, static_cast<int>(s.parcels.size()), field, along, static_cast<int>(count)};
            r.begin[l] += done;
            s.runs.push_back(r);
            s.elements += count;
        }
        std::size_t a = D;
        while (a-- > 0) {
            if (a == l) continue;
            if (++at[a] < b.end[a]) break;
            at[a] = b.begin[a];
        }
        if (a == static_cast<std::size_t>(-1)) return;
    }
}

/// For fields with the given shared lines.
template <int D>
halo_plan<D> plan_halo(const grid<D>& g, int rank, int width, reach r, std::span<const std::array<int, D>> fields) {
    const box<D> part = g.part(rank);
    std::array<std::int64_t, D> cells;
    for (std::size_t a = 0; a < D; ++a) cells[a] = part.end[a] - part.begin[a];
    halo_plan<D> plan;
    for (const neighbour<D>& n : g.neighbours(rank)) {
        if (r == reach::faces && axes_of<D>(n.where) > 1) continue;
        for (const bool ghosts : {false, true}) {
            side<D>& s = ghosts ? plan.received : plan.sent;
            const std::int64_t begin = s.elements;
            for (std::size_t f = 0; f < fields.size(); ++f)
                append_runs(s, border<D>(cells, fields[f], n.where, width, ghosts), static_cast<int>(f), begin);
            // A message has the tag of the direction that it goes in.
            const int tag = tag_of<D>(ghosts ? opposite<D>(n.where) : n.where);
            s.parcels.push_back({n.rank, tag, begin, s.elements - begin});
        }
    }
    return plan;
}

/// Appends elements in their order, those that follow each other as a run.
inline void append_elements(side<1>& s, const std::vector<std::int64_t>& elements, int field, std::int64_t begin) {
    for (const std::int64_t element : elements) {
        run<1>* const last = s.runs.empty() ? nullptr : &s.runs.back();
        const bool goes_on = last && last->field == field && last->parcel == static_cast<int>(s.parcels.size()) &&
                             last->begin[0] + last->count == element && last->count < static_cast<int>(run_length);
        if (goes_on)
            ++last->count;
        else
            s.runs.push_back({{element}, s.elements - begin, static_cast<int>(s.parcels.size()), field, 0, 1});
        ++s.elements;
    }
}

/// The same for so many fields with lists of elements.
inline halo_plan<1> plan_lists(const std::vector<exchange_list>& lists, std::size_t fields) {
    halo_plan<1> plan;
    for (const exchange_list& list : lists) {
        for (const bool sends : {true, false}) {
            side<1>& s = sends ? plan.sent : plan.received;
            const std::int64_t begin = s.elements;
            for (std::size_t f = 0; f < fields; ++f)
                append_elements(s, sends ? list.sent : list.received, static_cast<int>(f), begin);
            s.parcels.push_back({list.rank, 0, begin, s.elements - begin});
        }
    }
    return plan;
}

}  // namespace detail
}  // namespace ndweave::partition
