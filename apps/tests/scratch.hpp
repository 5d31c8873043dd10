/// Files of one test program: the same tests run at once in other processes.
#pragma once

#include <string>

#include "support/temporary_folder.hpp"

namespace ndweave::apps::testing {

/// A path in a folder of this process, which goes with it.
inline std::string scratch_path(const std::string& name) {
    static const support::temporary_folder own;
    return own / name;
}

}  // namespace ndweave::apps::testing
