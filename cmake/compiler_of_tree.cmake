# The kernel compiler and clang's plugins of another build tree, built before, in place of this one's: the tree NDWEAVE_COMPILER_TREE.
# A sanitizer's tree takes them so, for which they are twice the work of all the rest.
if(NOT EXISTS ${NDWEAVE_COMPILER_TREE}/lib/libndweave-compiler.so)
  message(FATAL_ERROR "no kernel compiler in ${NDWEAVE_COMPILER_TREE}: build that tree first, or configure with -DNDWEAVE_COMPILER_TREE=")
endif()
foreach(name IN ITEMS ndweave-compiler ndweave-extract ndweave-attributes)
  set(library ${PROJECT_BINARY_DIR}/lib/lib${name}.so)  # where the runtime and the compile lines look for it
  if(EXISTS ${NDWEAVE_COMPILER_TREE}/lib/lib${name}.so)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
    file(CREATE_LINK ${NDWEAVE_COMPILER_TREE}/lib/lib${name}.so ${library} SYMBOLIC)
    add_library(${name} SHARED IMPORTED GLOBAL)
    set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${library})
  endif()
endforeach()

include(${PROJECT_SOURCE_DIR}/cmake/extract_plugin.cmake)
ndweave_export_extract_plugin()
