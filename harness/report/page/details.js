// Raw samples, verification values and machines.
function draw_samples() {
  const s = section("samples", "Raw samples",
    "Every sample as it was taken; hollow: warm-ups that the statistics leave out. The bar is the 95 % interval of the median.");
  const shown = latest.filter((r) => Array.isArray(r.samples) && r.samples.length && r.statistics);
  for (const [name, list] of groups(shown, (r) => subject(r) + " " + r.kernel)) {
    const names = list.map(column), counted = list.flatMap((r) => r.samples.slice(r.warmups || 0));
    const low = Math.min(...counted) * 1e3, high = Math.max(...counted) * 1e3;
    const p = plot("Samples of " + name, 760, 50 + 26 * list.length, { from: low * 0.98, to: high * 1.02, log: high > 10 * low, label: "ms" },
      { from: list.length - 0.5, to: -0.5, names });
    list.forEach((r, lane) => {
      r.samples.forEach((t, i) => {
        const x = Math.min(p.X(t * 1e3), 755), y = p.Y(lane) + (((i * 7) % 11) - 5);
        mark(p.svg, x, y, looks.get(column(r)), `${column(r)} sample ${i + 1}: ${short(t * 1e3)} ms`, i < (r.warmups || 0) ? 0 : 0.45);
      });
      const y = p.Y(lane), a = p.X(r.statistics.low * 1e3), b = p.X(r.statistics.high * 1e3);
      p.svg.append(element("line", { x1: a, x2: Math.max(b, a + 1), y1: y, y2: y, class: "axis", "stroke-width": 3 }));
    });
    const body = list.map((r) => [column(r), ...["median", "low", "high", "mad", "best"].map((k) =>
      ({ text: short(r.statistics[k] * 1e3), value: r.statistics[k] * 1e3 })), String(r.statistics.count), r.timing_scope,
      short((r.jit && r.jit.cold_seconds) * 1e3)]);
    s.append(element("h3", {}, name), p.svg, behind("Table", table(
      ["backend", "median ms", "95 % from", "to", "MAD", "best", "samples", "timing scope", "cold ms"], body)));
  }
}

function draw_verification() {
  section("verification", "Verification", "What each result was checked against. A row that failed has no figure anywhere on this page.",
    table(["work", "backend", "status", "metric", "value", "expected", "tolerance", "reason"], latest.map((r) => {
      const v = r.verification || {};
      return [subject(r) + " " + r.kernel, column(r), { text: r.status, bad: r.status !== "ok" }, v.metric || "",
        short(v.value), short(v.expected), short(v.tolerance), r.reason || ""];
    })));
}

function draw_machines() {
  const cards = element("div", { class: "cards" });
  for (const run of data.runs) {
    const c = run.context, list = element("dl");
    const facts = { date: c.date, host: c.host_name, "hardware id": c.hw_id, "environment id": c.env_id, ...c.hardware, ...c.environment, ...c.code };
    for (const [key, value] of Object.entries(facts)) {
      const text = typeof value === "object" ? JSON.stringify(value) : String(value);
      if (text) list.append(element("dt", {}, key.replaceAll("_", " ")), element("dd", {}, text));
    }
    const devices = unique(run.rows.map((r) => r.device)).join(", ");
    list.append(element("dt", {}, "devices"), element("dd", {}, devices));
    cards.append(element("div", { class: "card" }, element("h3", {}, run.file), list));
  }
  section("machines", "Machines and runs", "Identities come from facts that do not drift; clocks and loads are data in the records.", cards);
}
