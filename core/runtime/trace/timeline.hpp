/// The timeline that NDWEAVE_TRACE asks for: what this process did when. Written where the process ends, in the format
/// of Chrome's traces, which Perfetto shows (Trace Event Format, "X" events; times in µs of CLOCK_MONOTONIC).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ndweave::detail {

/// What an interval was spent on, and its name in the file.
enum class activity : std::uint8_t { launch, kernel, copy, fill, graph, compile, load, wait };

constexpr const char* text_of(activity what) {
    constexpr const char* texts[] = {"launch", "kernel", "copy", "fill", "graph", "compile", "load", "wait"};
    return texts[static_cast<std::size_t>(what)];
}

struct interval {
    activity what;
    const std::string* name;  // a kernel's; null: of the activity alone. Outlives the timeline
    std::uint64_t bytes;      // of copies and fills
    std::int64_t begin, end;  // ns
};

/// Whether there is one. The variable is read once; throws errc::invalid where it cannot be written.
bool has_timeline();

/// Nanoseconds of CLOCK_MONOTONIC.
std::int64_t monotonic_now();

struct timeline_row;

/// A row of its own, beside those of threads.
timeline_row& add_timeline_row(const std::string& name);
/// Pre: has_timeline(). Without a row: the calling thread's.
void add_interval(const interval&);
void add_interval(const interval&, timeline_row& row);

/// The same text for as long as the process lives.
const std::string* lasting_name(const std::string&);

/// From here to the end of the block, in the calling thread's row.
class timeline_span {
public:
    explicit timeline_span(activity what, const std::string* name = nullptr, std::uint64_t bytes = 0)
        : one_{what, name, bytes, has_timeline() ? monotonic_now() : 0, 0} {}
    timeline_span(const timeline_span&) = delete;
    timeline_span& operator=(const timeline_span&) = delete;
    ~timeline_span() {
        if (one_.begin == 0) return;
        one_.end = monotonic_now();
        add_interval(one_);
    }

private:
    interval one_;
};

}  // namespace ndweave::detail
