#include "measure/measurement.hpp"

namespace ndweave::harness {

std::string measurement::column() const {
    std::string name = backend;
    if (device != 0) name += "#" + std::to_string(device);
    if (!strategy.empty() && strategy != "auto") name += ":" + strategy;
    if (ranks > 1) name += "*" + std::to_string(ranks);
    return name;
}

std::string measurement::key() const {
    std::string text = app + "/" + column() + "/" + size;
    for (const auto& [name, value] : params) text += "/" + name + "=" + value;
    return text;
}

}  // namespace ndweave::harness
