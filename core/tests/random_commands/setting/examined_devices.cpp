#include "examined_devices.hpp"

#include <algorithm>

namespace ndweave::testing {
namespace {

/// Whether the device runs this program's kernels: the null device runs none, and without the kernel compiler only the
/// CPU does.
bool computes(queue& q) {
    std::uint32_t* const word = malloc_device<std::uint32_t>(1, q);
    std::uint32_t found = 0;
    try {
        q.fill(word, 0u, 1);
        q.single_task([=] { *word = 1; });
        q.copy(word, &found, 1).wait();
    } catch (const exception& e) {
        if (e.code() != make_error_code(errc::kernel_not_supported)) throw;
    }
    free(word, q);
    return found == 1;
}

bool has_profiling(const device& d) {
    try {
        queue(d, property::queue::enable_profiling());
        return true;
    } catch (const exception& e) {
        if (e.code() != make_error_code(errc::feature_not_supported)) throw;
        return false;
    }
}

device_setting examine(const device& d) {
    queue q(d);
    return {.name = d.identifier(),
            .is_cpu = d.backend_name() == "cpu",
            .computes = computes(q),
            .shared = d.has(aspect::usm_shared_allocations),
            .host = d.has(aspect::usm_host_allocations),
            .profiling = has_profiling(d)};
}

/// Its halves, and one of all its compute units, which has workers wherever the CPU has.
std::vector<device> parts_of_the_cpu() {
    using enum info::partition_property;
    const device cpu("cpu");
    const std::size_t units = cpu.get_info<info::device::max_compute_units>();
    std::vector<device> parts = cpu.create_sub_devices<partition_equally>(std::max<std::size_t>(units / 2, 1));
    parts.push_back(cpu.create_sub_devices<partition_by_counts>({units}).front());
    return parts;
}

}  // namespace

std::string examined_devices::text() const {
    std::string text;
    for (const device& d : handles) {
        text += (text.empty() ? "" : ", ") + d.identifier() + " (" + d.get_info<info::device::name>() + ", driver " +
                d.get_info<info::device::driver_version>() + ")";
    }
    return text;
}

examined_devices examine(const std::vector<std::string>& names) {
    examined_devices made;
    if (names.empty()) made.handles = device::get_devices();
    for (const std::string& name : names) {
        if (name == "parts") {
            const std::vector<device> parts = parts_of_the_cpu();
            made.handles.insert(made.handles.end(), parts.begin(), parts.end());
        } else {
            made.handles.emplace_back(name);
        }
    }
    for (const device& d : made.handles) made.can.push_back(examine(d));
    return made;
}

}  // namespace ndweave::testing
