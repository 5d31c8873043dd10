from spack.package import *

try:
    from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
except ImportError:  # Spack before 1.0 has them in spack.package
    pass


class Ndweave(CMakePackage):
    """nd-range kernels in C++20, written once, on every processor: vectorized loops on CPUs, CUDA, HIP and OpenCL through plugins that
    are loaded at run time; SYCL 2020 over it, ranks over MPI, and a benchmark harness that verifies every result."""

    license("Apache-2.0")

    # Of a checkout: spack develop --path CHECKOUT ndweave@main (docs/guides/install.md)
    version("main")

    variant("compiler", default=True, description="The kernel compiler, and clang's plugin that extracts kernels; else library mode")
    variant("harness", default=True, description="The benchmark harness and its apps")
    variant("mpi", default=False, description="ndweave::mpi")
    variant("peer_arch", default="native", description="Processor that the harness's hand-written peers are compiled for")

    depends_on("cxx", type="build")
    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("tbb")
    depends_on("boost@1.74:+context", type=("build", "link"))
    depends_on("xxhash", type="build")
    # Programs are compiled by that clang: its plugins work in no other version.
    depends_on("llvm@19.1+clang targets=x86,nvptx", when="+compiler", type=("build", "link", "run"))
    depends_on("zlib-api", when="+compiler")
    depends_on("zstd", when="+compiler")
    depends_on("opencl-c-headers", type="build")
    depends_on("mpi", when="+mpi")
    with when("+harness"):
        depends_on("nlohmann-json")
        depends_on("cli11")

    conflicts("target=aarch64:", msg="ndweave is for x86-64")
    conflicts("%gcc@:11")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define_from_variant("NDWEAVE_KERNEL_COMPILER", "compiler"),
            self.define_from_variant("NDWEAVE_HARNESS", "harness"),
            self.define_from_variant("NDWEAVE_MPI", "mpi"),
            self.define_from_variant("NDWEAVE_PEER_ARCH", "peer_arch"),
            self.define("NDWEAVE_TESTS", False),
            self.define("NDWEAVE_BENCHMARKS", False),
        ]
        if self.spec.satisfies("+compiler"):
            args += [
                self.define("CMAKE_CXX_COMPILER", self.spec["llvm"].prefix.bin.join("clang++")),
                self.define("CMAKE_C_COMPILER", self.spec["llvm"].prefix.bin.clang),
            ]
        return args

    def test_doctor(self):
        """the CPU, and what kernels are compiled by, are there"""
        if self.spec.satisfies("+harness"):
            Executable(self.prefix.bin.harness)("doctor", "--backend", "cpu")
