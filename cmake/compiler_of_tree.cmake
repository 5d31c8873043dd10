# The kernel compiler and clang's plugins of another build tree, built before, in place of this one's: the tree NDWEAVE_COMPILER_TREE.
# A sanitizer's tree takes them so, for which they are twice the work of all the rest.
set(compiler libndweave-compiler.so.${NDWEAVE_ABI})
if(NOT EXISTS ${NDWEAVE_COMPILER_TREE}/lib/${compiler})
  message(FATAL_ERROR "no kernel compiler in ${NDWEAVE_COMPILER_TREE}: build that tree first, or configure with -DNDWEAVE_COMPILER_TREE=")
endif()

# ndweave_take(<target> <file below lib>): where the runtime and the compile lines look for it.
function(ndweave_take target file)
  cmake_path(GET file PARENT_PATH folder)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/lib/${folder})
  file(CREATE_LINK ${NDWEAVE_COMPILER_TREE}/lib/${file} ${PROJECT_BINARY_DIR}/lib/${file} SYMBOLIC)
  add_library(${target} SHARED IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${PROJECT_BINARY_DIR}/lib/${file})
endfunction()

ndweave_take(ndweave-compiler ${compiler})
file(GLOB plugins RELATIVE ${NDWEAVE_COMPILER_TREE}/lib ${NDWEAVE_COMPILER_TREE}/lib/ndweave/clang-*/lib*.so)
foreach(plugin IN LISTS plugins)
  string(REGEX MATCH "clang-([0-9]+)/lib(.+)\\.so$" matched ${plugin})
  set(target ${CMAKE_MATCH_2}-${CMAKE_MATCH_1})
  ndweave_take(${target} ${plugin})
  set_property(GLOBAL APPEND PROPERTY NDWEAVE_CLANG_PLUGINS ${target})
endforeach()

include(${PROJECT_SOURCE_DIR}/cmake/extract_plugin.cmake)
ndweave_export_extract_plugins()
