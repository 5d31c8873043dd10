#include "runtime/queue/reduction_shape.hpp"

#include <algorithm>

#include "runtime/device/device_tuning.hpp"

namespace ndweave::detail {
namespace {

std::size_t max_gpu_groups(const device_limits& limits) {
    return std::size_t{limits.reduction_groups_per_unit} * std::max<std::size_t>(limits.max_compute_units, 1);
}

std::size_t ceil_div(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

}  // namespace

std::size_t run_length(std::size_t points, std::size_t units) {
    constexpr std::size_t min = device_tuning::min_reduction_run, max = device_tuning::max_reduction_run;
    constexpr std::size_t step = device_tuning::reduction_run_step;
    const std::size_t cores = std::max<std::size_t>(units, 1);
    const std::size_t runs = cores * std::max<std::size_t>(ceil_div(points, cores * max), 1);
    return std::max(min, ceil_div(ceil_div(points, runs), step) * step);
}

reduction_shape shape_of_reduction(std::size_t points, const device_limits& limits) {
    const std::size_t run = run_length(points, limits.max_compute_units);
    if (!limits.is_gpu) return {ceil_div(points, run), 1, run};
    constexpr std::size_t local = device_tuning::default_group_size;
    return {std::min(ceil_div(points, local), max_gpu_groups(limits)), local, run};
}

}  // namespace ndweave::detail
