/// SYCL 2020 aspects (4.6.4.5).
#pragma once

namespace sycl {

/// Optional features of devices; device::has tells which it has.
enum class aspect {
    cpu,
    gpu,
    accelerator,
    custom,
    emulated,
    host_debuggable,
    fp16,
    fp64,
    atomic64,
    image,
    online_compiler,
    online_linker,
    queue_profiling,
    usm_device_allocations,
    usm_host_allocations,
    usm_atomic_host_allocations,
    usm_shared_allocations,
    usm_atomic_shared_allocations,
    usm_system_allocations,
    // DPC++'s.
    ext_intel_free_memory,
    ext_oneapi_native_assert,
};

}  // namespace sycl
