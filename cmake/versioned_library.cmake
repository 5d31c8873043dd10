# ndweave_version_library(<target> <map>): the SONAME that programs are linked with, and what the library exports. Without <map> it
# exports what its own link options say.
function(ndweave_version_library target)
  set_target_properties(${target} PROPERTIES SOVERSION ${NDWEAVE_ABI})
  if(ARGC GREATER 1)
    set(map ${CMAKE_CURRENT_BINARY_DIR}/${target}.map)
    configure_file(${ARGV1} ${map} @ONLY)
    target_link_options(${target} PRIVATE -Wl,--version-script=${map})
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
  endif()
endfunction()
