/// Where the lanes of a vector of pointers lead.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace ndweave::compiler {

/// Lane l of a vector of pointers is base + index[l] * size + offset; without an index base[l] + offset.
struct lane_addresses {
    llvm::Value *base, *index;  // a pointer and a vector of integers, or a vector of pointers and null
    llvm::Type* type;           // of the size
    std::int64_t offset;
    std::optional<std::int64_t> stride;  // bytes from each lane to the next, where that is seen: more than 0

    static lane_addresses of(llvm::Value& pointers, const llvm::DataLayout& layout);

    /// Whether lanes of both lead into the same structures, at offsets of their own.
    bool same_structures(const lane_addresses& other) const {
        return base == other.base && index == other.index && type == other.type;
    }
    /// The addresses of the first lanes without the offset.
    std::vector<llvm::Value*> origins(llvm::IRBuilder<>& at, unsigned lanes) const;

private:
    void take_sums_apart(const llvm::DataLayout& layout);
};

/// Behind a change that needs an address of the first lane only: what computed it for the others goes.
void drop_unused_addresses(llvm::Function&, llvm::FunctionAnalysisManager&);

}  // namespace ndweave::compiler
