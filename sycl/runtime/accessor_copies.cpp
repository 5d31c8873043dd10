#include "sycl/memory/accessor_copies.hpp"

namespace sycl::detail {

std::vector<element_run> runs_of(const std::size_t* extent, const std::size_t* row, int dimensions) {
    // Dimensions that are whole join the one before.
    int joined = dimensions - 1;
    std::size_t length = extent[joined];
    while (joined > 0 && extent[joined] == row[joined]) length *= extent[--joined];
    std::vector<element_run> runs{{0, length}};
    for (int d = joined - 1; d >= 0; --d) {
        std::size_t stride = 1;
        for (int inner = d + 1; inner < dimensions; ++inner) stride *= row[inner];
        std::vector<element_run> all;
        for (std::size_t i = 0; i < extent[d]; ++i) {
            for (const element_run& r : runs) all.push_back({r.first + i * stride, r.count});
        }
        runs.swap(all);
    }
    if (length == 0) runs.clear();
    return runs;
}

}  // namespace sycl::detail
