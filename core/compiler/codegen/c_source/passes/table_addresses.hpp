/// Addresses in constant tables, for text.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

/// Before: `load i32, ptr getelementptr (i8, ptr @table, i64 8)`
/// After:  `%p = getelementptr i8, ptr @table, i64 8; load i32, ptr %p`
void expand_table_addresses(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
