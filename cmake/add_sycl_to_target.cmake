# add_sycl_to_target(TARGET <target> [SOURCES <file>…])
#
# As other SYCL implementations' packages have it: the target's sources include <sycl/sycl.hpp>, and their kernels are embedded.
# SOURCES is accepted and has no effect: what a source that does not use SYCL is compiled to stays the same.
function(add_sycl_to_target)
  cmake_parse_arguments(PARSE_ARGV 0 add "" "TARGET" "SOURCES")
  if(NOT TARGET "${add_TARGET}")
    message(FATAL_ERROR "add_sycl_to_target: '${add_TARGET}' is not a target; write add_sycl_to_target(TARGET <target> SOURCES <file>…)")
  endif()
  ndweave_add_kernels(${add_TARGET})
  target_link_libraries(${add_TARGET} PRIVATE ndweave::sycl)
endfunction()
