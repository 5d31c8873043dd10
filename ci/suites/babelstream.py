"""BabelStream's models of SYCL 2020, each in one call of the compiler: its CMake files of 2026 refuse to build them."""
import commands
import copies
from program import NotBuilt, Program

MODELS = {"sycl2020-acc": ("ACCESSOR", "SYCL2020ACC"), "sycl2020-usm": ("USM", "SYCL2020USM")}


class BabelStream:
    name = "BabelStream"
    signs = "src/sycl2020/SYCLStream2020.cpp"

    def __init__(self, checkout):
        self.source = checkout

    @classmethod
    def is_at(cls, checkout):
        return (checkout / cls.signs).exists()

    def programs(self):
        for name in MODELS:
            yield Program(self.name, name, self.name)

    def digest(self, program):
        return copies.digest(self.source / "src", ["sycl2020", *sorted(path.name for path in (self.source / "src").glob("*.*"))])

    def expected(self, program):
        return None

    def build(self, program, run):
        source = self.source / "src"
        macros = [f"-D{macro}=1" for macro in ("SYCL2020", "DEFAULT", *MODELS[program.name])]
        debug = ["-gline-tables-only"] if run.debug else []
        files = [str(source / "main.cpp"), str(source / "sycl2020" / "SYCLStream2020.cpp")]
        compiled = commands.run([str(run.compiler.path), "-O3", *debug, *macros, f"-I{source}", f"-I{source / 'sycl2020'}", *files,
                                 "-o", str(run.scratch / "program")], run.scratch, run.log, run.limit)
        if compiled.status != 0:
            raise NotBuilt(compiled)
        return f"./program {run.arguments or ''}", run.scratch
