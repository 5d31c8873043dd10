#include "compiler/pass_manager/left_out_passes.hpp"

#include <llvm/ADT/StringExtras.h>

#include <cstdlib>

#include "compiler/pass_manager/pass_registry.hpp"

namespace ndweave::compiler {
std::vector<std::string> left_out_passes() {
    std::vector<std::string> names;
    const char* const text = ::secure_getenv("NDWEAVE_LEAVE_OUT_PASSES");
    for (const llvm::StringRef name : llvm::split(text == nullptr ? "" : text, ',')) {
        if (!name.trim().empty()) names.push_back(name.trim().str());
    }
    return names;
}

std::string problem_of_left_out_passes() {
    for (const std::string& name : left_out_passes()) {
        const auto is_it = [&](llvm::StringRef known) { return known.split('<').first == name; };
        if (llvm::none_of(registered_passes(), is_it))
            return "there is no pass '" + name + "'; ndweave-opt -print-passes lists them";
    }
    return {};
}

}  // namespace ndweave::compiler
