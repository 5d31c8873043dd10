#include "code/find_libdevice.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

namespace ndweave::code {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "libdevice.10.bc";

/// `root` may be the file, its folder, or a toolkit.
std::string below(const std::string& root) {
    std::error_code error;
    if (root.empty()) return {};
    if (root.ends_with(".bc") && fs::exists(root, error)) return root;
    for (const char* folder : {"nvvm/libdevice", "libdevice", ""}) {
        const fs::path path = fs::path(root) / folder / file_name;
        if (fs::exists(path, error)) return path.string();
    }
    return {};
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

/// The first of them that has it.
std::string below_any(const std::vector<std::string>& roots) {
    for (const std::string& root : roots) {
        if (std::string path = below(root); !path.empty()) return path;
    }
    return {};
}

/// What every compilation asks first: its answer is part of the key of the disk cache.
std::string in_usual_places() {
    std::vector<std::string> roots;
    for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
        if (const char* value = ::secure_getenv(variable)) roots.emplace_back(value);
    }
    roots.emplace_back("/usr/local/cuda");
    return below_any(roots);
}

}  // namespace

std::string named_toolkit() {
    const char* const value = ::secure_getenv("NDWEAVE_CUDA_PATH");
    return value == nullptr ? "" : value;
}

std::string find_libdevice() {
    if (const std::string named = named_toolkit(); !named.empty()) return below(named);
    if (std::string path = in_usual_places(); !path.empty()) return path;
    if (std::string path = below_any(versioned_toolkits()); !path.empty()) return path;
    return below_any({"/opt/cuda", "/usr/lib/nvidia-cuda-toolkit", "/usr/lib/cuda"});
}

}  // namespace ndweave::code
