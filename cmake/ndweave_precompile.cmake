# ndweave_precompile(<target> <processor>… [RUN <argument>…] [RECORDINGS <file>…])
#
# Compiles the kernels of a program when it is built: for levels of x86-64 that the building machine has (x86-64-v3, x86-64-v4) and for NVIDIA's architectures
# (sm_80, whose PTX later ones run as well; machine code, too, where the CUDA toolkit's ptxas is found). Which kernels, and for which sizes of work-groups, is taken from a run: that of the program itself, with the
# arguments behind RUN, or one that was recorded before (NDWEAVE_RECORD_KERNELS=FILE), on a machine with a GPU, say. The code lies beside the program,
# <program>.aot, and goes where it goes.
function(ndweave_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "" "RUN;RECORDINGS")
  if(NOT TARGET "${target}")
    message(FATAL_ERROR "ndweave_precompile: '${target}' is not a target")
  endif()
  if(NOT TARGET ndweave::precompile)
    message(FATAL_ERROR "ndweave_precompile: this ndweave was built without its kernel compiler")
  endif()
  if(NOT given_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ndweave_precompile: for which processors? x86-64-v3, x86-64-v4, sm_80, …")
  endif()
  set(program $<TARGET_FILE:${target}>)
  set(commands)
  if(NOT given_RECORDINGS OR "RUN" IN_LIST ARGN)
    set(recording ${program}.recording)
    list(PREPEND given_RECORDINGS ${recording})
    set(commands COMMAND ${CMAKE_COMMAND} -E rm -f ${recording} ${program}.aot
      COMMAND ${CMAKE_COMMAND} -E env NDWEAVE_RECORD_KERNELS=${recording} ${program} ${given_RUN})
  endif()
  list(JOIN given_UNPARSED_ARGUMENTS "," processors)
  add_custom_command(TARGET ${target} POST_BUILD ${commands}
    COMMAND ndweave::precompile --for ${processors} -o ${program}.aot ${given_RECORDINGS}
    COMMENT "Compiling the kernels of ${target} for ${processors}" VERBATIM)
endfunction()
