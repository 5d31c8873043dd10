#include "report/table.hpp"

#include <algorithm>
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

std::string title(const json& row) {
    std::string text = row.value("app", "") + "  size " + row.value("size", "");
    const json params = row.value("params", json::object());  // items() of a temporary would dangle
    for (const auto& [key, value] : params.items()) {
        text += "  " + key + "=" + (value.is_string() ? value.get<std::string>() : value.dump());
    }
    return text;
}

std::string column(const json& row) {
    const std::string strategy = row.value("strategy", "");
    return row.value("backend", "") + (strategy.empty() || strategy == "auto" ? "" : ":" + strategy);
}

std::string cell(const json& row) {
    const std::string status = row.value("status", "");
    if (!row.contains("fom") || !row["fom"]["value"].is_number()) return status;
    return short_number(row["fom"]["value"]) + (status == "ok" ? "" : " (" + status + ")");
}

void add(block& b, const json& row) {
    const std::string kernel = row.value("kernel", ""), where = column(row);
    remember(b.kernels, kernel);
    remember(b.columns, where);
    b.cells[{kernel, where}] = cell(row);
    if (row.contains("fom")) b.units[kernel] = row["fom"].value("unit", "");
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

std::string reasons(const std::vector<json>& rows) {
    std::string text;
    for (const json& row : rows) {
        if (row.contains("reason")) text += row.value("name", "") + ": " + row.value("reason", "") + "\n";
    }
    return text;
}

}  // namespace

std::string to_table(const std::vector<json>& rows) {
    std::vector<std::string> titles;
    std::map<std::string, block> blocks;
    for (const json& row : rows) {
        remember(titles, title(row));
        add(blocks[title(row)], row);
    }
    std::string text;
    for (const std::string& name : titles) text += name + "\n" + print(blocks[name]) + "\n";
    return text + reasons(rows);
}

}  // namespace ndweave::harness
