/// How many threads the CPU engine may use.
#pragma once

#include <filesystem>

namespace ndweave::detail {

/// Of one launch: NDWEAVE_CPU_THREADS if set, else the control group's quota of processor time in processors, rounded
/// up. (oneTBB knows the processors that the process may run on, but no quota: with more threads than the quota allows,
/// all of them are throttled for the rest of each period.) Read once. Throws errc::invalid for a value that is not a
/// number of threads.
unsigned thread_limit();

/// The processors that the control groups' quotas allow, rounded up; UINT_MAX without a quota. `self` stands for
/// /proc/self/cgroup, `root` for /sys/fs/cgroup (Linux's cgroup-v2, cpu.max; v1, cpu.cfs_quota_us).
unsigned quota_of_control_groups(const std::filesystem::path& self, const std::filesystem::path& root);

}  // namespace ndweave::detail
