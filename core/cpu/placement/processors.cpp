#include "cpu/placement/processors.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "cpu/placement/affinity.hpp"

namespace ndweave::detail {

processor_list parse_processors(const std::string& text) {
    processor_list list;
    const char *at = text.data(), *const end = at + text.size();
    const auto read = [&](unsigned& number) {
        const auto [rest, error] = std::from_chars(at, end, number);
        at = rest;
        return error == std::errc() && number < affinity_mask::max_processors;
    };
    const auto skip = [&](char c) { return at != end && *at == c && (++at, true); };
    for (unsigned first = 0; read(first);) {
        unsigned last = first;
        if (skip('-') && !read(last)) break;
        for (unsigned p = first; p <= last; ++p) list.push_back(p);
        if (!skip(',')) break;
    }
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
}

std::string processors_text(const processor_list& list) {
    std::string text;
    for (std::size_t i = 0; i < list.size();) {
        std::size_t end = i + 1;
        while (end < list.size() && list[end] == list[end - 1] + 1) ++end;
        text += (text.empty() ? "" : ",") + std::to_string(list[i]);
        if (end - i > 1) text += '-' + std::to_string(list[end - 1]);
        i = end;
    }
    return text;
}

processor_list common_processors(const processor_list& a, const processor_list& b) {
    processor_list common;
    std::ranges::set_intersection(a, b, std::back_inserter(common));
    return common;
}

}  // namespace ndweave::detail
