/// Loops that count an id up, and the iterations in which a test of that id holds.
///
///     for l in [0, 256):  if (l < k) ..           holds in [0, min(k, 256))
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>

#include <optional>

#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {

/// id = begin; do { .. } while (++id < end);
struct counted_loop {
    llvm::PHINode* id;
    llvm::ICmpInst* test;
    /// Others that take a step, the same in each iteration.
    llvm::SmallVector<std::pair<llvm::PHINode*, llvm::Value*>> counters;
    /// The rest: what they have at the loop's end may be used behind it.
    llvm::SmallVector<llvm::PHINode*> carried;
};

/// Such a loop that leaves no other values than those it carries.
std::optional<counted_loop> as_counted(const llvm::Loop& loop);

/// What `phi` has in the next iteration.
llvm::Value* next_of(const llvm::Loop& loop, const llvm::PHINode& phi);

/// What `phi`, behind the loop, has if no iteration runs.
llvm::Value* value_of_no_iteration(const llvm::Loop& loop, const counted_loop& counted, const llvm::PHINode& phi);

/// Lets `counter` begin as many iterations later at the end of the preheader `before`.
void begin_later(llvm::PHINode& counter, llvm::Value& step, llvm::Value& iterations, llvm::BasicBlock& before);

/// A part of a condition that compares what grows with the id to what does not change.
struct id_test {
    llvm::Use* part;
    bool live;  // what it is where the iteration goes on
    const llvm::SCEV* start;
    llvm::CmpInst::Predicate predicate;  // of `start` + iteration and `bound`, where `part` is `live`
    llvm::Value* bound;
};

/// A loop's iterations from `begin` to `end`, of which those from `first` to `last` pass a test; the latter two are
/// counted from `begin` on.
struct tested_iterations {
    llvm::Value *begin, *end, *first, *last;
};

/// Finds and evaluates tests. `flat`: in loops that may be the program's own.
class id_tests {
public:
    id_tests(loop_analyses& analyses, bool flat) : analyses_(analyses), flat_(flat) {}

    /// Such a part of the condition, without which the whole is not `live`.
    std::optional<id_test> find(const llvm::Loop& loop, const counted_loop& counted, llvm::Use& condition, bool live);

    /// Computes the iterations at the end of `before`, in front of the loop's preheader. `begins_below`: the loop is
    /// known to begin below its end.
    tested_iterations compute(const llvm::Loop& loop, const counted_loop& counted, const id_test& test,
                              llvm::BasicBlock& before, bool begins_below);

    /// Loops over work-items do; of flat loops, which may be the program's own, a test in front says it.
    bool begins_below_end(const llvm::Loop& loop, const counted_loop& counted);

private:
    const llvm::SCEVAddRecExpr* as_index(const llvm::Loop& loop, const llvm::PHINode& id, llvm::Value& value,
                                         bool is_signed);
    bool counts(const llvm::SCEVAddRecExpr& index, const counted_loop& counted);

    loop_analyses& analyses_;
    const bool flat_;
};

}  // namespace ndweave::compiler
