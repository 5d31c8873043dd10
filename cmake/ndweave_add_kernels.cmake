# ndweave_add_kernels(<target>)
#
# Links <target> with ndweave::ndweave and insists on embedded kernels: where the build cannot extract them, it is a
# configuration error instead of library-only mode.
function(ndweave_add_kernels target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "ndweave_add_kernels: '${target}' is not a target")
  endif()
  if(NOT NDWEAVE_KERNEL_COMPILER)
    message(FATAL_ERROR "ndweave_add_kernels: this ndweave was built without its kernel compiler; configure it with "
      "NDWEAVE_KERNEL_COMPILER=ON, or link '${target}' with ndweave::ndweave alone for library-only mode")
  endif()
  string(REGEX MATCH "^[0-9]+" version "${CMAKE_CXX_COMPILER_VERSION}")
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT version IN_LIST NDWEAVE_CLANG_VERSIONS)
    list(JOIN NDWEAVE_CLANG_VERSIONS ", " versions)
    message(FATAL_ERROR "ndweave_add_kernels: embedding the kernels of '${target}' needs clang (this ndweave has plugins for ${versions}), the C++ "
      "compiler is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}; set CMAKE_CXX_COMPILER, or link ndweave::ndweave alone to run them on "
      "the CPU in library-only mode")
  endif()
  target_link_libraries(${target} PRIVATE ndweave::ndweave)
endfunction()
