#include "opencl/kernel/serialized_grids.hpp"

#include <cstdio>
#include <string>

#include "opencl/device/queries.hpp"

namespace ndweave::opencl {
namespace {

bool ended(cl_event event) {
    cl_int state = CL_COMPLETE;
    return cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, nullptr) != CL_SUCCESS ||
           state <= CL_COMPLETE;
}

}  // namespace

serialized_grids::~serialized_grids() {
    for (auto& [local, r] : of_local_size_) release(r.last);
}

void serialized_grids::release(std::map<cl_command_queue, cl_event>& events) {
    for (const auto& [queue, event] : events) cl.clReleaseEvent(event);
    events.clear();
}

std::vector<cl_event> serialized_grids::before(cl_command_queue queue, const extents& global, const extents& local) {
    std::vector<cl_event> events;
    const auto found = of_local_size_.find(local);
    if (found == of_local_size_.end() || found->second.global == global) return events;
    for (const auto& [other, event] : found->second.last) {
        if (other != queue && !ended(event)) events.push_back(event);
    }
    return events;
}

void serialized_grids::launched(cl_command_queue queue, const extents& global, const extents& local, cl_event event) {
    running& r = of_local_size_.try_emplace(local, running{global, {}}).first->second;
    if (r.global != global) {
        release(r.last);
        r.global = global;
    }
    if (const auto mine = r.last.find(queue); mine != r.last.end()) {
        cl.clReleaseEvent(mine->second);
        mine->second = event;
        return;
    }
    // What has ended may be of a queue that is gone.
    std::erase_if(r.last, [](const auto& each) {
        if (!ended(each.second)) return false;
        cl.clReleaseEvent(each.second);
        return true;
    });
    r.last.emplace(queue, event);
}

bool needs_serialized_grids(cl_device_id id) {
    const auto platform = query<cl_platform_id>(id, CL_DEVICE_PLATFORM);
    char version[256] = {};
    if (cl.clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version - 1, version, nullptr) != CL_SUCCESS)
        return false;
    const std::string text = version;  // "OpenCL 3.0 PoCL 3.1+debian  Linux, Release, ..."
    const auto name = text.find("PoCL ");
    int major = 0;
    return name != std::string::npos && std::sscanf(text.c_str() + name, "PoCL %d", &major) == 1 && major < 7;
}

}  // namespace ndweave::opencl
