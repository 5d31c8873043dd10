#include <algorithm>
#include <charconv>
#include <cmath>

#include "app.hpp"

namespace ndweave::apps {

namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& value, const std::string& wanted) {
    throw usage_error("parameter " + key + ": '" + value + "' is not " + wanted);
}

template <class T>
bool parse(const std::string& text, T& value) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
}

}  // namespace

std::string parameters::text(const std::string& key, const std::string& fallback) const {
    const auto found = values_.find(key);
    return found == values_.end() ? fallback : found->second;
}

std::int64_t parameters::integer(const std::string& key, std::int64_t fallback, std::int64_t least,
                                 std::int64_t most) const {
    const auto found = values_.find(key);
    if (found == values_.end()) return fallback;
    std::int64_t value = 0;
    if (!parse(found->second, value) || value < least || value > most) {
        refuse(key, found->second, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
}

double parameters::real(const std::string& key, double fallback) const {
    const auto found = values_.find(key);
    if (found == values_.end()) return fallback;
    double value = 0;
    if (!parse(found->second, value) || !std::isfinite(value)) refuse(key, found->second, "a finite number");
    return value;
}

std::string parameters::choice(const std::string& key, const std::string& fallback,
                               const std::vector<std::string>& allowed) const {
    const auto found = values_.find(key);
    if (found == values_.end()) return fallback;
    if (std::find(allowed.begin(), allowed.end(), found->second) != allowed.end()) return found->second;
    std::string list;
    for (const std::string& word : allowed) list += (list.empty() ? "one of " : ", ") + word;
    refuse(key, found->second, list);
}

}  // namespace ndweave::apps
