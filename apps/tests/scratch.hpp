/// Files of one test program: the same tests run at once in other processes.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace ndweave::apps::testing {

/// A path in a folder of this process, which goes with it.
inline std::string scratch_path(const std::string& name) {
    struct folder {
        std::string path = (std::filesystem::temp_directory_path() / "ndweave-apps-XXXXXX").string();
        folder() {
            if (!mkdtemp(path.data())) throw std::runtime_error("no folder like " + path + " can be made");
        }
        ~folder() {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
    };
    static const folder own;
    return own.path + "/" + name;
}

}  // namespace ndweave::apps::testing
