"""SYCL-CTS of Khronos: CMake, one program for each category of tests."""
import re

from cmake_suites import CMakeSuite
from program import Program

# The CTS knows the names of four implementations. For one of them it finds these, in front of its own: what CXX compiles needs
# neither a package nor options.
FIND = """add_library(ndweave_driver INTERFACE)
function(add_sycl_to_target)
endfunction()
"""
ADAPT = """set(CMAKE_CXX_STANDARD 20)
add_library(SYCL::SYCL INTERFACE IMPORTED GLOBAL)
function(add_sycl_executable_implementation)
  cmake_parse_arguments(args "" "NAME;OBJECT_LIBRARY" "TESTS" ${ARGN})
  add_library(${args_OBJECT_LIBRARY} OBJECT ${args_TESTS})
  add_executable(${args_NAME} $<TARGET_OBJECTS:${args_OBJECT_LIBRARY}>)
  foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES)
    set_target_properties(${args_OBJECT_LIBRARY} PROPERTIES ${property} $<TARGET_PROPERTY:${args_NAME},${property}>)
  endforeach()
endfunction()
"""
STANDS_FOR = "ProtoSYCL"


class ConformanceTests(CMakeSuite):
    name = "SYCL-CTS"
    signs = "run_conformance_tests.py and oclmath/"
    files = ("run_conformance_tests.py", "oclmath", "tests/CMakeLists.txt")

    def programs(self):
        for listing in sorted((self.source / "tests").rglob("CMakeLists.txt")):
            if re.search(r"^\s*add_cts_test\(", listing.read_text(), re.MULTILINE):
                folder = listing.parent
                yield Program(self.name, folder.name, str(folder.relative_to(self.source / "tests")).split("/")[0])

    def tree(self, program):
        return self.name

    def options(self, program, run):
        modules = run.shared / "modules"
        modules.mkdir(exist_ok=True)
        (modules / f"Find{STANDS_FOR}.cmake").write_text(FIND)
        (modules / f"Adapt{STANDS_FOR}.cmake").write_text(ADAPT)
        return [f"-DSYCL_IMPLEMENTATION={STANDS_FOR}", f"-DCMAKE_MODULE_PATH={modules}",
                "-DSYCL_CTS_ENABLE_OPENCL_INTEROP_TESTS=OFF"]

    def target(self, program):
        return f"test_{program.name}"
