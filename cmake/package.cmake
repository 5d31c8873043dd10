# find_package(ndweave), from the install tree and from the build tree (ndweave_DIR=<build>/lib/cmake/ndweave), and pkg-config.
# oneTBB and Boost are private to libndweave.so, so that users need neither.
#
# Install components, which packaging/cpack.cmake makes packages of: runtime (the libraries that programs load), development, tools, harness,
# plugin-<backend>, mpi-<ABI>.
include(CMakePackageConfigHelpers)
set(package_build_dir ${PROJECT_BINARY_DIR}/lib/cmake/ndweave)
set(package_install_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ndweave)

install(TARGETS ndweave ndweave-partition ndweave-sycl EXPORT ndweaveTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/include/ndweave ${PROJECT_SOURCE_DIR}/partition/include/ndweave
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sycl/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ndweave-sycl COMPONENT development)
if(NDWEAVE_KERNEL_COMPILER AND NOT NDWEAVE_COMPILER_TREE)  # whose they are
  install(TARGETS ndweave-compiler LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_SKIP)
  install(TARGETS ndweave-precompile EXPORT ndweaveTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT development)
  install(FILES ${package_build_dir}/extract_stamp.h DESTINATION ${package_install_dir} COMPONENT development)
endif()

get_property(mpi_abis GLOBAL PROPERTY NDWEAVE_MPI_ABIS)
if(mpi_abis)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/mpi/include/ndweave
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
endif()
set(export_sets ndweaveTargets)
foreach(abi IN LISTS mpi_abis)
  list(APPEND export_sets ndweaveMpiTargets-${abi})
endforeach()
foreach(set IN LISTS export_sets)
  export(EXPORT ${set} NAMESPACE ndweave:: FILE ${package_build_dir}/${set}.cmake)
  install(EXPORT ${set} NAMESPACE ndweave:: DESTINATION ${package_install_dir} COMPONENT development)
endforeach()

set(NDWEAVE_CLANG_VERSIONS)
get_property(plugins GLOBAL PROPERTY NDWEAVE_CLANG_PLUGINS)
foreach(plugin IN LISTS plugins)
  if(plugin MATCHES "^ndweave-extract-([0-9]+)$")
    list(APPEND NDWEAVE_CLANG_VERSIONS ${CMAKE_MATCH_1})
  endif()
endforeach()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/ndweaveConfig.cmake.in
  ${package_build_dir}/ndweaveConfig.cmake INSTALL_DESTINATION ${package_install_dir})
write_basic_package_version_file(${package_build_dir}/ndweaveConfigVersion.cmake COMPATIBILITY SameMinorVersion)
set(package_files ndweaveConfig.cmake ndweaveConfigVersion.cmake)
foreach(file IN ITEMS add_sycl_to_target.cmake mpi_abi.cmake ndweave_add_kernels.cmake ndweave_precompile.cmake)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${file} ${package_build_dir}/${file} COPYONLY)
  list(APPEND package_files ${file})
endforeach()
list(TRANSFORM package_files PREPEND ${package_build_dir}/)
install(FILES ${package_files} DESTINATION ${package_install_dir} COMPONENT development)

# pkg-config has no compiler to look at: its flags are of library mode, and ndweave-c++ is for kernels on devices.
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(name IN ITEMS ndweave ndweave-sycl)
  configure_file(${PROJECT_SOURCE_DIR}/packaging/${name}.pc.in ${PROJECT_BINARY_DIR}/lib/pkgconfig/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/lib/pkgconfig/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()
include(packaging/cpack.cmake)
