"""Records and a history with known answers, and the page of them."""
import json
import pathlib
import statistics
import subprocess

GPU, LOOK_ALIKE, CPU = "NVIDIA H200", "NVIDIA H200 behind a HIP look-alike", "Intel(R) Xeon(R) Processor"
HARDWARE = {GPU: "gpu", LOOK_ALIKE: "look-alike", CPU: "host"}


def row(app, backend, device, seconds, size="small", kernel="total", scatter=0.01, status="ok"):
    """20 samples around `seconds`; `scatter`: how far they lie apart."""
    samples = [seconds * (1 + scatter * ((i * 7 % 20) - 9.5) / 10) for i in range(20)]
    middle = statistics.median(samples)
    made = {"name": f"{app}/{backend}/{size}/{kernel}", "run_name": "", "run_type": "iteration", "app": app, "kernel": kernel,
            "backend": backend, "strategy": "", "device": device, "size": size, "params": {}, "status": status, "env_id": "e",
            "hw_id": HARDWARE.get(device, "host")}
    if status != "ok":
        return made | {"reason": "failed verification"}
    low, high = middle * (1 - scatter / 2), middle * (1 + scatter / 2)
    return made | {
        "fom": {"value": middle, "unit": "s", "better": "lower", "statistic": "median", "low": low, "high": high},
        "statistics": {"count": 20, "median": middle, "mad": scatter * middle / 2, "best": min(samples), "low": low,
                       "high": high, "confidence": 0.95},
        "samples": samples, "warmups": 0, "timing_scope": "device", "bytes": 1e9, "flops": 4e9, "precision": "fp64",
        "verification": {"checked": True, "passed": True, "metric": "error", "value": 0, "expected": 0, "tolerance": 1}}


def record(rows, date="2026-11-30T12:00:00+00:00"):
    return {"context": {
        "schema_version": 1, "date": date, "host_name": "made", "executable": "harness", "arguments": [], "num_cpus": 16,
        "library_build_type": "release", "hw_id": "host", "env_id": "e", "hardware": {"cpu": CPU, "cpus": 16},
        "environment": {"kernel": "6.1"}, "code": {"version": "0", "commit": "0123456789", "dirty": False}, "before": {},
        "after": {}}, "benchmarks": rows}


def rows():
    return [
        row("lulesh", "cuda", GPU, 1), row("lulesh", "native-cuda", "native-cuda", 2),             # faster
        row("tealeaf", "cuda", GPU, 3, size="large"), row("tealeaf", "native-cuda", "native-cuda", 2, size="large"),  # slower
        row("cloverleaf", "cuda", GPU, 1, scatter=0.8), row("cloverleaf", "native-cuda", "native-cuda", 1.1),  # not settled
        row("minibude", "cuda", GPU, 5),                                                           # alone
        row("dct8x8", "cuda", GPU, 5, status="invalid"),
        row("lulesh", "hip", LOOK_ALIKE, 0.1), row("lulesh", "cpu", CPU, 20), row("peaks", "cuda", GPU, 1, kernel="triad")]


def history_line(day, what, value, spread=0.01):
    return {"date": f"2026-11-{day}", "machine": "nvidia-h200", "commit": f"c{day}", "what": what, "unit": "s", "median": value,
            "low": value * (1 - spread), "high": value * (1 + spread), "n": 20, "file": "made.json"}


def history():
    noise = lambda day: 1 + 0.004 * (day * 7 % 5 - 2)
    lines = []
    for day in range(10, 20):
        lines += [history_line(day, "lulesh/cuda/small/step", (1 if day < 15 else 2) * noise(day)),
                  history_line(day, "tealeaf/cuda/large/last", (1 if day < 19 else 1.5) * noise(day)),
                  history_line(day, "tealeaf/cuda/large/wide", (1 if day < 19 else 1.2) * noise(day), spread=0.4),
                  history_line(day, "cloverleaf/cuda/small/steady", noise(day)),
                  history_line(day, "lulesh/hip/small/apart", (1 if day < 19 else 2) * noise(day))]  # no AMD GPU: a look-alike
    return lines


def draw(harness, folder):
    """The made page; gives its path."""
    folder = pathlib.Path(folder)
    (folder / "made.json").write_text(json.dumps(record(rows())))
    (folder / "history.jsonl").write_text("".join(json.dumps(line) + "\n" for line in history()))
    subprocess.run([harness, "report", folder / "made.json", "--history", folder / "history.jsonl", "-o", folder / "page.html"],
                   check=True, capture_output=True)
    return folder / "page.html"
