#include "compiler/codegen/c_source/passes/table_addresses.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

namespace ndweave::compiler::c_source_detail {

void expand_table_addresses(llvm::Function& kernel) {
    llvm::SmallVector<llvm::Constant*> tables;
    for (llvm::GlobalVariable& table : kernel.getParent()->globals()) tables.push_back(&table);
    llvm::convertUsersOfConstantsToInstructions(tables, &kernel);
}

}  // namespace ndweave::compiler::c_source_detail
