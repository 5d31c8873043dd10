/// What is known of the functor.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

/// The functor is read-only and nobody else's: lets loads move and copies of captured arrays disappear.
void describe_functor(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
