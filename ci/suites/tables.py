"""The results as tables: one for each suite's categories, one of what is not right with its cause, and all as CSV."""
import csv
from collections import Counter

STATES = ("passed", "no self-check", "failed", "crashed", "too long", "not compiled")
FINE = ("passed", "no self-check")
CASES = ("passed", "failed", "skipped")


def rows_of(results, devices):
    """A row for each program and device."""
    for result in results:
        build = result["compile"]
        for device in devices:
            row = {"suite": result["suite"], "category": result["category"], "program": result["program"], "device": device,
                   "compile s": build["seconds"], "run s": "", "state": "not compiled", "reason": build["reason"],
                   "cause": result.get("known") or build.get("cause", "")}
            if build["status"] == "ok":
                if not (run := result["runs"].get(device)):
                    continue
                row |= {"run s": run["seconds"], "state": run["status"], "reason": run["reason"],
                        "cause": result.get("known") or run.get("cause", "")}
                row |= {f"cases {state}": number for state, number in run.get("cases", {}).items()}
                if run["status"] in FINE:
                    row["cause"] = ""
            yield row


def counted(rows):
    counts = Counter(row["state"] for row in rows)
    return {state: counts[state] for state in STATES if counts[state]}


def line(cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |\n"


def markdown(rows):
    text = ""
    for suite in sorted({row["suite"] for row in rows}):
        mine = [row for row in rows if row["suite"] == suite]
        text += f"## {suite}\n\n" + line(("category", "device", "programs", *STATES)) + line(["---"] * (3 + len(STATES)))
        groups = sorted({(row["category"], row["device"]) for row in mine})
        for category, device in groups:
            counts = Counter(row["state"] for row in mine if (row["category"], row["device"]) == (category, device))
            text += line((category, device, counts.total(), *(counts[state] for state in STATES)))
        for device in sorted({row["device"] for row in mine}) if len({row["category"] for row in mine}) > 1 else ():
            counts = Counter(row["state"] for row in mine if row["device"] == device)
            text += line(("all", device, counts.total(), *(counts[state] for state in STATES)))
        text += markdown_of_cases(mine)
        wrong = sorted((row for row in mine if row["state"] not in FINE), key=lambda row: (row["program"], row["device"]))
        if wrong:
            text += "\n" + line(("program", "device", "", "what it says", "cause")) + line(["---"] * 5)
            text += "".join(line(row[key] for key in ("program", "device", "state", "reason", "cause")) for row in wrong)
        text += "\n"
    return text


def markdown_of_cases(rows):
    """Of programs that count test cases, by category; nothing if there are none."""
    counting = [row for row in rows if "cases passed" in row]
    if not counting:
        return ""
    text = "\n" + line(("category", "device", *(f"cases {state}" for state in CASES))) + line(["---"] * (2 + len(CASES)))
    for category, device in sorted({(row["category"], row["device"]) for row in counting}):
        these = [row for row in counting if (row["category"], row["device"]) == (category, device)]
        text += line((category, device, *(sum(row[f"cases {state}"] for row in these) for state in CASES)))
    return text


def write(folder, results, devices):
    rows = list(rows_of(results, devices))
    (folder / "table.md").write_text(markdown(rows))
    with (folder / "table.csv").open("w", newline="") as file:
        names = ("suite", "category", "program", "device", "state", "reason", "cause", "compile s", "run s",
                 *(f"cases {state}" for state in CASES))
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(rows)
    return rows
