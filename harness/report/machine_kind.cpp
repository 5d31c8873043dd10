#include "report/machine_kind.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace ndweave::harness {

namespace {

/// "NVIDIA H100 80GB HBM3" is nvidia-h100, "Intel(R) Xeon(R) Processor" intel-xeon.
std::string plain_name(const std::string& device) {
    std::istringstream words(device);
    std::string name, word;
    while (words >> word) {
        for (const char* mark : {"(R)", "(TM)"}) {
            if (const auto at = word.find(mark); at != std::string::npos) word.erase(at, std::string(mark).size());
        }
        if (word.ends_with("GB") && std::isdigit(static_cast<unsigned char>(word[0]))) break;  // its memory, and on
        if (word.empty() || word == "Processor" || word == "CPU" || word.ends_with("-Core")) continue;
        for (char& c : word) {
            c = std::isalnum(static_cast<unsigned char>(c))
                    ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
                    : '-';
        }
        name += (name.empty() ? "" : "-") + word;
    }
    return name;
}

std::string processor_name(const json& context) {
    const json hardware = context.value("hardware", json::object());
    const std::string name = plain_name(hardware.value("cpu", ""));
    const int cores = hardware.value("cpus", 0);
    return name.empty() || cores == 0 ? name : name + "-" + std::to_string(cores) + (cores == 1 ? "-core" : "-cores");
}

/// A device beside the processor: peers do not name theirs, and OpenCL on the processor bears the processor's name.
bool is_beside(const record& row, const std::string& host, const json& context) {
    const std::string cpu = context.value("hardware", json::object()).value("cpu", "");
    return row.origin.hw_id != host && row.origin.device != row.backend && !is_look_alike(row.origin.device) &&
           (cpu.empty() || row.origin.device.find(cpu) == std::string::npos);
}

}  // namespace

bool is_look_alike(const std::string& device) { return device.find("HIP look-alike") != std::string::npos; }

std::string host_of(const results& run, const record& row) { return run.context.value("hw_id", row.origin.hw_id); }

std::map<std::string, std::string> machine_kinds(const std::vector<named_results>& runs) {
    std::map<std::string, std::string> devices, processors, kinds;
    for (const named_results& run : runs) {
        for (const record& row : run.found.rows) {
            const std::string host = host_of(run.found, row);
            kinds.emplace(host, host);
            if (const std::string name = processor_name(run.found.context); !name.empty())
                processors.emplace(host, name);
            if (is_beside(row, host, run.found.context)) devices.emplace(host, plain_name(row.origin.device));
        }
    }
    for (auto& [host, kind] : kinds) {
        if (const auto found = devices.find(host); found != devices.end() && !found->second.empty()) {
            kind = found->second;
        } else if (const auto processor = processors.find(host); processor != processors.end()) {
            kind = processor->second;
        }
    }
    return kinds;
}

}  // namespace ndweave::harness
