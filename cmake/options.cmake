# What every folder of the build shares: language, warnings, output places, packages.
option(NDWEAVE_KERNEL_COMPILER "Build the kernel compiler and the extraction plugin (needs clang 19 and LLVM 19)" ON)
set(NDWEAVE_COMPILER_TREE "" CACHE PATH "A build tree whose kernel compiler and extraction plugin this one takes instead of building them")
# A project that has this one in its tree wants the library.
option(NDWEAVE_HARNESS "Build the harness and its apps" ${PROJECT_IS_TOP_LEVEL})
option(NDWEAVE_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(NDWEAVE_MPI "Build ndweave::mpi where MPI is found" ON)
option(NDWEAVE_COMPILER_ASSERTIONS "Check assertions, LLVM's among them, in the kernel compiler's sources" OFF)
set(NDWEAVE_PEER_ARCH native CACHE STRING "The processor (-march) that the harness's hand-written peers are compiled for; packages take x86-64-v3")
option(NDWEAVE_BENCHMARKS "Build the Google Benchmark programs" ${PROJECT_IS_TOP_LEVEL})

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# SONAME and symbol versions: raised when a program that was built before could not run with the library.
set(NDWEAVE_ABI 1)

# The install tree and the build tree look alike: bin/, lib/, lib/ndweave/ (plugins).
include(GNUInstallDirs)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_INSTALL_RPATH "$ORIGIN;$ORIGIN/../lib")
# CMake would pad the build tree's run paths with colons, to overwrite them when it installs; each is the working directory.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)

add_library(ndweave-warnings INTERFACE)
target_compile_options(ndweave-warnings INTERFACE -Wall -Wextra -Wshadow -Wno-unused-parameter)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

find_package(TBB REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS context)
if(NDWEAVE_HARNESS)
  find_package(nlohmann_json REQUIRED)
  find_package(CLI11 REQUIRED)
endif()
if(NDWEAVE_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
if(NDWEAVE_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
