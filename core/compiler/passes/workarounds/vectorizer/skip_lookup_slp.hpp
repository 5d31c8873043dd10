/// The SLP vectorizer leaves out functions that look bytes up in tables, many at a time.
///
///     s[0] = a[s[0]] | b[s[1]] | c[s[2]];  s[1] = a[s[3]] | …      substitutions of ciphers
///
/// Their bytes go into vectors one after the other, each behind the one before it, and come out again as addresses.
/// LLVM 19 counts instructions there, not how long they wait for each other: HeCBench's present 1.47 times as fast
/// without (2026-11, Zen 5).
///
/// Post: other functions are treated as before. The loop vectorizer is not concerned.
#pragma once

namespace llvm {
class PassInstrumentationCallbacks;
}

namespace ndweave::compiler {

void skip_lookup_slp(llvm::PassInstrumentationCallbacks& between_passes);

}  // namespace ndweave::compiler
