#include "text/suggest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ndweave::harness {

std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> before, last, row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), last[j] + 1, row[j - 1] + 1});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

std::string near_names(const std::string& word, const std::vector<std::string>& known) {
    std::string near;
    for (const std::string& name : known) {
        const bool close = edit_distance(word, name) <= std::max<std::size_t>(1, name.size() / 3) ||
                           (word.size() >= 2 && name.starts_with(word));
        if (close) near += (near.empty() ? "'" : " or '") + name + "'";
    }
    return near;
}

std::string unknown_name(const std::string& what, const std::string& word, const std::vector<std::string>& known) {
    const std::string start = "unknown " + what + " '" + word + "': ";
    if (const std::string near = near_names(word, known); !near.empty()) return start + "did you mean " + near + "?";
    std::string list;
    for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
    return start + "known are " + (list.empty() ? "none" : list);
}

}  // namespace ndweave::harness
