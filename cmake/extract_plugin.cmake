# Makes the extraction plugin part of what linking ndweave::ndweave means.
#
# Compile lines of clang 19 get these options:
#   -fpass-plugin=libndweave-extract.so   embeds the kernels
#   -fplugin=libndweave-attributes.so     gives SYCL's kernel attributes their effect, where it could be built
#   -include extract_stamp.h              a line that holds the plugins' SHA-256
# Neither dependency scanning nor ccache (4.7) looks into plugins; both look into an included header. So a new plugin
# rebuilds the kernels, and ccache never returns an object that an older plugin made. The line is code, for ccache compares
# what is left behind the preprocessor, and there are no comments.
#
# Any other compiler, and targets with the property NDWEAVE_LIBRARY_ONLY, get neither: library-only mode.
function(ndweave_export_extract_plugin)
  set(stamp ${PROJECT_BINARY_DIR}/lib/cmake/ndweave/extract_stamp.h)
  set(plugins ndweave-extract)
  if(TARGET ndweave-attributes)
    list(APPEND plugins ndweave-attributes)
  endif()
  list(TRANSFORM plugins REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE plugin_files)
  add_custom_command(OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} "-DPLUGINS=${plugin_files}" -DSTAMP=${stamp}
            -P ${PROJECT_SOURCE_DIR}/cmake/write_extract_stamp.cmake
    DEPENDS ${plugins} ${PROJECT_SOURCE_DIR}/cmake/write_extract_stamp.cmake
    COMMENT "Stamping the extraction plugin" VERBATIM)
  add_custom_target(ndweave-extract-stamp DEPENDS ${stamp})
  add_dependencies(ndweave ndweave-extract-stamp)

  set(clang19 "$<COMPILE_LANG_AND_ID:CXX,Clang>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,19>")
  string(APPEND clang19 ",$<VERSION_LESS:$<CXX_COMPILER_VERSION>,20>")
  set(extracts "$<AND:${clang19},$<NOT:$<BOOL:$<TARGET_PROPERTY:NDWEAVE_LIBRARY_ONLY>>>>")
  set(build_plugin ${PROJECT_BINARY_DIR}/lib/libndweave-extract.so)
  set(installed_plugin $<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}/libndweave-extract.so)
  set(installed_stamp $<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}/cmake/ndweave/extract_stamp.h)
  target_compile_options(ndweave INTERFACE
    "$<BUILD_INTERFACE:$<${extracts}:-fpass-plugin=${build_plugin}>>"
    "$<BUILD_INTERFACE:$<${extracts}:SHELL:-include \"${stamp}\">>"
    "$<INSTALL_INTERFACE:$<${extracts}:-fpass-plugin=${installed_plugin}>>"
    "$<INSTALL_INTERFACE:$<${extracts}:SHELL:-include \"${installed_stamp}\">>")
  if(TARGET ndweave-attributes)
    target_compile_options(ndweave INTERFACE
      "$<BUILD_INTERFACE:$<${extracts}:-fplugin=${PROJECT_BINARY_DIR}/lib/libndweave-attributes.so>>"
      "$<INSTALL_INTERFACE:$<${extracts}:-fplugin=$<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}/libndweave-attributes.so>>")
  endif()
endfunction()
