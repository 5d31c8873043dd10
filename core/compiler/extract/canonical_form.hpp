/// One kernel, one sequence of bytes.
#pragma once

namespace llvm {
class Module;
class StringRef;
}  // namespace llvm

namespace ndweave::extract {

/// Gives a module of one kernel, alone in its context, the order and the names that follow from the kernel itself, so
/// that a kernel in a header yields the same bitcode in every translation unit:
///
///     order of globals            discovery from the entry
///     .str.17, __const.f.table    constant.0, constant.1, …
///     %class.anon.42              %class.anon, numbered from the entry on
///     source file, compile unit   the kernel's name; the file that defines the entry
void make_canonical(llvm::Module& module, llvm::StringRef entry);

}  // namespace ndweave::extract
