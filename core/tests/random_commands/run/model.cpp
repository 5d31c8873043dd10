#include "model.hpp"

#include <algorithm>
#include <cstdio>

namespace ndweave::testing {
namespace {

std::string hexadecimal(std::uint32_t word) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08x", word);
    return text;
}

bool writes(const command& c, const slice& where) {
    const auto all = c.what->accesses();
    return std::ranges::any_of(all, [&](const access& a) { return a.writes && overlap(a.where, where); });
}

std::string last_writer(const random_commands& all, const slice& where) {
    const auto found =
        std::find_if(all.commands.rbegin(), all.commands.rend(), [&](const command& c) { return writes(c, where); });
    return found == all.commands.rend() ? "no command writes there"
                                        : "command " + std::to_string(found->number) + " writes there last";
}

}  // namespace

contents before(const random_commands& all) {
    random_source random(all.content);
    contents made;
    for (const array_setting& a : all.has.arrays) {
        std::ranges::generate(made.emplace_back(a.words), [&] { return random.word(); });
    }
    return made;
}

contents after(const random_commands& all) {
    contents made = before(all);
    memory_view view;
    for (auto& array : made) view.arrays.push_back(array.data());
    for (const command& c : all.commands) c.what->apply(view);
    return made;
}

std::string first_difference(const random_commands& all, const contents& got, const contents& expected) {
    for (std::size_t a = 0; a < expected.size(); ++a) {
        const auto at = std::ranges::mismatch(got[a], expected[a]);
        if (at.in2 == expected[a].end()) continue;
        const auto word = static_cast<std::size_t>(at.in2 - expected[a].begin());
        const slice where{a, word * sizeof(std::uint32_t), (word + 1) * sizeof(std::uint32_t)};
        return "a" + std::to_string(a) + " of " + std::to_string(expected[a].size()) + " words: word " +
               std::to_string(word) + " (byte " + std::to_string(where.begin) + ") is " + hexadecimal(*at.in1) +
               " instead of " + hexadecimal(*at.in2) + "; " + last_writer(all, where);
    }
    return {};
}

}  // namespace ndweave::testing
