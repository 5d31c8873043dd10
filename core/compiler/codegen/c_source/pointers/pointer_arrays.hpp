/// Private arrays that the kernel only loads from and stores to, so that what is loaded is known to be what was stored:
/// pointers that work-items keep from one loop over them to the next.
#pragma once

#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace ndweave::compiler::c_source_detail {

class pointer_arrays {
public:
    pointer_arrays() = default;
    explicit pointer_arrays(llvm::Function& kernel);

    /// The array that a load of a pointer reads, or a store of one writes; null for others.
    const llvm::AllocaInst* array_of(const llvm::Instruction& access) const { return array_of_.lookup(&access); }
    /// Every pointer that is stored to the array.
    const std::vector<const llvm::Value*>& stored_to(const llvm::AllocaInst& array) const {
        return stored_.find(&array)->second;
    }

private:
    llvm::DenseMap<const llvm::Instruction*, const llvm::AllocaInst*> array_of_;
    llvm::DenseMap<const llvm::AllocaInst*, std::vector<const llvm::Value*>> stored_;
};

}  // namespace ndweave::compiler::c_source_detail
