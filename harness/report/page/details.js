// Raw samples, verification values and machines.
function counted_samples(r) { return (Array.isArray(r.samples) ? r.samples.slice(r.warmups || 0) : []).filter((t) => t > 0); }

// One lane a backend: dots scatter a little up and down, the interval is a bracket below them.
function sample_plot(name, list) {
  const counted = list.flatMap(counted_samples);
  // Rare samples that took many times as long as the others would squeeze those into a line.
  // Not Math.min(...counted): a call takes fewer arguments than short kernels have samples.
  const low = counted.reduce((a, b) => Math.min(a, b)) * 1e3;
  const high = Math.min(counted.reduce((a, b) => Math.max(a, b)), 3 * Math.max(...list.map((r) => r.statistics.median))) * 1e3;
  const p = plot("Samples of " + name, 560, 50 + 30 * list.length, { from: low * 0.98, to: high * 1.02, log: high > 10 * low, label: "ms" },
    { from: list.length - 0.5, to: -0.5, names: list.map(column) });
  list.forEach((r, lane) => {
    const stride = Math.max(1, Math.ceil(r.samples.length / 400));
    r.samples.forEach((t, i) => {
      if (!(t > 0) || (i >= (r.warmups || 0) && i % stride)) return;
      const beyond = p.X(t * 1e3) > 545, x = Math.min(p.X(t * 1e3), 550), y = p.Y(lane) - 3 + (((i * 7) % 11) - 5) * 0.8;
      mark(p.svg, x, y, looks.get(column(r)), `${column(r)} sample ${i + 1}: ${short(t * 1e3)} ms${beyond ? " (beyond the scale)" : ""}`,
        i < (r.warmups || 0) ? 0 : 0.45);
    });
    const y = p.Y(lane) + 9, from = p.X(r.statistics.low * 1e3), to = Math.max(p.X(r.statistics.high * 1e3), from + 1);
    p.svg.append(element("path", { d: `M${from},${y - 3}v6m0,-3H${to}m0,-3v6`, class: "axis bracket" }));
  });
  return p.svg;
}

function sample_table(list) {
  const ms = (seconds) => ({ text: short(seconds * 1e3), value: seconds * 1e3 });
  return table(["backend", "median ms", "95 % from", "to", "MAD", "best", "by device events", "cold", "samples", "timing scope"],
    list.map((r) => [column(r), ...["median", "low", "high", "mad", "best"].map((k) => ms(r.statistics[k])),
      r.device_events ? { ...ms(r.device_events.median), text: short(r.device_events.median * 1e3) + (r.device_events.scope === "span" ? " (span)" : "") } : "", r.jit && r.jit.cold_seconds ? ms(r.jit.cold_seconds) : "",
      String(r.statistics.count), r.timing_scope]));
}

function draw_samples() {
  const s = section("samples", "Raw samples",
    "Samples as they were taken; hollow: warm-ups, which the statistics leave out; at the right edge: beyond the scale. The bracket is the 95 % interval of the median. The tables also have times by the device's own events, of a kernel alone or of the span from the first to the last one, lengthened by timing each of them: these are not wall times.");
  const shown = latest.filter((r) => r.statistics && counted_samples(r).length);
  fold_by_machine(s, shown, (r) => r, (name, work) => [...groups(work, (r) => r.kernel)].map(([kernel, list]) =>
    element("figure", {}, element("figcaption", {}, kernel), element("div", { class: "scroll" }, sample_plot(name + " " + kernel, list)),
      behind("Table", sample_table(list)))));
}

function draw_verification() {
  const lines = (list) => table(["work", "backend", "status", "metric", "value", "expected", "tolerance", "reason"], list.map((r) => {
    const v = r.verification || {};
    return [subject(r) + " " + r.kernel, column(r), { text: r.status, bad: r.status !== "ok" }, v.metric || "",
      short(v.value), short(v.expected), short(v.tolerance), r.reason || ""];
  }));
  const doubtful = latest.filter((r) => r.status !== "ok");
  const counts = [...groups(latest, (r) => r.status)].map(([status, list]) => `${list.length} ${status}`).join(", ");
  section("verification", "Verification", "What each result was checked against. A row that failed has no figure anywhere on this page.",
    ...(doubtful.length ? [lines(doubtful)] : []), behind(`All rows: ${counts}`, lines(latest)));
}

// From the lowest to the highest value that rows of a run saw, before and after their measurement.
function span_of(run, pick, unit) {
  const seen = run.rows.flatMap((r) => (r.machine ? [r.machine.before, r.machine.after] : [])).filter(Boolean).map(pick).filter((x) => typeof x === "number");
  if (!seen.length) return "";
  const low = short(Math.min(...seen)), high = short(Math.max(...seen));
  return (low === high ? low : `${low} to ${high}`) + unit;
}

function drifting(run) {
  const gpu = (key) => (m) => m.gpu && m.gpu[key];
  const held = unique(run.rows.flatMap((r) => r.machine?.after?.gpu?.throttled_by || []));
  return { "load, one minute": span_of(run, (m) => m.load && m.load[0], ""), "GPU clock": span_of(run, gpu("sm_mhz"), " MHz"),
    "GPU temperature": span_of(run, gpu("celsius"), " °C"), "GPU power": span_of(run, gpu("watts"), " W"),
    "GPU clocks held down by": held.join(", ") };
}

function facts_list(facts) {
  const list = element("dl");
  for (const [key, value] of Object.entries(facts)) {
    const text = Array.isArray(value) ? value.join(", ") : value === undefined ? "" : String(value);
    if (text) list.append(element("dt", {}, key.replaceAll("_", " ")), element("dd", {}, text));
  }
  return list;
}

function draw_machines() {
  const cards = element("div", { class: "cards" });
  for (const run of data.runs) {
    const c = run.context, h = c.hardware || {};
    const devices = unique(run.rows.filter((r) => r.fom && r.device !== r.backend).map((r) => r.device)).join(", ");
    cards.append(element("div", { class: "card" }, element("h3", {}, run.file),
      facts_list({ date: c.date, host: c.host_name, cpu: h.cpu, devices, ...drifting(run), commit: (c.code || {}).commit }),
      behind("All facts", facts_list({ "hardware id": c.hw_id, "environment id": c.env_id, ...h, ...c.environment, ...c.code }))));
  }
  section("machines", "Machines and runs", "Identities come from facts that do not drift; clocks, temperatures and loads are data.", cards);
}
