/// Gives every value that lives across a barrier a variable (a scalar alloca), so that regions can be cut apart.
///
///     head1: x = phi [0, a], [y, c]        a:     store 0, x.kept
///            y = x + 1                     head1: x = load x.kept; y = x + 1; store y, x.kept
///            br head2                 ==>         br head2
///     head2: use y                         head2: y' = load x.kept; use y'
///            br head1                             br head1
///
/// A PHI of a head and its operands share one variable where they do not live at the same time, so that nothing is
/// copied around loops. Post: no head has a PHI, no value but those of the prologue is live into a head; critical edges
/// into heads that carry copies are split. The variables are marked in the prologue:
///
///     %x.kept = alloca i32, !ndweave.kept !0             !0 = !{!"for each item"} or !{!"for the group"}
#pragma once

#include <vector>

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace ndweave::compiler {

struct kept_variable {
    llvm::AllocaInst* variable;
    bool uniform;  // one value for the group
};

void demote_kept_values(llvm::Function& kernel);

/// In the order in which they stand in the prologue.
std::vector<kept_variable> kept_variables(llvm::Function& kernel);

}  // namespace ndweave::compiler
