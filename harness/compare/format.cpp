#include "compare/format.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "text/short_number.hpp"

namespace ndweave::harness {

namespace {

std::string format(const char* pattern, double value) {
    char text[48];
    std::snprintf(text, sizeof text, pattern, value);
    return text;
}

/// Both sides have times: otherwise the ratio is unknown.
bool compared(const comparison& c) { return c.tested; }

std::string figure(const std::optional<figure_of_merit>& fom) {
    return fom && std::isfinite(fom->value) ? short_number(fom->value) + " " + fom->unit : "-";
}

std::string replaced(std::string text, char from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, 1, to);
    return text;
}

/// Text for a cell of a Markdown table, without HTML and cell separators.
std::string cell(const std::string& text) {
    return replaced(replaced(replaced(text, '<', "&lt;"), '|', "\\|"), '\n', " ");
}

/// Text for XML; control characters, which XML cannot hold, become spaces.
std::string xml(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    }
    text = replaced(replaced(std::move(text), '&', "&amp;"), '<', "&lt;");
    return replaced(replaced(std::move(text), '>', "&gt;"), '"', "&quot;");
}

std::string summary(const comparison& c) {
    return "time ratio " + format("%.3f", c.ratio) + " [" + format("%.3f", c.low) + ", " + format("%.3f", c.high) +
           "], p " + format("%.2g", c.p);
}

}  // namespace

std::string to_markdown(const std::vector<comparison>& all) {
    std::string text =
        "| | what | base | new | time ratio | 95 % | p (Holm) | would have seen |\n"
        "| --- | --- | ---: | ---: | ---: | --- | ---: | ---: |\n";
    for (const comparison& c : all) {
        text += std::string("| ") + to_string(c.found) + " | " + cell(c.name) + (c.note.empty() ? "" : ": ") +
                cell(c.note) + " | " + figure(c.base_fom) + " | " + figure(c.new_fom) + " | ";
        text += compared(c)
                    ? format("%.3f", c.ratio) + " | " + format("%.3f", c.low) + " to " + format("%.3f", c.high) +
                          " | " + format("%.2g", c.p) + " | " + format("%.1f %%", 100 * c.detectable) + " |\n"
                    : "- | - | - | - |\n";
    }
    return text;
}

std::string to_json_text(const std::vector<comparison>& all) {
    json list = json::array();
    for (const comparison& c : all) {
        json entry = {{"name", c.name}, {"verdict", to_string(c.found)}, {"note", c.note}};
        if (compared(c)) {
            entry.update(
                {{"ratio", c.ratio}, {"low", c.low}, {"high", c.high}, {"p", c.p}, {"detectable", c.detectable}});
        }
        entry["base"] = c.base_fom ? to_json(*c.base_fom) : json();
        entry["new"] = c.new_fom ? to_json(*c.new_fom) : json();
        list.push_back(std::move(entry));
    }
    return json({{"schema_version", 1}, {"comparisons", list}}).dump(1, ' ', false, json::error_handler_t::replace) +
           "\n";
}

std::string to_junit(const std::vector<comparison>& all) {
    const auto count = [&](std::initializer_list<verdict> kinds) {
        return std::to_string(std::count_if(all.begin(), all.end(), [&](const comparison& c) {
            return std::find(kinds.begin(), kinds.end(), c.found) != kinds.end();
        }));
    };
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"ndweave\" tests=\"" +
                       std::to_string(all.size()) + "\" failures=\"" + count({verdict::slower, verdict::broken}) +
                       "\" errors=\"0\" skipped=\"" + count({verdict::unclear, verdict::missing}) + "\">\n";
    for (const comparison& c : all) {
        const std::string message = xml(std::string(to_string(c.found)) + (c.note.empty() ? "" : ": " + c.note) +
                                        (compared(c) ? "; " + summary(c) : ""));
        text += "  <testcase classname=\"compare\" name=\"" + xml(c.name) + "\">";
        if (c.found == verdict::slower || c.found == verdict::broken) text += "<failure message=\"" + message + "\"/>";
        if (c.found == verdict::unclear || c.found == verdict::missing)
            text += "<skipped message=\"" + message + "\"/>";
        text += "</testcase>\n";
    }
    return text + "</testsuite>\n";
}

}  // namespace ndweave::harness
