/// Scatters to members of structures that lie one after the other become stores of whole registers with gaps.
///
///     p[i].x = a;  p[i].y = b             x x x x x x x x    y y y y y y y y     one store for each number
///                                  ==>    x y - - x y - -    x y - - x y - -     shuffles and masked stores
///
/// LLVM's vectorizer reads structures so, but stores to some of their members become scatters, which cost a cycle and
/// more for each number.
///
/// Pre: after the vectorizer; a processor with AVX-512. Post: the same bytes are written, no others.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

class merge_scatters : public llvm::PassInfoMixin<merge_scatters> {
public:
    /// `cost_of_lane`: of a number that is scattered, in shuffles.
    explicit merge_scatters(unsigned cost_of_lane) : cost_of_lane_(cost_of_lane) {}
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);

private:
    unsigned cost_of_lane_;
};

}  // namespace ndweave::compiler
