"""AdaptiveCpp's tests of SYCL: a program for each source file, with the one that includes Boost.Test and its `main`."""
import copies
import commands
from program import NotBuilt, Program

MAIN = "sycl_test_suite.cpp"


class AdaptiveCppTests:
    name = "AdaptiveCpp"
    signs = f"tests/sycl/{MAIN}"

    def __init__(self, checkout):
        self.source = checkout / "tests"

    @classmethod
    def is_at(cls, checkout):
        return (checkout / "tests" / "sycl" / MAIN).exists()

    def programs(self):
        for path in sorted((self.source / "sycl").rglob("*.cpp")):
            if path.name != MAIN:
                folder = path.parent.relative_to(self.source)
                yield Program(self.name, path.stem, str(folder))

    def digest(self, program):
        headers = [str(path.relative_to(self.source)) for path in sorted(self.source.rglob("*.hpp"))]
        return copies.digest(self.source, [*headers, f"sycl/{MAIN}", f"{program.category}/{program.name}.cpp"])

    def expected(self, program):
        return None

    def build(self, program, run):
        main = run.shared / "main.o"
        if not main.exists():
            self._compile(["-c", str(self.source / "sycl" / MAIN), "-o", str(main)], run)
        executable = run.scratch / "program"
        source = self.source / program.category / f"{program.name}.cpp"
        debug = ["-gline-tables-only"] if run.debug else []
        self._compile([*debug, str(source), str(main), "-o", str(executable)], run)
        return f"./program {run.arguments or ''}", run.scratch

    def _compile(self, arguments, run):
        options = ["-O2", "-DACPP_ALLOW_INSTANT_SUBMISSION=1", f"-I{self.source}"]
        compiled = commands.run([str(run.compiler.path), *options, *arguments], run.scratch, run.log, run.limit)
        if compiled.status != 0:
            raise NotBuilt(compiled)
