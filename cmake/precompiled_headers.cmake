# Headers that most files of a target include are parsed once for the target. ci/check-includes.sh finds files that lack an
# #include because of it.
function(ndweave_precompile_headers target)
  target_precompile_headers(${target} PRIVATE <map> <memory> <optional> <set> <string> <vector> ${ARGN})
  # ccache keeps what is compiled with a precompiled header under these conditions only.
  if(CCACHE)
    set_target_properties(${target} PROPERTIES
      CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${CCACHE}")
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  else()
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()

# LLVM's headers are nine tenths of the time that a file of the kernel compiler compiles for.
function(ndweave_precompile_llvm_headers target)
  ndweave_precompile_headers(${target}
    <llvm/ADT/STLExtras.h> <llvm/ADT/StringExtras.h>
    <llvm/Analysis/LoopInfo.h> <llvm/Analysis/ScalarEvolution.h> <llvm/Analysis/TargetLibraryInfo.h>
    <llvm/Analysis/ValueTracking.h>
    <llvm/IR/Dominators.h> <llvm/IR/IRBuilder.h> <llvm/IR/InstIterator.h> <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h>
    <llvm/IR/PassManager.h> <llvm/Transforms/Utils/BasicBlockUtils.h> <llvm/Transforms/Utils/Local.h> ${ARGN})
endfunction()

# Of tests that launch kernels.
function(ndweave_precompile_test_headers target)
  ndweave_precompile_headers(${target} <random> <gtest/gtest.h> <ndweave/ndweave.hpp>)
endfunction()
