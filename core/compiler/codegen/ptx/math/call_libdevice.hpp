/// Math by the functions of NVIDIA's libdevice:
///
///     call double @llvm.sin.f64(double %x)     ==>     call double @__nv_sin(double %x)
///     frem float %x, %y                        ==>     call float @__nv_fmodf(float %x, float %y)
///
/// for calls and intrinsics that NVPTX has no instruction for, of vectors lane by lane. LLVM's own frem is a quotient
/// of limited range.
#pragma once

namespace llvm {
class Module;
}

namespace ndweave::compiler::ptx {

/// Post: the called functions are declared; link_libdevice defines them.
void call_libdevice(llvm::Module& module);

}  // namespace ndweave::compiler::ptx
