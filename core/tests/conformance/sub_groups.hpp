/// Sub-groups of a launch, as the host sees them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "fixture.hpp"

namespace ndweave::conformance {

using word = std::uint32_t;

/// The work-groups of a launch, and how they are divided.
struct division {
    std::size_t groups, local, lanes;

    std::size_t items() const { return groups * local; }

    /// Calls `run(first, last, number)` for each sub-group with its work-items' linear global ids and its number.
    template <class Run>
    void for_each_sub_group(Run run) const {
        for (std::size_t g = 0; g < groups; ++g) {
            for (std::size_t s = 0; s < local; s += lanes)
                run(g * local + s, g * local + std::min(s + lanes, local), static_cast<word>(s / lanes));
        }
    }
};

class SubGroups : public Conformance {
protected:
    std::vector<word> random_words(std::size_t count, word below) {
        std::vector<word> v(count);
        for (word& x : v) x = static_cast<word>(random() % below);
        return v;
    }

    /// Some of the device's sizes of sub-groups, others each time: a kernel is compiled for each.
    std::vector<std::size_t> some_sizes() {
        std::vector<std::size_t> sizes = q.get_device().get_info<info::device::sub_group_sizes>();
        std::shuffle(sizes.begin(), sizes.end(), random);
        sizes.resize(std::min<std::size_t>(sizes.size(), 3));
        return sizes;
    }

    /// Runs `test(properties, division)` for sizes of sub-groups, in groups that are a multiple of them and none.
    template <class Test>
    void for_each_division(Test test) {
        for (const std::size_t lanes : some_sizes()) {
            kernel_properties properties;
            properties.sub_group_size = static_cast<std::uint32_t>(lanes);
            const std::size_t odd = 1 + random() % 200;
            for (const std::size_t local : {4 * lanes, odd}) {
                SCOPED_TRACE("sub-groups of " + std::to_string(lanes) + ", work-groups of " + std::to_string(local));
                test(properties, division{3, std::min<std::size_t>(local, 256), lanes});
            }
        }
    }
};

}  // namespace ndweave::conformance
