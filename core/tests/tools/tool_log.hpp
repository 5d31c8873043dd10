/// What a tool was told, from the lines of logging_tool.c.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ndweave::tests {

struct tool_call {
    std::string process, thread, function;
    std::vector<std::string> arguments;

    std::string argument(std::size_t number) const { return number < arguments.size() ? arguments[number] : ""; }
    bool begins() const { return function.starts_with("begin_"); }
    bool ends() const { return function.starts_with("end_"); }
    /// "fence" of begin_fence and end_fence.
    std::string kind() const { return function.substr(function.find('_') + 1); }
};

using tool_log = std::vector<tool_call>;

inline std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
    return parts;
}

inline tool_log read_tool_log(const std::string& path) {
    tool_log log;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> parts = split(line, '|');
        if (parts.size() < 3) parts.resize(3);
        log.push_back({parts[0], parts[1], parts[2], {parts.begin() + 3, parts.end()}});
    }
    return log;
}

inline std::vector<tool_call> calls_of(const tool_log& log, const std::string& function) {
    std::vector<tool_call> found;
    std::ranges::copy_if(log, std::back_inserter(found), [&](const tool_call& c) { return c.function == function; });
    return found;
}

/// What begins ends in the same thread, with its own number, within what began before it. Where the tool has fences,
/// nothing begins in one thread while another is between begin and end.
inline void expect_pairs(const tool_log& log, bool fences) {
    std::map<std::string, std::vector<tool_call>> open;
    for (std::size_t line = 0; line < log.size(); ++line) {
        const tool_call& c = log[line];
        auto& mine = open[c.thread];
        if (c.begins()) {
            if (fences) {
                for (const auto& [thread, others] : open)
                    EXPECT_TRUE(others.empty() || thread == c.thread) << "line " << line << ": " << c.function;
            }
            mine.push_back(c);
        } else if (c.ends()) {
            ASSERT_FALSE(mine.empty()) << "line " << line << ": " << c.function << " of nothing";
            EXPECT_EQ(mine.back().kind(), c.kind()) << "line " << line;
            if (!c.arguments.empty()) EXPECT_EQ(mine.back().argument(2), c.argument(0)) << "line " << line;
            mine.pop_back();
        }
    }
    for (const auto& [thread, left] : open)
        EXPECT_TRUE(left.empty()) << left.front().function << " of thread " << thread;
}

}  // namespace ndweave::tests
