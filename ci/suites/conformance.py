"""SYCL-CTS of Khronos: CMake, one program for each category of tests, whose test cases count."""
import os
import re
import sys

from cmake_suites import CMakeSuite
from program import Program

# The CTS knows the names of four implementations. For one of them it finds these, in front of its own: what CXX compiles needs
# neither a package nor options. All tests begin with one header, which costs more than most of them; some ask for
# simple swizzles in front of it.
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
  list(LENGTH args_TESTS files)
  if(files GREATER 3)
    target_compile_definitions(${args_OBJECT_LIBRARY} PRIVATE SYCL_SIMPLE_SWIZZLES=)
    target_precompile_headers(${args_OBJECT_LIBRARY} PRIVATE ${CMAKE_SOURCE_DIR}/tests/common/common.h)
  endif()
endfunction()
"""
STANDS_FOR = "ProtoSYCL"


class ConformanceTests(CMakeSuite):
    name = "SYCL-CTS"
    signs = "run_conformance_tests.py and oclmath/"
    files = ("run_conformance_tests.py", "oclmath", "tests/CMakeLists.txt")
    submodules = ("vendor/Catch2", "vendor/OpenCL-Headers")

    def programs(self):
        """Those of the core specification: calls that are indented depend on an option, of an extension or a backend."""
        self._require_submodules()
        for listing in sorted((self.source / "tests").rglob("CMakeLists.txt")):
            text, folder = listing.read_text(), listing.parent
            alone = set(re.findall(r"(\w+)\.cpp", text)) if re.search(r"^add_independent_cts_tests\(", text, re.MULTILINE) else ()
            together = [folder.name] if re.search(r"^add_cts_test\(", text, re.MULTILINE) else []
            for name in (*together, *sorted(alone)):
                yield Program(self.name, name, folder.name)

    def _require_submodules(self):
        missing = [path for path in self.submodules if not (self.source / path / "CMakeLists.txt").exists()]
        if missing:
            sys.exit(f"{self.source}: {' and '.join(missing)} not there; in the checkout: git submodule update --init")

    def limit(self, program, run):
        """The limit is that of a source file; most are made by a generator while the category is built."""
        folder = next((self.source / "tests").rglob(f"{program.category}/CMakeLists.txt")).parent
        made = run.shared / self.name / "tests" / folder.relative_to(self.source / "tests") / "CMakeFiles"
        rules = "".join(path.read_text() for path in made.glob("*_objects.dir/build.make"))
        return run.limit * (1 + len(re.findall(r"^\S+\.cpp\.o: \S+\.cpp$", rules, re.MULTILINE)))

    def jobs(self):
        return len(os.sched_getaffinity(0))

    def cases(self, text):
        """Catch2's last line: `All tests passed (3 assertions in 2 test cases)` or `test cases: 4 | 3 passed | 1 failed`. What
        fails as the suite expects, since it is not written yet, is skipped."""
        if match := re.search(r"^All tests passed \(.* in (\d+) test cases?\)", text, re.MULTILINE):
            return {"passed": int(match[1]), "failed": 0, "skipped": 0}
        if match := re.search(r"^test cases: .*", text, re.MULTILINE):
            counts = dict.fromkeys(("passed", "failed", "skipped"), 0)
            for number, state in re.findall(r"(\d+) (passed|failed as expected|failed|skipped)", match[0]):
                counts["skipped" if state == "failed as expected" else state] += int(number)
            return counts
        return None

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
