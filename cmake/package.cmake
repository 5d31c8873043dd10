# find_package(ndweave), from the install tree and from the build tree (ndweave_DIR=<build>/lib/cmake/ndweave).
# oneTBB and Boost are private to libndweave.so, so that users need neither.
include(CMakePackageConfigHelpers)
set(package_build_dir ${PROJECT_BINARY_DIR}/lib/cmake/ndweave)
set(package_install_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ndweave)

# What follows is the install component "development"; programs and device plugins install on their own.
install(TARGETS ndweave ndweave-partition ndweave-sycl EXPORT ndweaveTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/include/ndweave ${PROJECT_SOURCE_DIR}/partition/include/ndweave
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sycl/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ndweave-sycl COMPONENT development)
if(NOT NDWEAVE_COMPILER_TREE)  # whose they are
  foreach(library IN ITEMS ndweave-extract ndweave-attributes ndweave-compiler)
    if(TARGET ${library})
      install(TARGETS ${library} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
    endif()
  endforeach()
  if(TARGET ndweave-extract)
    install(FILES ${package_build_dir}/extract_stamp.h DESTINATION ${package_install_dir} COMPONENT development)
  endif()
endif()

# MPI's implementations share no ABI: a set of its own, which find_package(ndweave COMPONENTS mpi) reads.
if(TARGET ndweave-mpi)
  install(TARGETS ndweave-mpi EXPORT ndweaveMpiTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/mpi/include/ndweave
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
  export(EXPORT ndweaveMpiTargets NAMESPACE ndweave:: FILE ${package_build_dir}/ndweaveMpiTargets.cmake)
  install(EXPORT ndweaveMpiTargets NAMESPACE ndweave:: DESTINATION ${package_install_dir} COMPONENT development)
endif()

export(EXPORT ndweaveTargets NAMESPACE ndweave:: FILE ${package_build_dir}/ndweaveTargets.cmake)
install(EXPORT ndweaveTargets NAMESPACE ndweave:: DESTINATION ${package_install_dir} COMPONENT development)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/ndweaveConfig.cmake.in
  ${package_build_dir}/ndweaveConfig.cmake INSTALL_DESTINATION ${package_install_dir})
write_basic_package_version_file(${package_build_dir}/ndweaveConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(${PROJECT_SOURCE_DIR}/cmake/ndweave_add_kernels.cmake ${package_build_dir}/ndweave_add_kernels.cmake COPYONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/add_sycl_to_target.cmake ${package_build_dir}/add_sycl_to_target.cmake COPYONLY)
install(FILES
  ${package_build_dir}/ndweaveConfig.cmake
  ${package_build_dir}/ndweaveConfigVersion.cmake
  ${package_build_dir}/ndweave_add_kernels.cmake
  ${package_build_dir}/add_sycl_to_target.cmake
  DESTINATION ${package_install_dir} COMPONENT development)
