# cmake -DFROM=build|install|source -DCOMPILER=<c++> -DEMBEDS=ON|OFF -DBUILD=<build tree> -DGENERATOR=… -DSOURCE=<consumer>
#       -DSCRATCH=<directory> [-DNDWEAVE=<source tree>] -P: builds and runs the consumer against the package, or with ndweave's
# source as a part of it.
function(checked)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(configure_and_build name)
  checked(${CMAKE_COMMAND} -S ${SOURCE} -B ${SCRATCH}/${name} -G ${GENERATOR}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release -DEMBEDS=${EMBEDS} ${ARGN})
  checked(${CMAKE_COMMAND} --build ${SCRATCH}/${name})
endfunction()

set(mode library)
if(EMBEDS)
  set(mode embedded)
endif()

file(REMOVE_RECURSE ${SCRATCH})
if(FROM STREQUAL "source")
  # The kernel compiler itself is too much for a test: with EMBEDS the program runs with that of the build tree.
  if(EMBEDS)
    set(library -DNDWEAVE_LIBRARY=${BUILD}/lib/libndweave.so)
  endif()
  # The flags of the preset library-only, with which ccache may have all of it.
  configure_and_build(consumer -DNDWEAVE_SOURCE=${NDWEAVE} -DNDWEAVE_KERNEL_COMPILER=${EMBEDS} ${library}
    "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")
  checked(${SCRATCH}/consumer/many ${mode})
  return()
endif()
set(package ${BUILD}/lib/cmake/ndweave)
if(FROM STREQUAL "install")
  foreach(component IN ITEMS runtime development mpi-openmpi mpi-mpich)
    checked(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/installed --component ${component})
  endforeach()
  file(RENAME ${SCRATCH}/installed ${SCRATCH}/moved)
  file(GLOB package ${SCRATCH}/moved/lib*/cmake/ndweave)
endif()

configure_and_build(consumer -Dndweave_DIR=${package})
if(FROM STREQUAL "install" AND NOT EMBEDS)
  set(SOURCE ${NDWEAVE}/examples)
  configure_and_build(examples -Dndweave_DIR=${package})
  checked(${CMAKE_CTEST_COMMAND} --test-dir ${SCRATCH}/examples)
endif()
checked(${SCRATCH}/consumer/library_only library)
checked(${SCRATCH}/consumer/linked ${mode})
checked(${SCRATCH}/consumer/many ${mode})
checked(${SCRATCH}/consumer/optimized ${mode})
if(EXISTS ${SCRATCH}/consumer/ranks)
  checked(${CMAKE_COMMAND} -E env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ${SCRATCH}/consumer/ranks)
endif()
if(EMBEDS)
  checked(${SCRATCH}/consumer/insisting embedded)
endif()
