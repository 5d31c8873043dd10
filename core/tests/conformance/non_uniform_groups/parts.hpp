// Parts of the sub-groups of a launch, as the host sees them.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "fixture.hpp"

namespace ndweave::conformance {

namespace exp = ext::oneapi::experimental;

using word = std::uint32_t;

class NonUniformGroups : public Conformance {
protected:
    std::vector<word> random_words(std::size_t count, word below) {
        std::vector<word> v(count);
        for (word& x : v) x = static_cast<word>(random() % below);
        return v;
    }

    /// Runs `test(properties)` for sizes of sub-groups, in groups that are a multiple of them and none.
    template <class Test>
    void for_each_division(Test test) {
        std::vector<std::size_t> sizes = q.get_device().get_info<info::device::sub_group_sizes>();
        std::shuffle(sizes.begin(), sizes.end(), random);
        sizes.resize(std::min<std::size_t>(sizes.size(), 2));
        for (const std::size_t size : sizes) {
            kernel_properties properties;
            properties.sub_group_size = static_cast<std::uint32_t>(size);
            const std::size_t odd = 1 + random() % 200;
            for (const std::size_t items : {4 * size, odd}) {
                SCOPED_TRACE("sub-groups of " + std::to_string(size) + ", work-groups of " + std::to_string(items));
                lanes = size;
                local = std::min<std::size_t>(items, 256);
                test(properties);
            }
        }
    }

    std::size_t items() const { return groups * local; }
    nd_range<1> launch() const { return {items(), local}; }

    /// Calls `run` with the work-items of each sub-group.
    template <class Run>
    void for_each_sub_group(Run run) const {
        for (std::size_t g = 0; g < items(); g += local) {
            for (std::size_t s = 0; s < local; s += lanes) {
                std::vector<std::size_t> all(std::min(lanes, local - s));
                std::iota(all.begin(), all.end(), g + s);
                run(all);
            }
        }
    }

    /// Calls `run` with those work-items of each sub-group to which `number` gives the same number.
    template <class Run>
    void for_each_part(std::function<std::size_t(std::size_t item, std::size_t lane)> number, Run run) const {
        for_each_sub_group([&](const std::vector<std::size_t>& all) {
            std::map<std::size_t, std::vector<std::size_t>> parts;
            for (std::size_t l = 0; l < all.size(); ++l) parts[number(all[l], l)].push_back(all[l]);
            for (const auto& [n, part] : parts) run(part, n);
        });
    }

    static constexpr std::size_t groups = 3;
    std::size_t lanes = 1, local = 1;
};

}  // namespace ndweave::conformance
