/// The SLP vectorizer leaves out functions with operations that it would do in too few bits.
///
///     unsigned char a[4]; signed char b[4];      … a[0] < b[0] | a[0] >> 1, a[1] < b[1] | a[1] >> 1 …
///
/// Works around https://github.com/llvm/llvm-project/issues/120076 and 165878 (both open) and their like: to make its
/// vectors narrow, it looks at each operand's own significant bits. Two numbers, one with a sign and one without, may
/// fit into 8 bits each without being comparable there; and a shift to the right may bring in what is cut off, or go
/// further than the narrow number has bits. Post: functions without such operations on narrow numbers are treated as
/// before. The loop vectorizer is not concerned. May go when both issues are mended.
#pragma once

namespace llvm {
class PassInstrumentationCallbacks;
}

namespace ndweave::compiler {

void skip_narrowing_slp(llvm::PassInstrumentationCallbacks& between_passes);

}  // namespace ndweave::compiler
