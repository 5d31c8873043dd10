#include "assembler.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

namespace ndweave::compiler::testing {
namespace {

unsigned sum_of(const std::string& text, const std::string& pattern) {
    const std::regex expression(pattern);
    unsigned sum = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
        sum += static_cast<unsigned>(std::stoul((*at)[1]));
    }
    return sum;
}

std::string output_of(const std::string& command, int& status) {
    std::string text;
    FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    char buffer[512];
    while (pipe && std::fgets(buffer, sizeof buffer, pipe)) text += buffer;
    status = pipe ? pclose(pipe) : -1;
    return text;
}

}  // namespace

std::string find_ptxas() {
    for (const char* variable : {"NDWEAVE_CUDA_PATH", "CUDA_PATH", "CUDA_HOME"}) {
        const char* root = std::getenv(variable);
        if (root && std::filesystem::exists(std::string(root) + "/bin/ptxas")) return std::string(root) + "/bin/ptxas";
    }
    for (const char* path : {"/usr/local/cuda/bin/ptxas", "/opt/cuda/bin/ptxas", "/usr/bin/ptxas"}) {
        if (std::filesystem::exists(path)) return path;
    }
    return {};
}

assembled assemble(const std::string& code, const std::string& arch) {
    char path[] = "/tmp/ndweave-ptx-XXXXXX";
    const int file = mkstemp(path);
    std::ofstream(path) << code;
    int status = 0;
    assembled result;
    result.log = output_of(find_ptxas() + " -v -arch=" + arch + " -o /dev/null " + path, status);
    result.ok = status == 0;
    result.registers = sum_of(result.log, "Used ([0-9]+) registers");
    result.stack_bytes = sum_of(result.log, "([0-9]+) bytes stack frame");
    result.spill_bytes = sum_of(result.log, "([0-9]+) bytes spill");
    if (file >= 0) std::fclose(fdopen(file, "r"));
    std::remove(path);
    return result;
}

}  // namespace ndweave::compiler::testing
