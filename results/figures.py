"""The figures of a record: what was measured, unit, median, low, high and number of samples, as far as it holds them.

low and high are the 95 % confidence interval in the harness's records, the smallest and the largest (or quartiles) of
ratios. Where the harness's figure is the best of its samples, "best" is that, and median and interval are of the same
samples. "value" is a figure whose record does not say what it is of its samples.
"""
import json
import re
import statistics

VERDICTS = ("right", "refused", "wrong", "failed", "crashed", "hung")


def harness_figures(rows, commit=None):
    for row in rows:
        fom, times = row.get("fom"), row.get("statistics")
        if not fom or not times:
            continue  # it failed
        figure = {"what": row["name"], "unit": fom["unit"], "median": fom["value"], "low": fom["low"],
                  "high": fom["high"], "n": times["count"], "commit": commit,
                  "status": row["status"] if row["status"] != "ok" else None}
        if fom["statistic"] == "best":  # of rates: the others by the times of the same samples
            figure["best"], work = fom["value"], fom["value"] * times["best"]
            figure.update(median=work / times["median"], low=work / times["high"], high=work / times["low"])
            figure["median"] = figure["median"] if times["count"] > 1 else None
        yield figure


def ratios_figures(record):
    for row in record["targets"]:
        yield {"what": f"{row['ours']} beside {' or '.join(row['peers'])}", "unit": "ratio",
               "median": row["median"], "low": row["least"], "high": row["most"], "n": row["rounds"]}
    for name, way in record["ways"].items():
        if samples := way["seconds"]:
            yield {"what": name, "unit": "s", "median": statistics.median(samples), "low": min(samples),
                   "high": max(samples), "n": len(samples)}


def campaign_figures(record):
    runs, total = record.get("runs", [record]), record.get("total", record)
    bad = {case["seed"]: None for part in [record, *runs] for case in part.get("bad", [])}
    counts = {name: total[name] for name in VERDICTS if total[name]}
    yield {"what": f"random kernels, {record['tested']}", "unit": "kernels", **counts,
           "first_seeds": [run["first_seed"] for run in runs], "bad_seeds": list(bad) or None}


def before_and_after_figures(record, where=""):
    for name, found in record.items():
        if isinstance(found, dict) and "ratio" in found:
            low = found.get("least", found.get("low", found.get("lower_quartile")))
            high = found.get("most", found.get("high", found.get("upper_quartile")))
            yield {"what": where + name, "unit": "ratio", "median": found["ratio"], "low": low, "high": high}
        elif isinstance(found, dict):
            yield from before_and_after_figures(found, f"{where}{name}: ")
        elif isinstance(found, float):
            yield {"what": where + name, "unit": "ratio", "median": found}


def text_figures(text):
    heading, title, columns = "", "", []
    for line in text.splitlines():
        words = line.split()
        if line.startswith("== "):
            heading = line[3:] + ": "
        elif words[1:2] == ["size"]:
            title = "/".join([words[0], *words[2:]])
        elif words[:1] == ["kernel"]:
            columns = words[1:-1]
        elif columns and len(words) == len(columns) + 2 and not line.startswith("["):
            yield from ({"what": f"{heading}{title}/{column}/{words[0]}", "unit": words[-1], "value": float(value)}
                        for column, value in zip(columns, words[1:-1]) if value != "-")
        elif found := re.fullmatch(r"(\S+) +before +(\d+) after +(\d+) (\w+) .*", line):
            yield {"what": f"{found[1]}, before", "unit": found[4], "value": int(found[2])}
            yield {"what": f"{found[1]}, after", "unit": found[4], "value": int(found[3])}
        elif found := re.match(", ".join(rf"(\d+) {name}" for name in VERDICTS) + r".* from seed (\d+) on (.*)", line):
            counts = dict(zip(VERDICTS, map(int, found.groups())))
            yield from campaign_figures({**counts, "tested": found[8], "first_seed": int(found[7])})


def figures_of(path, text):
    """Of a file in results/: none where it is of no kind that has figures, such as the output of tests."""
    if path.suffix == ".jsonl":
        return harness_figures(map(json.loads, text.splitlines()))
    if path.suffix != ".json":
        return text_figures(text)
    record = json.loads(text)
    rows, context = record.get("benchmarks", []), record.get("context", {})
    if code := context.get("code"):
        return harness_figures(rows, code["commit"][:7] + ("-dirty" if code["dirty"] else ""))
    if context:
        return ({"what": row["name"], "unit": row["time_unit"], "value": row["real_time"], "n": row["iterations"]}
                for row in rows)
    if "spelling" in record:
        rest = {"n": record["programs"], "failing": record["failing"], "first_seeds": [record["first_seed"]]}
        return [{"what": f"random PTX, {record['tested']}", "unit": "programs", **rest}]
    kinds = {"targets": ratios_figures, "tested": campaign_figures, "what": before_and_after_figures}
    return next((kind(record) for key, kind in kinds.items() if key in record),
                ({"what": f"gpu-bench/{way}/{row['name']}", "unit": "ms", "value": row[way + "_ms"]}
                 for row in rows for way in ("ndweave", "cuda")))
