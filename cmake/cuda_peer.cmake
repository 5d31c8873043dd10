# ndweave_cuda_peer(): compiles native_cuda.cu of the folder as the hand-written CUDA C++ peer of an app, a library of its
# own in lib/ndweave that the app loads (apps/cuda_peer.hpp). Where nvcc is not found the app says so when it is asked for.
find_program(NDWEAVE_NVCC nvcc HINTS $ENV{NDWEAVE_CUDA_PATH}/bin $ENV{CUDA_PATH}/bin /usr/local/cuda/bin /opt/cuda/bin)
set(NDWEAVE_CUDA_ARCHITECTURE "" CACHE STRING "nvcc's -arch for the CUDA peers; empty: this machine's GPU, else PTX")

function(ndweave_cuda_peer)
  if(NOT NDWEAVE_NVCC)
    return()
  endif()
  get_filename_component(app ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  set(library ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/ndweave/ndweave-peer-${app}-cuda.so)
  add_custom_command(OUTPUT ${library}
    COMMAND ${PROJECT_SOURCE_DIR}/ci/cuda-peer.sh
      ${NDWEAVE_NVCC} ${PROJECT_SOURCE_DIR}/apps ${app} ${library} ${NDWEAVE_CUDA_ARCHITECTURE}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/native_cuda.cu ${PROJECT_SOURCE_DIR}/ci/cuda-peer.sh
    DEPFILE ${library}.d
    COMMENT "CUDA C++ peer of ${app}"
    VERBATIM)
  add_custom_target(ndweave-cuda-peer-${app} ALL DEPENDS ${library})
  install(FILES ${library} DESTINATION ${CMAKE_INSTALL_LIBDIR}/ndweave COMPONENT harness)
endfunction()
