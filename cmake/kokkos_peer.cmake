# ndweave_kokkos_peer([FLAG…]): kokkos.cpp of the folder as an app's Kokkos peer, where find_package(Kokkos) finds one; without it
# the harness says what to install. Debian's libtrilinos-kokkos-dev is a serial 3.4; another Kokkos is found by CMAKE_PREFIX_PATH
# or Kokkos_DIR. One for the host is linked into the app, compiled with the FLAGs; one for a device becomes libraries that the
# apps load, by the compiler of that device (cmake/kokkos_peers).
#
# separable_compilation: else a Kokkos with CUDA would have every file of this build compiled by its nvcc_wrapper.
find_package(Kokkos QUIET OPTIONAL_COMPONENTS separable_compilation)
message(STATUS "Kokkos peers: ${Kokkos_DIR} ${Kokkos_DEVICES}")

set(NDWEAVE_KOKKOS_ON_HOST ${Kokkos_FOUND})
foreach(device CUDA HIP SYCL)
  if(Kokkos_FOUND AND Kokkos_ENABLE_${device})
    set(NDWEAVE_KOKKOS_ON_HOST FALSE)
  endif()
endforeach()

if(NDWEAVE_KOKKOS_ON_HOST)
  add_library(ndweave-kokkos INTERFACE)
  target_link_libraries(ndweave-kokkos INTERFACE Kokkos::kokkos)
  # Trilinos' configuration has the headers in a folder of their own, which the target does not name.
  target_include_directories(ndweave-kokkos SYSTEM INTERFACE ${Kokkos_INCLUDE_DIRS})
elseif(Kokkos_FOUND)
  include(ExternalProject)
  get_filename_component(prefix ${Kokkos_DIR}/../../.. ABSOLUTE)
  set(compiler ${Kokkos_CXX_COMPILER})
  if(Kokkos_ENABLE_CUDA AND EXISTS ${prefix}/bin/nvcc_wrapper)
    set(compiler ${prefix}/bin/nvcc_wrapper)
  endif()
  ExternalProject_Add(ndweave-kokkos-peers
    SOURCE_DIR ${PROJECT_SOURCE_DIR}/cmake/kokkos_peers
    BINARY_DIR ${PROJECT_BINARY_DIR}/kokkos_peers
    CMAKE_ARGS -DCMAKE_CXX_COMPILER=${compiler} -DKokkos_DIR=${Kokkos_DIR} -DCMAKE_BUILD_TYPE=Release
      -DNDWEAVE_PEERS=${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/ndweave
    BUILD_ALWAYS ON
    INSTALL_COMMAND "")
  install(DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/ndweave/ DESTINATION ${CMAKE_INSTALL_LIBDIR}/ndweave COMPONENT harness
    FILES_MATCHING PATTERN "ndweave-peer-*-kokkos.so")
endif()

function(ndweave_kokkos_peer)
  if(NOT NDWEAVE_KOKKOS_ON_HOST)
    return()
  endif()
  get_filename_component(app ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  set(peer ndweave-peer-${app}-kokkos)
  add_library(${peer} OBJECT kokkos.cpp)
  target_include_directories(${peer} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} $<TARGET_PROPERTY:ndweave-apps-support,INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_options(${peer} PRIVATE -O3 -march=${NDWEAVE_PEER_ARCH} ${ARGN})
  target_link_libraries(${peer} PRIVATE ndweave-kokkos ndweave-warnings)
  target_sources(ndweave-app-${app} PRIVATE $<TARGET_OBJECTS:${peer}>)
  # Link only: the app's own kernels are not Kokkos's to compile (its OpenMP flags).
  target_link_libraries(ndweave-app-${app} PRIVATE $<LINK_ONLY:ndweave-kokkos>)
  target_compile_definitions(ndweave-app-${app} PRIVATE NDWEAVE_KOKKOS_PEER)
endfunction()
