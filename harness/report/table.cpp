#include "report/table.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "text/short_number.hpp"

namespace ndweave::harness {

namespace {

struct block {
    std::vector<std::string> kernels, columns;  // in order of appearance
    std::map<std::pair<std::string, std::string>, std::string> cells;
    std::map<std::string, std::string> units;  // by kernel
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
    if (row.fom) b.units[row.kernel] = row.fom->unit;
}

std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::string space(width > text.size() ? width - text.size() : 0, ' ');
    return right ? space + text : text + space;
}

std::string print(const block& b) {
    std::size_t first = 6;
    for (const std::string& kernel : b.kernels) first = std::max(first, kernel.size());
    std::string text = padded("kernel", first, false);
    std::map<std::string, std::size_t> widths;
    for (const std::string& name : b.columns) {
        widths[name] = std::max<std::size_t>(name.size(), 8);
        for (const auto& [place, value] : b.cells) {
            if (place.second == name) widths[name] = std::max(widths[name], value.size());
        }
        text += "  " + padded(name, widths[name], true);
    }
    text += "  unit\n";
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
    for (const std::string& name : titles) text += name + "\n" + print(blocks[name]) + "\n";
    return text + reasons(rows);
}

}  // namespace ndweave::harness
