/// The SLP vectorizer leaves out functions with operations that it would do in too few bits.
///
///     unsigned char b[4]; signed char s[4];      short: ((b[0] < s[0]) | b[0] >> 1) & m[0], and so on
///
/// Works around https://github.com/llvm/llvm-project/issues/120076, 221240 (fixed in LLVM 24) and 165878 (open): to
/// make its vectors narrow, it looks at each operand's own significant bits. Two numbers, one with a sign and one
/// without, may fit into 8 bits each without being comparable there; and a shift to the right may bring in what is cut
/// off, or go further than the narrow number has bits. No issue: a comparison with signs of numbers without takes the
/// narrow number's first bit for one, and conversions without signs take that of a number with a sign for its value,
/// to floating point (also of a condition, -1 or 0) and to wider numbers.
///
/// Post: functions without such operations on narrow numbers are treated as before. The loop vectorizer is not
/// concerned. May go when all three issues are fixed, and the others are not seen any more.
#pragma once

namespace llvm {
class PassInstrumentationCallbacks;
}

namespace ndweave::compiler {

void skip_narrowing_slp(llvm::PassInstrumentationCallbacks& between_passes);

}  // namespace ndweave::compiler
