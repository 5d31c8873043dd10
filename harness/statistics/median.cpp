#include "statistics/median.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace ndweave::harness {

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double median_deviation(const std::vector<double>& values) {
    const double centre = median(values);
    std::vector<double> distances;
    distances.reserve(values.size());
    for (const double value : values) distances.push_back(std::abs(value - centre));
    return median(std::move(distances));
}

interval bootstrap_median(const std::vector<double>& values) {
    constexpr int resamples = 1000;
    // More than this many samples narrow the interval no further than clock noise, and cost time.
    const std::vector<double> pool = values.size() > 512 ? block_medians(values, 512) : values;
    std::mt19937_64 random(0x6e64776561766500u);
    std::uniform_int_distribution<std::size_t> pick(0, pool.size() - 1);
    std::vector<double> medians(resamples), drawn(pool.size());
    for (double& result : medians) {
        for (double& value : drawn) value = pool[pick(random)];
        result = median(drawn);
    }
    std::sort(medians.begin(), medians.end());
    return {medians[resamples * 25 / 1000], medians[resamples * 975 / 1000 - 1]};
}

std::vector<double> block_medians(const std::vector<double>& values, std::size_t blocks) {
    if (values.size() <= blocks) return values;
    std::vector<double> result;
    for (std::size_t block = 0; block < blocks; ++block) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(block * values.size() / blocks);
        const auto last = values.begin() + static_cast<std::ptrdiff_t>((block + 1) * values.size() / blocks);
        result.push_back(median(std::vector<double>(first, last)));
    }
    return result;
}

}  // namespace ndweave::harness
