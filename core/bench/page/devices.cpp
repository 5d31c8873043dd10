#include "devices.hpp"

#include "unavailable.hpp"

namespace ndweave::bench {

queue cpu_queue() { return queue(device("cpu")); }

queue opencl_cpu_queue() {
    for (const device& d : device::get_devices()) {
        if (d.backend_name() == "opencl" && !d.is_gpu()) return queue(d);
    }
    throw unavailable("no OpenCL platform has a CPU device");
}

}  // namespace ndweave::bench
