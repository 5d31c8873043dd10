/// Loops that repeat an atomic exchange until nobody comes between.
///
///     do old = load(p) while (!exchange(p, old, f(old)))
///
/// Such a loop is lock-free (Herlihy and Shavit, The Art of Multiprocessor Programming, 3.8): an exchange that fails
/// means that another one was made, so the loop waits for nobody in particular, as one that takes a lock does.
#pragma once

namespace llvm {
class Loop;
}

namespace ndweave::compiler {

/// Whether the loop is one: each repetition follows an exchange that failed, each exchange expects what the iteration
/// found at the place, and one that is made ends the loop. Relaxed operations only, whose values stay in the loop.
bool is_retry_loop(const llvm::Loop&);

}  // namespace ndweave::compiler
