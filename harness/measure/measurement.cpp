#include "measure/measurement.hpp"

namespace ndweave::harness {

std::string measurement::column() const {
    std::string name = backend;
    if (device != 0) name += "#" + std::to_string(device);
    if (!strategy.empty() && strategy != "auto") name += ":" + strategy;
    return name;
}

std::string measurement::key() const {
    std::string text = app + "/" + column() + "/" + size;
    for (const auto& [name, value] : params) text += "/" + name + "=" + value;
    return text;
}

json to_json(const measurement& m) {
    return {{"app", m.app},           {"backend", m.backend}, {"strategy", m.strategy}, {"size", m.size},
            {"params", m.params},     {"command", m.command}, {"device", m.device},     {"repeat", m.repeat},
            {"min_time", m.min_time}, {"timeout", m.timeout}};
}

measurement measurement_from(const json& j) {
    measurement m;
    m.app = j.at("app");
    m.backend = j.at("backend");
    m.strategy = j.at("strategy");
    m.size = j.at("size");
    m.params = j.at("params").get<std::map<std::string, std::string>>();
    m.command = j.at("command");
    m.device = j.at("device");
    m.repeat = j.at("repeat");
    m.min_time = j.at("min_time");
    m.timeout = j.at("timeout");
    return m;
}

}  // namespace ndweave::harness
