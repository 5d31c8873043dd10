# ndweave_native_peer(SOURCE [FLAG…]): compiles one file as the hand-written OpenMP peer of an app: for the processor
# NDWEAVE_PEER_ARCH, without kernel extraction, with the OpenMP of the compiler.
find_package(OpenMP REQUIRED COMPONENTS CXX)

function(ndweave_native_peer source)
  get_filename_component(stem ${source} NAME_WE)
  get_filename_component(app ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  set(peer ndweave-peer-${app}-${stem})
  add_library(${peer} OBJECT ${source})
  target_include_directories(${peer} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} $<TARGET_PROPERTY:ndweave-apps-support,INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_options(${peer} PRIVATE -O3 -march=${NDWEAVE_PEER_ARCH} ${ARGN})
  target_link_libraries(${peer} PRIVATE OpenMP::OpenMP_CXX ndweave-warnings)
  target_sources(ndweave-app-${app} PRIVATE $<TARGET_OBJECTS:${peer}>)
  target_link_libraries(ndweave-app-${app} PRIVATE OpenMP::OpenMP_CXX)
endfunction()
