# Makes the extraction plugin part of what linking ndweave::ndweave means.
#
# Compile lines of a clang for which there are plugins (lib/ndweave/clang-<version>) get these options:
#   -fpass-plugin=libndweave-extract.so   embeds the kernels
#   -fplugin=libndweave-attributes.so     gives SYCL's kernel attributes their effect, where it could be built
#   -include extract_stamp.h              a line that holds the plugins' SHA-256
# Neither dependency scanning nor ccache (4.7) looks into plugins; both look into an included header. So a new plugin
# rebuilds the kernels, and ccache never returns an object that an older plugin made. The line is code, for ccache compares
# what is left behind the preprocessor, and there are no comments.
#
# Any other compiler, and targets with the property NDWEAVE_LIBRARY_ONLY, get neither: library-only mode.
function(ndweave_export_extract_plugins)
  set(stamp ${PROJECT_BINARY_DIR}/lib/cmake/ndweave/extract_stamp.h)
  get_property(plugins GLOBAL PROPERTY NDWEAVE_CLANG_PLUGINS)
  list(TRANSFORM plugins REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE plugin_files)
  add_custom_command(OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} "-DPLUGINS=${plugin_files}" -DSTAMP=${stamp}
            -P ${PROJECT_SOURCE_DIR}/cmake/write_extract_stamp.cmake
    DEPENDS ${plugins} ${PROJECT_SOURCE_DIR}/cmake/write_extract_stamp.cmake
    COMMENT "Stamping the extraction plugins" VERBATIM)
  add_custom_target(ndweave-extract-stamp DEPENDS ${stamp})
  add_dependencies(ndweave ndweave-extract-stamp)

  set(installed $<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR})
  foreach(plugin IN LISTS plugins)
    string(REGEX MATCH "^(.+)-([0-9]+)$" matched ${plugin})
    set(name ${CMAKE_MATCH_1})
    set(version ${CMAKE_MATCH_2})
    math(EXPR next "${version} + 1")
    string(CONCAT extracts "$<AND:$<COMPILE_LANG_AND_ID:CXX,Clang>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,${version}>,"
      "$<VERSION_LESS:$<CXX_COMPILER_VERSION>,${next}>,$<NOT:$<BOOL:$<TARGET_PROPERTY:NDWEAVE_LIBRARY_ONLY>>>>")
    set(file ndweave/clang-${version}/lib${name}.so)
    set(option -fplugin)
    if(name STREQUAL "ndweave-extract")
      set(option -fpass-plugin)
      target_compile_options(ndweave INTERFACE
        "$<BUILD_INTERFACE:$<${extracts}:SHELL:-include \"${stamp}\">>"
        "$<INSTALL_INTERFACE:$<${extracts}:SHELL:-include \"${installed}/cmake/ndweave/extract_stamp.h\">>")
    endif()
    target_compile_options(ndweave INTERFACE
      "$<BUILD_INTERFACE:$<${extracts}:${option}=${PROJECT_BINARY_DIR}/lib/${file}>>"
      "$<INSTALL_INTERFACE:$<${extracts}:${option}=${installed}/${file}>>")
  endforeach()
endfunction()
