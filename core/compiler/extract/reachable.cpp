#include "compiler/extract/reachable.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>

namespace ndweave::extract {
namespace {

class walk {
public:
    explicit walk(global_set& found) : found_(found) {}

    /// Operands of functions are the personality, prefix and prologue; of variables the initializer; of aliases the
    /// aliasee.
    void enter(llvm::GlobalValue& global) {
        operands(global);
        if (auto* function = llvm::dyn_cast<llvm::Function>(&global)) {
            for (llvm::Instruction& instruction : llvm::instructions(*function)) operands(instruction);
        }
    }

private:
    void operands(llvm::User& user) {
        for (llvm::Use& use : user.operands()) {
            if (auto* constant = llvm::dyn_cast<llvm::Constant>(use.get())) visit(*constant);
        }
    }

    void visit(llvm::Constant& constant) {
        if (auto* global = llvm::dyn_cast<llvm::GlobalValue>(&constant)) {
            found_.insert(global);
        } else if (constants_.insert(&constant).second) {
            operands(constant);
        }
    }

    global_set& found_;
    llvm::DenseSet<llvm::Constant*> constants_;
};

}  // namespace

global_set reachable_from(llvm::ArrayRef<llvm::GlobalValue*> roots) {
    global_set found(roots.begin(), roots.end());
    walk steps(found);
    for (std::size_t i = 0; i < found.size(); ++i) steps.enter(*found[i]);  // `found` grows meanwhile
    return found;
}

}  // namespace ndweave::extract
