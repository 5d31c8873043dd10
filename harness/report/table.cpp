#include "report/table.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "report/turn_speed.hpp"
#include "text/short_number.hpp"

namespace ndweave::harness {

namespace {

struct block {
    std::vector<std::string> kernels, columns;  // in order of appearance
    std::map<std::pair<std::string, std::string>, std::string> cells;
    std::map<std::string, std::string> units;  // by kernel
    std::map<std::pair<std::string, std::string>, const record*> rows;
};

void remember(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

std::string title(const record& row) {
    std::string text = row.app + "  size " + row.size;
    for (const auto& [key, value] : row.params) text += "  " + key + "=" + value;
    return text;
}

std::string column(const record& row) {
    return row.backend + (row.strategy.empty() || row.strategy == "auto" ? "" : ":" + row.strategy) +
           (row.ranks ? "*" + std::to_string(*row.ranks) : "");
}

std::string cell(const record& row) {
    const std::string word = to_string(row.outcome);
    if (!row.fom || !std::isfinite(row.fom->value)) return word;
    return short_number(row.fom->value) + (row.outcome == status::ok ? "" : " (" + word + ")");
}

void add(block& b, const record& row) {
    const std::string where = column(row);
    remember(b.kernels, row.kernel);
    remember(b.columns, where);
    b.cells[{row.kernel, where}] = cell(row);
    b.rows[{row.kernel, where}] = &row;
    if (row.fom) b.units[row.kernel] = row.fom->unit;
}

/// Characters, of which those of UTF-8 have several bytes.
std::size_t length(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::string space(width > length(text) ? width - length(text) : 0, ' ');
    return right ? space + text : text + space;
}

std::string print(const block& b, const std::string& head = "kernel") {
    std::size_t first = head.size();
    for (const std::string& kernel : b.kernels) first = std::max(first, kernel.size());
    std::string text = padded(head, first, false);
    std::map<std::string, std::size_t> widths;
    for (const std::string& name : b.columns) {
        widths[name] = std::max<std::size_t>(name.size(), 8);
        for (const auto& [place, value] : b.cells) {
            if (place.second == name) widths[name] = std::max(widths[name], length(value));
        }
        text += "  " + padded(name, widths[name], true);
    }
    text += b.units.empty() ? "\n" : "  unit\n";
    for (const std::string& kernel : b.kernels) {
        text += padded(kernel, first, false);
        for (const std::string& name : b.columns) {
            const auto found = b.cells.find({kernel, name});
            text += "  " + padded(found == b.cells.end() ? "-" : found->second, widths[name], true);
        }
        const auto unit = b.units.find(kernel);
        text += unit == b.units.end() ? "\n" : "  " + unit->second + "\n";
    }
    return text;
}

/// What the others are compared with: hand-written code where there is some, else the first.
std::string base_of(const block& b) {
    std::vector<std::string> names{"native-cuda", "native"};
    names.insert(names.end(), b.columns.begin(), b.columns.end());
    const auto takes_turns = [&](const std::string& name) {
        return std::ranges::any_of(b.rows,
                                   [&](const auto& row) { return row.first.second == name && row.second->turns; });
    };
    const auto found = std::ranges::find_if(names, takes_turns);
    return found == names.end() ? "" : *found;
}

/// Speeds over the base's, of rows that took turns; empty where none did.
std::string print_ratios(const block& b) {
    const std::string base = base_of(b);
    block ratios;
    for (const std::string& kernel : b.kernels) {
        const auto beside = b.rows.find({kernel, base});
        if (beside == b.rows.end()) continue;
        for (const std::string& name : b.columns) {
            const auto row = b.rows.find({kernel, name});
            if (name == base || row == b.rows.end()) continue;
            const auto speed = speed_beside(*row->second, *beside->second);
            if (!speed) continue;
            remember(ratios.kernels, kernel);
            remember(ratios.columns, name);
            ratios.cells[{kernel, name}] = describe(*speed);
        }
    }
    if (ratios.columns.empty()) return "";
    return "speed over " + base + "'s, in turns (~: not settled which is faster)\n" + print(ratios);
}

/// The first run of all kernels together, which compiles what is in no cache, and the second; empty where nothing is
/// compiled.
std::string print_starts(const block& b) {
    block starts;
    for (const std::string& name : b.columns) {
        double cold = 0, warm = 0;
        for (const std::string& kernel : b.kernels) {
            const auto row = b.rows.find({kernel, name});
            if (row == b.rows.end() || !row->second->jit || !std::isfinite(row->second->jit->cold_seconds)) continue;
            cold += row->second->jit->cold_seconds;
            warm += row->second->jit->warm_seconds;
        }
        if (cold == 0) continue;
        remember(starts.columns, name);
        starts.kernels = {"cold", "warm"};
        starts.cells[{"cold", name}] = short_number(cold);
        starts.cells[{"warm", name}] = std::isfinite(warm) ? short_number(warm) : "-";
    }
    for (const std::string& run : starts.kernels) starts.units[run] = "s";
    return starts.columns.empty() ? "" : print(starts, "run");
}

std::string reasons(const std::vector<record>& rows) {
    std::string text;
    for (const record& row : rows) {
        if (row.reason) text += row.name + ": " + *row.reason + "\n";
    }
    return text;
}

}  // namespace

std::string to_table(const std::vector<record>& rows) {
    std::vector<std::string> titles;
    std::map<std::string, block> blocks;
    for (const record& row : rows) {
        remember(titles, title(row));
        add(blocks[title(row)], row);
    }
    std::string text;
    for (const std::string& name : titles)
        text += name + "\n" + print(blocks[name]) + print_ratios(blocks[name]) + print_starts(blocks[name]) + "\n";
    return text + reasons(rows);
}

}  // namespace ndweave::harness
