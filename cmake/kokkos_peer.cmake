# ndweave_kokkos_peer(SOURCE [FLAG…]): compiles one file as an app's Kokkos peer where find_package(Kokkos) finds one; without
# it the app has no such peer, and the harness says what to install. Debian's libtrilinos-kokkos-dev is a serial 3.4; a newer
# Kokkos, with OpenMP or CUDA, is found by CMAKE_PREFIX_PATH or Kokkos_DIR.
find_package(Kokkos QUIET)
if(Kokkos_FOUND)
  add_library(ndweave-kokkos INTERFACE)
  target_link_libraries(ndweave-kokkos INTERFACE Kokkos::kokkos)
  # Trilinos' configuration has the headers in a folder of their own, which the target does not name.
  target_include_directories(ndweave-kokkos SYSTEM INTERFACE ${Kokkos_INCLUDE_DIRS})
endif()
message(STATUS "Kokkos peers: ${Kokkos_DIR} ${Kokkos_DEVICES}")

function(ndweave_kokkos_peer source)
  if(NOT TARGET ndweave-kokkos)
    return()
  endif()
  get_filename_component(app ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  set(peer ndweave-peer-${app}-kokkos)
  add_library(${peer} OBJECT ${source})
  target_include_directories(${peer} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} $<TARGET_PROPERTY:ndweave-apps-support,INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_options(${peer} PRIVATE -O3 -march=native ${ARGN})
  target_link_libraries(${peer} PRIVATE ndweave-kokkos ndweave-warnings)
  target_sources(ndweave-app-${app} PRIVATE $<TARGET_OBJECTS:${peer}>)
  # Link only: the app's own kernels are not Kokkos's to compile (its OpenMP flags, its compiler for CUDA).
  target_link_libraries(ndweave-app-${app} PRIVATE $<LINK_ONLY:ndweave-kokkos>)
  target_compile_definitions(ndweave-app-${app} PRIVATE NDWEAVE_KOKKOS_PEER)
endfunction()
