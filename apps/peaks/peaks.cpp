/// What a device can do at most, measured by kernels and copies that do nothing else: the roofs of the report's
/// roofline (S. Williams, A. Waterman, D. Patterson: "Roofline", CACM 52(4), 2009), and the links between devices.
#include <ndweave/queue.hpp>

#include "arithmetic.hpp"
#include "bandwidth.hpp"
#include "links.hpp"
#include "rank_links.hpp"
#include "ranks.hpp"

namespace ndweave::apps {

namespace peaks {

std::vector<result> run_peaks(const context& run) {
    if (ranks_of(run).size() > 1) return measure_rank_links(run);
    std::vector<result> rows = measure_bandwidth(run);
    rows.push_back(measure_arithmetic<float>(run));
    if (run.queue->get_device().has(aspect::fp64)) rows.push_back(measure_arithmetic<double>(run));
    rows.push_back(measure_launch(run));
    for (result& link : measure_links(run)) rows.push_back(std::move(link));
    return rows;
}

}  // namespace peaks

extern const application peaks_app{
    "peaks",
    "what the device can do at most: memory bandwidth, multiply-adds, links to host and devices",
    {"s", "copy"},
    peaks::run_peaks,
    {},
    true};

}  // namespace ndweave::apps
