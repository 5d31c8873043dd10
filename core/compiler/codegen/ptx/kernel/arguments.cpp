#include "compiler/codegen/ptx/kernel/arguments.hpp"

#include <llvm/IR/Module.h>

namespace ndweave::compiler::ptx {

kernel_arguments kernel_arguments::of(llvm::Function& kernel) {
    kernel_arguments found;
    unsigned ranges = 0, groups = 0;
    for (llvm::Argument& argument : kernel.args()) {
        if (argument.getType()->isIntegerTy(64)) found.global_range[ranges++] = &argument;
        if (argument.getType()->isIntegerTy(32)) found.group_range[groups++] = &argument;
    }
    return found;
}

std::vector<ndw_parameter> parameters_of(llvm::Function& kernel) {
    const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
    const auto bytes = layout.getTypeAllocSize(kernel.getParamByValType(0)).getFixedValue();
    const kernel_arguments arguments = kernel_arguments::of(kernel);
    std::vector<ndw_parameter> parameters{{NDW_PARAMETER_FUNCTOR, 0, static_cast<std::uint32_t>(bytes)}};
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
        if (arguments.global_range[axis]) parameters.push_back({NDW_PARAMETER_GLOBAL_RANGE, axis, 8});
    }
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
        if (arguments.group_range[axis]) parameters.push_back({NDW_PARAMETER_GROUP_RANGE, axis, 4});
    }
    return parameters;
}

}  // namespace ndweave::compiler::ptx
