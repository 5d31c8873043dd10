#include "campaign_summary.hpp"

#include <cctype>
#include <cstdio>
#include <numeric>

namespace ndweave::compiler::testing {

namespace {

constexpr std::array verdicts{verdict::right,  verdict::refused, verdict::wrong,
                              verdict::failed, verdict::crashed, verdict::hung};

/// Reasons that differ in their numbers only are one.
std::string without_numbers(const std::string& text) {
    std::string made;
    for (const char c : text) {
        const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
        if (!digit) made += c;
        if (digit && !made.ends_with('#')) made += '#';
    }
    return made;
}

std::string quoted(const std::string& text) {
    std::string made = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') made += '\\';
        made += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return made + '"';
}

std::string list(const std::vector<std::uint64_t>& numbers) {
    std::string made;
    for (const std::uint64_t n : numbers) made += (made.empty() ? "[" : ", ") + std::to_string(n);
    return made + "]";
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

}  // namespace

double campaign_summary::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::size_t campaign_summary::cases() const { return std::accumulate(counts_.begin(), counts_.end(), std::size_t{0}); }

double campaign_summary::per_second() const { return static_cast<double>(cases()) / seconds(); }

void campaign_summary::add(const case_result& r) {
    ++counts_[static_cast<std::size_t>(r.what)];
    if (r.what == verdict::refused) reasons_[without_numbers(r.detail)].push_back(r.seed);
    if (r.what != verdict::right && r.what != verdict::refused) bad_.push_back(r);
}

std::string campaign_summary::text(const std::string& tested) const {
    std::string made;
    for (const auto& [reason, seeds] : reasons_)
        made += "refused " + std::to_string(seeds.size()) + " (seed " + std::to_string(seeds.front()) + "): " + reason +
                "\n";
    for (const verdict what : verdicts) made += std::to_string(count(what)) + " " + name_of(what) + ", ";
    return made + number(per_second()) + "/s; from seed " + std::to_string(options_.first_seed) + " on " + tested +
           "\n";
}

std::string campaign_summary::json(const std::string& tested) const {
    std::string made = "{\n  \"tested\": " + quoted(tested) +
                       ",\n  \"first_seed\": " + std::to_string(options_.first_seed) +
                       ",\n  \"jobs\": " + std::to_string(options_.jobs);
    for (const verdict what : verdicts) {
        made += ",\n  " + quoted(name_of(what)) + ": " + std::to_string(count(what));
    }
    made += ",\n  \"seconds\": " + number(seconds()) + ",\n  \"kernels_per_second\": " + number(per_second()) +
            ",\n  \"reasons\": {";
    const char* separator = "";
    for (const auto& [reason, seeds] : reasons_) {
        made += std::string(separator) + "\n    " + quoted(reason) + ": " + list(seeds);
        separator = ",";
    }
    made += "\n  },\n  \"bad\": [";
    separator = "";
    for (const case_result& r : bad_) {
        made += std::string(separator) + "\n    {\"seed\": " + std::to_string(r.seed) +
                ", \"verdict\": " + quoted(name_of(r.what)) + ", \"detail\": " + quoted(r.detail) + "}";
        separator = ",";
    }
    return made + "\n  ]\n}\n";
}

}  // namespace ndweave::compiler::testing
