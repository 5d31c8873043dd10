/// What text is made of: the functor, and tables.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

/// The functor is read-only and nobody else's: lets loads move and copies of captured arrays disappear.
void describe_functor(llvm::Function& kernel);

/// Addresses in tables are computed by instructions, not by constant expressions.
void expand_table_addresses(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
