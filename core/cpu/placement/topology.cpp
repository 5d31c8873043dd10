#include "cpu/placement/topology.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace ndweave::detail {

std::vector<processor_list> topology::numa_nodes(const processor_list& processors) const {
    std::vector<processor_list> nodes;
    for (const unsigned node : read("node/online")) {  // in the format of processors
        processor_list own = common_processors(read("node/node" + std::to_string(node) + "/cpulist"), processors);
        if (!own.empty()) nodes.push_back(std::move(own));  // some nodes have memory only
    }
    return nodes;
}

std::vector<processor_list> topology::divide(const processor_list& processors,
                                             const std::vector<std::size_t>& sizes) const {
    std::vector<unsigned> order;
    const auto add = [&](const processor_list& some) {
        for (const unsigned p : some) {
            if (std::ranges::find(order, p) == order.end()) order.push_back(p);
        }
    };
    for (const processor_list& node : numa_nodes(processors)) {
        for (const unsigned p : node) add(common_processors(on_core_of(p), node));
    }
    for (const unsigned p : processors) add(common_processors(on_core_of(p), processors));  // those of no node

    std::vector<processor_list> parts;
    auto next = order.begin();
    for (const std::size_t size : sizes) {
        const auto end = next + static_cast<std::ptrdiff_t>(size);
        std::ranges::sort(parts.emplace_back(next, end));
        next = end;
    }
    return parts;
}

processor_list topology::read(const std::filesystem::path& file) const {
    std::string text;
    std::getline(std::ifstream(root_ / file), text);
    return parse_processors(text);
}

/// Itself among them.
processor_list topology::on_core_of(unsigned processor) const {
    processor_list same = read("cpu/cpu" + std::to_string(processor) + "/topology/thread_siblings_list");
    return std::ranges::binary_search(same, processor) ? same : processor_list{processor};
}

}  // namespace ndweave::detail
