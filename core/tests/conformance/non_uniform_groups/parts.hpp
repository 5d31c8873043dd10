// Parts of the sub-groups of a launch, as the host sees them.
#pragma once

#include <functional>
#include <map>
#include <numeric>
#include <vector>

#include "sub_groups.hpp"

namespace ndweave::conformance {

namespace exp = ext::oneapi::experimental;

class NonUniformGroups : public SubGroups {
protected:
    void SetUp() override {
        SubGroups::SetUp();
        if (q.get_device().get_info<info::device::name>().find("HIP look-alike") != std::string::npos)
            GTEST_SKIP() << "threads of NVIDIA's GPUs do not come back together where AMD's wave fronts do";
    }

    /// Runs `test(properties)` for sizes of sub-groups, in groups that are a multiple of them and none.
    template <class Test>
    void for_each_division(Test test) {
        SubGroups::for_each_division([&](const kernel_properties& properties, const division& d) {
            lanes = d.lanes;
            local = d.local;
            test(properties);
        });
    }

    std::size_t items() const { return groups * local; }
    nd_range<1> launch() const { return {items(), local}; }

    /// Calls `run` with the work-items of each sub-group.
    template <class Run>
    void for_each_sub_group(Run run) const {
        division{groups, local, lanes}.for_each_sub_group([&](std::size_t first, std::size_t last, word) {
            std::vector<std::size_t> all(last - first);
            std::iota(all.begin(), all.end(), first);
            run(all);
        });
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
