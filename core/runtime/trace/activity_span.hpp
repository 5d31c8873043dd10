/// What a thread does besides commands of queues, such as compiling: in the timeline, and told to profilers.
#pragma once

#include <optional>
#include <string>

#include "runtime/trace/timeline.hpp"
#include "runtime/trace/tools.hpp"

namespace ndweave::detail {

/// From here to the end of the block.
class activity_span {
public:
    /// `name()` is the kernel's; not asked for where nobody listens.
    template <class Name>
    activity_span(activity what, const Name& name) {
        const tool_list* const tools = active_tools();
        const bool traced = has_timeline();
        if (!tools && !traced) return;
        const std::string kernel = name();
        if (traced) timeline_.emplace(what, lasting_name(kernel));
        if (!tools) return;
        text_ = text_of(what) + (" " + kernel);
        tools_.emplace(*tools, tool_event{tool_activity::region, text_.c_str()});
    }

private:
    std::optional<timeline_span> timeline_;
    std::string text_;
    std::optional<tool_span> tools_;  // ends before its text
};

}  // namespace ndweave::detail
