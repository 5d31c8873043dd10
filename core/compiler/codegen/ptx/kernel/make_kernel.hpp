/// The PTX kernel around a functor's entry function:
///
///     void kernel(byval functor) { entry(&functor); }                                  nd-range, single-task,
///     coarsened void kernel(byval functor, u64 n0, …) { if (gid(0) < n0 && …) entry(&functor); } basic
///
/// with `entry` inlined, the group's size as launch bounds and the functor as a grid constant: it lives in the constant
/// bank, a captured array can be indexed dynamically there, and the launch hands over one pointer. The functor is used
/// through addrspace(101), whose loads every pass knows to be invariant. More arguments: arguments.hpp.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::ptx {

/// Replaces `entry`, which is void(ptr); everything that it calls is inlined or a builtin.
void make_kernel(llvm::Function& entry);

}  // namespace ndweave::compiler::ptx
