# ndweave_add_gpu_plugin_tests(BACKEND SOURCES…): the tests that every GPU plugin passes, and the vendor's own. The plugin is
# what core sees of it: a shared library and one symbol.
function(ndweave_add_gpu_plugin_tests backend)
  set(target ndweave-${backend}-plugin-tests)
  add_executable(${target} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin_test.cpp ${ARGN})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/core/include ${PROJECT_SOURCE_DIR}/plugins)
  target_compile_definitions(${target} PRIVATE
    NDWEAVE_GPU_PLUGIN="$<TARGET_FILE:ndweave-plugin-${backend}>" NDWEAVE_GPU_BACKEND="${backend}")
  target_link_libraries(${target} PRIVATE ndweave-warnings GTest::gtest_main ${CMAKE_DL_LIBS})
  add_dependencies(${target} ndweave-plugin-${backend})
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST TEST_PREFIX ${backend}.
    PROPERTIES LABELS ${backend} TIMEOUT 300)
endfunction()
