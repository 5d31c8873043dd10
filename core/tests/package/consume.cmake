# cmake -DFROM=build|install -DCOMPILER=<c++> -DEMBEDS=ON|OFF -DBUILD=<build tree> -DGENERATOR=… -DSOURCE=<consumer>
#       -DSCRATCH=<directory> -P: builds and runs the consumer against the package.
function(checked)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(package ${BUILD}/lib/cmake/ndweave)
if(FROM STREQUAL "install")
  checked(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/installed --component development)
  file(RENAME ${SCRATCH}/installed ${SCRATCH}/moved)
  file(GLOB package ${SCRATCH}/moved/lib*/cmake/ndweave)
endif()

checked(${CMAKE_COMMAND} -S ${SOURCE} -B ${SCRATCH}/consumer -G ${GENERATOR} -Dndweave_DIR=${package}
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release -DEMBEDS=${EMBEDS})
checked(${CMAKE_COMMAND} --build ${SCRATCH}/consumer)
checked(${SCRATCH}/consumer/library_only library)
if(EMBEDS)
  checked(${SCRATCH}/consumer/linked embedded)
  checked(${SCRATCH}/consumer/insisting embedded)
else()
  checked(${SCRATCH}/consumer/linked library)
endif()
