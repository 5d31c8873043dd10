# Plugins of clang, which work in the version alone whose headers they were compiled with: each is built for every version that kernels may be
# extracted by and whose headers are here (Debian: llvm-16-dev and libclang-16-dev, and so on).
set(NDWEAVE_CLANG_VERSIONS)
foreach(version IN ITEMS 16 17 18)
  find_path(CLANG_PLUGIN_HEADERS_${version} llvm/Config/llvm-config.h PATHS /usr/lib/llvm-${version}/include NO_DEFAULT_PATH)
  if(CLANG_PLUGIN_HEADERS_${version})
    list(APPEND NDWEAVE_CLANG_VERSIONS ${version})
  endif()
endforeach()
set(CLANG_PLUGIN_HEADERS_${LLVM_VERSION_MAJOR} ${LLVM_INCLUDE_DIRS})
list(APPEND NDWEAVE_CLANG_VERSIONS ${LLVM_VERSION_MAJOR})

# ndweave_add_clang_plugin(<name> <source>…): lib/ndweave/clang-<version>/lib<name>.so, the target <name>-<version>, for each version. Plugins use
# headers alone; the symbols come from the clang that loads them.
function(ndweave_add_clang_plugin name)
  foreach(version IN LISTS NDWEAVE_CLANG_VERSIONS)
    set(target ${name}-${version})
    add_library(${target} MODULE ${ARGN})
    set_target_properties(${target} PROPERTIES PREFIX lib OUTPUT_NAME ${name}
      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/ndweave/clang-${version})
    target_include_directories(${target} SYSTEM PRIVATE ${CLANG_PLUGIN_HEADERS_${version}})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/core)
    target_compile_definitions(${target} PRIVATE ${NDWEAVE_LLVM_DEFINITIONS})
    target_compile_options(${target} PRIVATE -fno-rtti -fno-exceptions -fno-sanitize=all)
    target_link_options(${target} PRIVATE -fno-sanitize=all)
    target_link_libraries(${target} PRIVATE ndweave-warnings)
    install(TARGETS ${target} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/ndweave/clang-${version} COMPONENT development)
    set_property(GLOBAL APPEND PROPERTY NDWEAVE_CLANG_PLUGINS ${target})
  endforeach()
endfunction()
