/// One step of a pipeline: some passes under one name, which reports, dumps and `last_step` know it by.
#pragma once

#include <string>

namespace ndweave::compiler {

struct pipeline_step {
    const char* name;
    /// In the syntax of LLVM's PassBuilder, with the passes of pass_registry.def: ndweave-opt takes it after -passes=.
    std::string passes;
    /// Whether this compilation has it.
    bool wanted = true;
    /// Only makes code better: left out behind the request's last step.
    bool optional = false;
    /// Field of the report that gets the number of its changes; null: none does.
    const char* counted = nullptr;
};

}  // namespace ndweave::compiler
