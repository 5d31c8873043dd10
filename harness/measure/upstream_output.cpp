/// What upstream's programs print, as results.
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <regex>
#include <sstream>

#include "measure/external.hpp"

namespace ndweave::harness {

namespace {

// Bounded, and runs of spaces are cut (limit_spaces): the library's matcher recurses for every repetition, and would
// overflow the stack on a program that prints a megabyte of digits or blanks.
const std::string number = "([-+0-9.eE]{1,32})(?![-+0-9.eE])";

/// What is read of a long output: its beginning, where programs print their problem, and its end, where they print
/// their figures. Between them are the lines of the steps.
constexpr std::size_t max_read = std::size_t{2} << 20;  // bytes, half of them at each end

std::string ends_of(const std::string& output) {
    if (output.size() <= max_read) return output;
    return output.substr(0, max_read / 2) + '\n' + output.substr(output.size() - max_read / 2);
}

std::string limit_spaces(const std::string& output) {
    std::string text;
    int spaces = 0;
    for (const char c : ends_of(output)) {
        const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
        spaces = space ? spaces + 1 : 0;
        if (spaces <= 40 && c != '\0') text += c;
    }
    return text;
}

std::optional<double> find_number(const std::string& text, const std::string& pattern) {
    std::smatch match;
    if (!std::regex_search(text, match, std::regex(pattern, std::regex::icase))) return std::nullopt;
    try {
        return std::stod(match[1]);
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

bool has(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

std::string lower(std::string word) {
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    return word;
}

apps::result timed(const std::string& kernel, std::vector<double> seconds, const apps::figure& fom) {
    apps::result r;
    r.kernel = kernel;
    r.samples = std::move(seconds);
    r.fom = fom;
    r.timing_scope = "device";  // wall time of kernels or time steps, set-up left out, as upstream's programs take it
    return r;
}

/// Upstream's own check, as far as its output tells.
apps::verification own_check(bool checked, bool passed, const std::string& metric, double value = 0) {
    apps::verification v;
    v.checked = checked;
    v.passed = passed;
    v.metric = "upstream's own check: " + metric;
    v.value = value;
    return v;
}

/// Arrays that a kernel of BabelStream goes through in one call.
int babelstream_arrays(const std::string& kernel) {
    static const std::map<std::string, int> arrays{{"copy", 2},  {"mul", 2}, {"add", 3},
                                                   {"triad", 3}, {"dot", 2}, {"nstream", 4}};
    return arrays.at(kernel);
}

/// Bytes of one of its arrays, by the head of its output; 0 where that does not tell.
double babelstream_array_bytes(const std::string& output) {
    const auto elements = find_number(output, "number of elements:\\s*" + number);
    return elements.value_or(0) * (has(output, "Precision: float") ? 4 : 8);
}

constexpr std::size_t max_rows = 64;  // upstream's has six kernels

/// One sample a kernel, its best time: upstream prints no others. Lines are "Copy  MB/s  min  max  average", the times
/// with five decimals only, or in CSV "Copy,times,elements,sizeof,MB/s,min,max,average".
std::vector<apps::result> babelstream(const std::string& output) {
    const std::regex text("^(Copy|Mul|Add|Triad|Dot|Nstream)\\s+" + number + "\\s+" + number);
    const std::regex csv("^(Copy|Mul|Add|Triad|Dot|Nstream),\\d{1,20},\\d{1,20},\\d{1,20}," + number + "," + number);
    const double unit = has(output, "MiB/s") || has(output, "mibytes_per_sec") ? 1048576e-9 : 1e-3;
    const double array_bytes = babelstream_array_bytes(output);
    const bool valid = !has(output, "Validation failed");
    std::vector<apps::result> rows;
    std::istringstream lines(output);
    for (std::string line; rows.size() < max_rows && std::getline(lines, line);) {
        std::smatch match;
        if (!std::regex_search(line, match, text) && !std::regex_search(line, match, csv)) continue;
        const double rate = std::atof(match[2].str().c_str()) * unit;
        const std::string kernel = lower(match[1]);
        const double bytes = babelstream_arrays(kernel) * array_bytes;
        const double best = bytes > 0 && rate > 0 ? bytes * 1e-9 / rate : std::atof(match[3].str().c_str());
        rows.push_back(timed(kernel, {best}, {"GB/s", true, rate * best, apps::statistic::best}));
        rows.back().bytes = bytes;
        rows.back().check = own_check(true, valid, "averaged error of a, b, c and dot");
    }
    return rows;
}

/// The fastest of the parameter combinations that the run swept.
std::vector<apps::result> minibude(const std::string& output) {
    std::vector<apps::result> best;
    double best_gflops = 0;
    // The list of times starts with the warm-ups, which upstream's mean leaves out as well.
    const double counted = find_number(output, "iterations:\\s*" + number).value_or(0);
    const std::string start = "- outcome:";
    for (std::size_t at = output.find(start); at != std::string::npos;) {
        const std::size_t next = output.find(start, at + 1);
        const std::string block = output.substr(at, next - at);
        at = next;
        const auto gflops = find_number(block, "gflop/s:\\s*" + number),
                   mean = find_number(block, "avg_ms:\\s*" + number);
        if (!gflops || !mean || *gflops <= best_gflops) continue;
        best_gflops = *gflops;
        std::vector<double> samples;
        const std::size_t list = block.find("raw_iterations:");
        if (list != std::string::npos) {
            std::istringstream values(block.substr(block.find('[', list) + 1));
            for (double ms = 0; values >> ms; values.ignore(1)) samples.push_back(ms * 1e-3);
        }
        const double work = *gflops * *mean * 1e-3;
        best = {
            timed("fasten", samples.empty() ? std::vector<double>{*mean * 1e-3} : samples, {"GFLOP/s", true, work})};
        if (counted >= 1 && counted < static_cast<double>(samples.size())) {
            best[0].warmups = static_cast<int>(samples.size()) - static_cast<int>(counted);
        }
        best[0].check = own_check(true, has(block, "valid: true"), "largest difference of an energy, percent",
                                  find_number(block, "max_diff_%:\\s*" + number).value_or(0));
    }
    return best;
}

std::vector<apps::result> wall_clock(const std::string& kernel, const std::string& output, bool checked) {
    std::vector<apps::result> rows;
    // The clock is printed at every step: the last one is the whole run.
    const std::regex clock("wall ?clock[\\s:=]{0,60}" + number, std::regex::icase);
    for (std::sregex_iterator at(output.begin(), output.end(), clock), end; at != end; ++at) {
        rows = {timed(kernel, {std::atof((*at)[1].str().c_str())}, {"s", false, 0})};
    }
    const bool passed = has(output, "PASSED") && !has(output, "NOT PASSED") && !has(output, "FAILED");
    for (apps::result& row : rows) {
        row.check = own_check(checked, passed, "difference from the expected solution, percent",
                              find_number(output, "is within\\s*" + number + "\\s*%").value_or(0));
        row.check.tolerance = 0.001;
    }
    return rows;
}

/// Without a test problem upstream prints PASSED whatever happened: that is unverified.
std::vector<apps::result> cloverleaf(const std::string& output) {
    return wall_clock("total", output, find_number(output, "test problem\\s+" + number).has_value());
}

std::vector<apps::result> tealeaf(const std::string& output) {
    const std::string method = has(output, "PPCG")     ? "ppcg"
                               : has(output, "Cheb")   ? "chebyshev"
                               : has(output, "Jacobi") ? "jacobi"
                                                       : "cg";
    return wall_clock(method, output, has(output, "PASSED") || has(output, "FAILED"));
}

/// Upstream's label says z/s, its figure is thousands of zones per second. The time is printed with two digits; the
/// figure has eight, and with the edge and the iterations it gives the time again.
std::vector<apps::result> lulesh(const std::string& output) {
    auto seconds = find_number(output, "elapsed time\\s*=\\s*" + number);
    if (!seconds) return {};
    const auto zones = find_number(output, "FOM\\s*=\\s*" + number);
    const auto edge = find_number(output, "problem size\\s*=\\s*" + number);
    const auto iterations = find_number(output, "iteration count\\s*=\\s*" + number);
    const auto domains = find_number(output, "MPI tasks\\s*=\\s*" + number);
    if (zones && edge && iterations && *zones > 0) {
        seconds = *edge * *edge * *edge * domains.value_or(1) * *iterations / (*zones * 1e3);
    }
    apps::result r =
        timed("total", {*seconds}, zones ? apps::figure{"kz/s", true, *zones * *seconds} : apps::figure{"s", false, 0});
    const auto difference = find_number(output, "MaxRelDiff\\s*=\\s*" + number);
    r.check = own_check(difference.has_value(), difference.value_or(1) < 1e-8, "symmetry, MaxRelDiff",
                        difference.value_or(0));
    r.check.tolerance = 1e-8;
    if (const auto energy = find_number(output, "Final Origin Energy\\s*=\\s*" + number)) {
        r.notes["origin_energy"] = std::to_string(*energy);
    }
    return {r};
}

}  // namespace

std::vector<apps::result> parse_upstream(const std::string& app, const std::string& output) {
    static const std::map<std::string, std::vector<apps::result> (*)(const std::string&)> readers{
        {"babelstream", babelstream},
        {"minibude", minibude},
        {"cloverleaf", cloverleaf},
        {"tealeaf", tealeaf},
        {"lulesh", lulesh}};
    const auto found = readers.find(app);
    if (found == readers.end()) throw apps::usage_error("no reader for the output of another program's " + app);
    return found->second(limit_spaces(output));
}

}  // namespace ndweave::harness
