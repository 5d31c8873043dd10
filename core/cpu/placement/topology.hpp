/// Which processors are close to each other.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "cpu/placement/processors.hpp"

namespace ndweave::detail {

/// The machine as Linux describes it in files. What is not described there has no neighbours.
class topology {
public:
    explicit topology(std::filesystem::path root = "/sys/devices/system") : root_(std::move(root)) {}

    /// Of the NUMA nodes that have some of `processors`, those, in the order of the nodes' numbers.
    std::vector<processor_list> numa_nodes(const processor_list& processors) const;

    /// Disjoint parts of `processors` of the given sizes. They are taken node by node, and within a node core by core:
    /// parts share as few cores and nodes as can be. Pre: there are enough.
    std::vector<processor_list> divide(const processor_list& processors, const std::vector<std::size_t>& sizes) const;

private:
    processor_list read(const std::filesystem::path& file) const;
    processor_list on_core_of(unsigned processor) const;

    std::filesystem::path root_;
};

}  // namespace ndweave::detail
