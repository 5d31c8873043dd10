#include "code/cuda_toolkit.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

namespace ndweave::code {
namespace {

namespace fs = std::filesystem;

/// `root` may be the file, its folder, or a toolkit.
std::string libdevice_below(const std::string& root) {
    std::error_code error;
    if (root.empty()) return {};
    if (root.ends_with(".bc") && fs::exists(root, error)) return root;
    for (const char* folder : {"nvvm/libdevice", "libdevice", ""}) {
        const fs::path path = fs::path(root) / folder / "libdevice.10.bc";
        if (fs::exists(path, error)) return path.string();
    }
    return {};
}

std::string ptxas_below(const std::string& root) {
    const std::string path = root + "/bin/ptxas";
    return ::access(path.c_str(), X_OK) == 0 ? path : "";
}

/// /usr/local/cuda-*, newest name first.
std::vector<std::string> versioned_toolkits() {
    std::vector<std::string> found;
    std::error_code error;
    for (fs::directory_iterator at("/usr/local", error), end; at != end && !error; at.increment(error)) {
        if (at->path().filename().string().starts_with("cuda-")) found.push_back(at->path().string());
    }
    std::sort(found.rbegin(), found.rend());
    return found;
}

/// What every compilation asks first: its answer is part of the key of the disk cache.
std::vector<std::string> usual_places() {
    std::vector<std::string> roots;
    for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
        if (const char* value = ::secure_getenv(variable)) roots.emplace_back(value);
    }
    roots.emplace_back("/usr/local/cuda");
    return roots;
}

/// What `below` finds in the first toolkit that has it.
template <class find_below>
std::string find(find_below below) {
    if (const std::string named = named_toolkit(); !named.empty()) return below(named);
    const auto below_any = [&](const std::vector<std::string>& roots) {
        for (const std::string& root : roots) {
            if (std::string path = below(root); !path.empty()) return path;
        }
        return std::string();
    };
    if (std::string path = below_any(usual_places()); !path.empty()) return path;
    if (std::string path = below_any(versioned_toolkits()); !path.empty()) return path;
    return below_any({"/opt/cuda", "/usr/lib/nvidia-cuda-toolkit", "/usr/lib/cuda"});
}

}  // namespace

std::string named_toolkit() {
    const char* const value = ::secure_getenv("NDWEAVE_CUDA_PATH");
    return value == nullptr ? "" : value;
}

std::string find_libdevice() { return find(libdevice_below); }

std::string find_ptxas() { return find(ptxas_below); }

}  // namespace ndweave::code
