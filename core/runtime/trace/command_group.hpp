/// Commands of a queue that stand together in the timeline: what each takes is not worth the time that asking takes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/trace/timeline.hpp"

namespace ndweave::detail {

/// Commands that are thought to take as long as each other.
struct command_kind {
    explicit command_kind(const interval& command);
    friend auto operator<=>(const command_kind&, const command_kind&) = default;

    activity what;
    const std::string* name;
    int bytes_bits;  // of copies and fills: of the same power of two
};

/// Follow each other in one queue.
class command_group {
public:
    struct part {
        command_kind kind;
        std::int64_t count;
    };

    /// `command` ends where its submission does.
    void add(const interval& command);
    bool empty() const { return parts_.empty(); }
    const std::vector<part>& parts() const { return parts_; }
    /// From the first submission to the last; what and named as the first, with the bytes of all.
    const interval& whole() const { return whole_; }
    bool is_single() const { return parts_.size() == 1 && parts_.front().count == 1; }
    /// As "triad (4), dot (2)".
    std::string name() const;

private:
    std::vector<part> parts_;
    interval whole_{};
};

/// How long commands of each kind take, from what groups of them took.
class command_times {
public:
    /// Whether nobody has asked before.
    bool is_new(const command_kind& kind) { return mean_.try_emplace(kind, 0).second; }
    /// In ns; 0 of what is not known yet.
    double expected(const command_kind& kind) const;
    double expected(const command_group&) const;
    /// That its commands together took so many ns.
    void learn(const command_group&, double took);

private:
    std::map<command_kind, double> mean_;
};

}  // namespace ndweave::detail
