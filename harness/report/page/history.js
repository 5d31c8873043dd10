// How figures went from run to run, and where they changed.

// A change: the 95 % intervals of neighbouring runs do not touch, and medians and figures are 5 % apart or more.
function changes(list) {
  return list.map((r, i) => {
    if (i === 0) return false;
    const a = list[i - 1].statistics, b = r.statistics;
    const apart = (x, y) => Math.abs(Math.log(x / y)) > Math.log(1.05);
    return (b.low > a.high || b.high < a.low) && apart(a.median, b.median) && apart(list[i - 1].fom.value, r.fom.value);
  });
}

// Days, or where all runs are of one day the times of that day.
function run_names(runs) {
  const dates = runs.map((r) => data.runs[r].context.date || "");
  const one_day = dates.length > 1 && unique(dates.map((d) => d.slice(0, 10))).length === 1 && dates[0];
  return dates.map((d, i) => (one_day ? d.slice(11, 16) : d.slice(0, 10)) || data.runs[runs[i]].file);
}

function history_plot(name, list) {
  const runs = unique(list.flat().map((r) => r.run)).sort((a, b) => a - b), unit = list[0][0].fom.unit;
  const names = run_names(runs), step = Math.ceil(names.length / 6);
  const p = plot("History of " + name, 560, 220, { from: -0.4, to: runs.length - 0.6, label: "run",
    names: names.map((n, i) => (i % step ? "" : n)) }, { from: 0, to: Math.max(...list.flat().map((r) => r.fom.value)) * 1.1, label: unit });
  const body = [];
  for (const g of list) {
    const look = looks.get(column(g[0])), marked = changes(g), at = (r) => [p.X(runs.indexOf(r.run)), p.Y(r.fom.value)];
    curve(p.svg, g.map(at), look);
    g.forEach((r, i) => {
      const [x, y] = at(r);
      mark(p.svg, x, y, look, `${column(r)} ${r.date}: ${short(r.fom.value)} ${unit}`);
      if (marked[i]) p.svg.append(element("circle", { cx: x, cy: y, r: 9, class: "axis" }));
      body.push([column(r), r.date, { text: short(r.fom.value), value: r.fom.value }, marked[i] ? "change" : ""]);
    });
  }
  return element("figure", {}, element("figcaption", {}, list[0][0].kernel), p.svg, legend(unique(list.map((g) => column(g[0])))),
    behind("Table", table(["backend", "date", unit, ""], body)));
}

function draw_history() {
  const series = [...groups(measured.filter((r) => r.statistics && r.statistics.median > 0),
    (r) => [subject(r), r.kernel, column(r), r.hw_id].join("|")).values()].filter((g) => unique(g.map((r) => r.run)).length > 1);
  const s = section("history", "History", series.length
    ? "Figures from run to run. A ring marks a change: intervals that do not touch, 5 % apart or more."
    : "Nothing was measured twice on one machine: give result files of further runs to see how figures went.");
  [...groups(series, (g) => subject(g[0]) + ", " + machine_name(g[0].host_id).split(" · ")[0])].forEach(([name, work], i) => {
    const plots = element("div", { class: "plots" });
    for (const [kernel, list] of groups(work, (g) => g[0].kernel)) plots.append(history_plot(name + " " + kernel, list));
    s.append(element("details", i ? { class: "work" } : { class: "work", open: "" }, element("summary", {}, name), plots));
  });
}

// Kernels against the highest bandwidth and arithmetic rate that these records hold for the same machine.
function draw_roofline() {
  const points = latest.filter((r) => r.statistics && r.bytes > 0 && r.flops > 0).map((r) => ({ row: r,
    x: r.flops / r.bytes, y: r.flops / r.statistics.median / 1e9 }));
  const s = section("roofline", "Roofline", points.length
    ? "Declared flops over declared bytes. The roofs are the highest bandwidth and the highest rate measured in these records, per machine: what is not measured cannot bound."
    : "No row declares both bytes and flops.");
  for (const [machine, list] of groups(points, (q) => q.row.hw_id)) {
    const bandwidth = Math.max(...latest.filter((r) => r.hw_id === machine && r.statistics && r.bytes > 0)
      .map((r) => r.bytes / r.statistics.best / 1e9));
    const peak = Math.max(...latest.filter((r) => r.hw_id === machine && r.statistics && r.flops > 0)
      .map((r) => r.flops / r.statistics.best / 1e9));
    const from = Math.min(...list.map((q) => q.x)) / 3, to = Math.max(...list.map((q) => q.x), peak / bandwidth) * 3;
    const p = plot("Roofline of machine " + machine, 760, 320, { from, to, log: true, label: "flop per byte" },
      { from: Math.min(...list.map((q) => q.y), bandwidth * from) / 2, to: peak * 2, log: true, label: "GFLOP/s" });
    const ridge = Math.min(to, peak / bandwidth), roof = { colour: "currentColor" };
    curve(p.svg, [[p.X(from), p.Y(from * bandwidth)], [p.X(ridge), p.Y(ridge * bandwidth)], [p.X(to), p.Y(Math.min(peak, to * bandwidth))]], roof);
    for (const q of list) mark(p.svg, p.X(q.x), p.Y(q.y), looks.get(column(q.row)), `${q.row.name}: ${short(q.y)} GFLOP/s`);
    s.append(element("h3", {}, `${device_name(machine)}: ${short(bandwidth)} GB/s, ${short(peak)} GFLOP/s`), p.svg,
      legend(unique(list.map((q) => column(q.row)))), behind("Table", table(["row", "flop per byte", "GFLOP/s", "share of the roof"],
        list.map((q) => [q.row.name, { text: short(q.x), value: q.x }, { text: short(q.y), value: q.y },
          (100 * q.y / Math.min(peak, q.x * bandwidth)).toFixed(0) + " %"]))));
  }
}
