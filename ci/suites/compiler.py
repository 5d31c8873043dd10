"""The compiler driver under test: what it is made of, and which kind the devices are that its programs use."""
import hashlib
import os
import pathlib
import re
import subprocess
import sys

PROBE = """#include <sycl/sycl.hpp>
#include <cstdio>
int main() { std::puts(sycl::device().is_gpu() ? "gpu" : "cpu"); }
"""
SMALL = "#include <sycl/sycl.hpp>\n"


class Compiler:
    def __init__(self, path, scratch):
        self.path = pathlib.Path(path).resolve()
        if not os.access(self.path, os.X_OK):
            sys.exit(f"{path}: no compiler driver is there; build the target `all` or name another build tree by BUILD")
        self.scratch = scratch
        self.identity = self._identity()
        self._probe = None

    def _identity(self):
        """Changes when the driver, the headers, the libraries or the plugins do."""
        total = hashlib.sha256(self.path.read_bytes())
        headers = self._ask(["-E", "-P", "-x", "c++", "-"], SMALL).stdout
        total.update(headers)
        for path in sorted(self._libraries()):
            total.update(path.read_bytes())
        return total.hexdigest()[:16]

    def _libraries(self):
        source = self.scratch / "small.cpp"
        source.write_text(SMALL)
        words = self._ask(["-###", str(source), "-o", "small"]).stderr.decode().replace('"', " ")
        folders = set(map(pathlib.Path, re.findall(r"-L *(\S+)", words)))
        found = {path.resolve() for folder in folders for path in folder.glob("libndweave*.so*")}
        return {path for path in found if path.is_file()}

    def _ask(self, arguments, text=""):
        done = subprocess.run([self.path, *arguments], input=text.encode(), capture_output=True)
        if done.returncode:
            sys.exit(f"{self.path}: does not compile <sycl/sycl.hpp>:\n{done.stderr.decode()}")
        return done

    def kind(self, device):
        """\"cpu\" or \"gpu\": which of SYCL's selectors finds the device."""
        if device.name.startswith("cpu"):
            return "cpu"
        if not self._probe:
            source, probe = self.scratch / "probe.cpp", self.scratch / "probe"
            source.write_text(PROBE)
            self._ask([str(source), "-o", str(probe)])
            self._probe = probe
        done = subprocess.run([self._probe], capture_output=True, env=os.environ | device.environment)
        kind = done.stdout.decode().strip()
        if done.returncode or kind not in ("cpu", "gpu"):
            sys.exit(f"--device {device.name}: {done.stderr.decode().strip().splitlines()[-1:] or 'no such device'}")
        return kind


class Device:
    """cpu, cpu:cbs, cpu:fiber or what NDWEAVE_DEVICE takes."""

    def __init__(self, name):
        self.name = name
        backend, _, part = name.partition(":")
        if backend == "cpu" and part not in ("", "cbs", "fiber", "loop"):
            sys.exit(f"--device {name}: the CPU's strategies are cpu:cbs, cpu:fiber and cpu:loop; cpu alone chooses")
        self.environment = {"NDWEAVE_DEVICE": "cpu" if backend == "cpu" else name}
        if backend == "cpu" and part:
            self.environment["NDWEAVE_CPU"] = part
