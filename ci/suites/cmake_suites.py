"""Suites that CMake builds, one target for each program: sycl-bench and three of UoB-HPC. They take ndweave-c++ for DPC++."""
import re
import shlex

import commands
import copies
from program import NotBuilt, Program


class CMakeSuite:
    """A configuration of the checkout for each of `variants()`: program -> options."""

    def __init__(self, checkout):
        self.source = checkout
        self._digest = None

    @classmethod
    def is_at(cls, checkout):
        return all((checkout / path).exists() for path in cls.files)

    def digest(self, program):
        if not self._digest:
            self._digest = copies.digest(self.source, sorted(path.name for path in self.source.iterdir() if path.name != ".git"))
        return self._digest

    def expected(self, program):
        return None

    def cases(self, text):
        """How many test cases of the program passed, failed and were skipped, where it has such."""
        return None

    def limit(self, program, run):
        """In how many seconds the program is to be built."""
        return run.limit

    def jobs(self):
        return 1

    def build(self, program, run):
        folder = run.shared / f"{self.tree(program)}{'-debug' if run.debug else ''}"
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "configured").exists():
            options = [f"-DCMAKE_CXX_COMPILER={run.compiler.path}", "-DCMAKE_BUILD_TYPE=Release", "-G", "Unix Makefiles"]
            if run.debug:
                options.append("-DCMAKE_CXX_FLAGS=-gline-tables-only")
            configured = commands.run(["cmake", "-S", str(self.source), "-B", str(folder), *options, *self.options(program, run)],
                                      folder, run.log, run.limit)
            if configured.status != 0:
                raise NotBuilt(configured)
            (folder / "configured").touch()
        target = self.target(program)
        built = commands.run(["cmake", "--build", str(folder), "--target", target, "--parallel", str(self.jobs())], folder, run.log,
                             self.limit(program, run))
        if built.status != 0:
            raise NotBuilt(built)
        executable = self._executable(folder, target)
        arguments = (run.arguments or "").replace("@SOURCE@", shlex.quote(str(self.source)))
        return f"{shlex.quote(str(executable))} {arguments}", self.folder(run)

    def folder(self, run):
        """In which its programs run."""
        return run.scratch

    @staticmethod
    def _executable(folder, target):
        """Its name may have that of the model in front."""
        found = [path for path in folder.rglob(f"*{target}") if path.is_file() and path.stat().st_mode & 0o100]
        return max(found, key=lambda path: path.stat().st_mtime)


class SyclBench(CMakeSuite):
    name = "sycl-bench"
    signs = "single-kernel/, polybench/common/ and include/common.h"
    files = ("single-kernel", "polybench/common", "include/common.h", "CMakeLists.txt")

    def programs(self):
        listed = re.findall(r"([\w/-]+)/(\w+)\.cpp", re.sub(r"#.*", "", (self.source / "CMakeLists.txt").read_text()))
        for folder, name in sorted(set(listed)):
            if (self.source / folder / f"{name}.cpp").exists():
                yield Program(self.name, name, folder)

    def tree(self, program):
        return "sycl-bench"

    def options(self, program, run):
        features = ("SPEC_CONSTANTS", "KERNEL_REDUCTIONS", "GROUP_ALGORITHMS", "FP64_SUPPORT")
        return ["-DSYCL_IMPL=dpcpp", *(f"-DSYCL_BENCH_HAS_{feature}=ON" for feature in features)]

    def folder(self, run):
        """Some look for the folder `share` beside theirs, some one higher."""
        inner = run.scratch / "build" / "bin"
        inner.mkdir(parents=True)
        for place in (run.scratch, run.scratch / "build"):
            (place / "share").symlink_to(self.source / "share")
        return inner

    def target(self, program):
        return program.name


class OfUoB(CMakeSuite):
    """Theirs ask for a folder of DPC++ with bin/clang++."""

    def programs(self):
        for name in self.models:
            yield Program(self.name, name, self.name)

    def tree(self, program):
        return f"{self.name}-{program.name}"

    def options(self, program, run):
        folder = run.shared / "dpcpp"
        (folder / "bin").mkdir(parents=True, exist_ok=True)
        (folder / "include" / "sycl").mkdir(parents=True, exist_ok=True)
        link = folder / "bin" / "clang++"
        link.unlink(missing_ok=True)
        link.symlink_to(run.compiler.path)
        return ["-DSYCL_COMPILER=DPCPP", f"-DSYCL_COMPILER_DIR={folder}", *self.models[program.name]]

    def target(self, program):
        return self.executable


class MiniBude(OfUoB):
    name = "miniBUDE"
    signs = "src/sycl/fasten.hpp"
    files = ("src/sycl/fasten.hpp", "CMakeLists.txt")
    models = {"sycl": ["-DMODEL=sycl"]}
    executable = "bude"


ACCESSORS_AND_USM = {model: [f"-DMODEL={model}", "-DENABLE_MPI=OFF"] for model in ("sycl-acc", "sycl-usm")}


class TeaLeaf(OfUoB):
    name = "TeaLeaf"
    signs = "src/sycl-usm/cg.cpp and driver/"
    files = ("src/sycl-usm/cg.cpp", "driver", "CMakeLists.txt")
    models = ACCESSORS_AND_USM
    executable = "tealeaf"


class CloverLeaf(OfUoB):
    name = "CloverLeaf"
    signs = "src/sycl-usm/PdV.cpp and driver/"
    files = ("src/sycl-usm/PdV.cpp", "driver", "CMakeLists.txt")
    models = ACCESSORS_AND_USM
    executable = "cloverleaf"
