#include "runtime/trace/command_group.hpp"

#include <algorithm>
#include <bit>

namespace ndweave::detail {

namespace {

constexpr std::size_t most_names = 6;

std::string name_of(const command_group::part& p) {
    const std::string count = p.count == 1 ? "" : " (" + std::to_string(p.count) + ")";
    return (p.kind.name ? *p.kind.name : text_of(p.kind.what)) + count;
}

}  // namespace

command_kind::command_kind(const interval& command)
    : what(command.what), name(command.name), bytes_bits(std::bit_width(command.bytes)) {}

void command_group::add(const interval& command) {
    if (parts_.empty())
        whole_ = command;
    else
        whole_.bytes += command.bytes;
    whole_.end = command.end;
    const command_kind kind(command);
    const auto found = std::ranges::find(parts_, kind, &part::kind);
    if (found == parts_.end()) {
        parts_.push_back({kind, 1});
    } else {
        ++found->count;
    }
}

std::string command_group::name() const {
    std::string names;
    for (std::size_t n = 0; n < std::min(parts_.size(), most_names); ++n) {
        names += (n ? ", " : "") + name_of(parts_[n]);
    }
    return parts_.size() > most_names ? names + ", ..." : names;
}

double command_times::expected(const command_kind& kind) const {
    const auto found = mean_.find(kind);
    return found == mean_.end() ? 0 : found->second;
}

double command_times::expected(const command_group& group) const {
    double sum = 0;
    for (const auto& [kind, count] : group.parts()) sum += static_cast<double>(count) * expected(kind);
    return sum;
}

void command_times::learn(const command_group& group, double took) {
    const double thought = expected(group);
    std::int64_t commands = 0;
    for (const auto& part : group.parts()) commands += part.count;
    for (const auto& part : group.parts()) {
        double& mean = mean_[part.kind];
        mean = thought > 0 ? mean * (took / thought) : took / static_cast<double>(commands);
    }
}

}  // namespace ndweave::detail
