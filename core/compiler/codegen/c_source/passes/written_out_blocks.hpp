/// Copies and fills of few bytes become loads and stores: a loop that stands in one over work-items keeps that from
/// becoming vectors, and what a vectorizer moves must be seen before (moved_accesses.hpp).
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

void write_out_blocks(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
