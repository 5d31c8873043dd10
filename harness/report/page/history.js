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
  return element("figure", {}, element("figcaption", {}, list[0][0].kernel), element("div", { class: "scroll" }, p.svg), legend(unique(list.map((g) => column(g[0])))),
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

// Kernels against the bandwidth and the arithmetic rate measured on the same device.

function rate_of(r, key) { return r[key] > 0 ? r[key] / r.statistics.best / 1e9 : 0; }

// The memory's bandwidth is what BabelStream's largest arrays get; small ones lie in a cache. Without BabelStream, and for the
// arithmetic rate, the highest of all rows.
function roofs(list) {
  const streams = list.filter((r) => r.app === "babelstream" && r.bytes > 0);
  const largest = Math.max(...streams.map((r) => r.bytes));
  const memory = streams.length ? streams.filter((r) => 4 * r.bytes > largest) : list;
  const highest = (rows, key) => Math.max(0, ...rows.map((r) => rate_of(r, key)));
  return { bandwidth: highest(memory, "bytes"), peak: highest(list, "flops") };
}

// Where a kernel stands under the roof; one that declares flops or bytes only stands under that part of it.
function roof_share(r, bandwidth, peak) {
  const rate = r.flops / r.statistics.median / 1e9, moved = r.bytes / r.statistics.median / 1e9;
  if (!(r.flops > 0)) return moved / bandwidth;
  return r.bytes > 0 ? rate / Math.min(peak, (r.flops / r.bytes) * bandwidth) : rate / peak;
}

function roof_plot(machine, list, bandwidth, peak) {
  const at = (r) => r.flops / r.bytes, rate = (r) => r.flops / r.statistics.median / 1e9;
  const both = list.filter((r) => r.flops > 0 && r.bytes > 0), compute = list.filter((r) => r.flops > 0 && !(r.bytes > 0));
  const from = Math.min(...both.map(at)) / 3, to = Math.max(...both.map(at), peak / bandwidth) * 3;
  const p = plot("Roofline of " + machine, 760, 320, { from, to, log: true, label: "flop per byte; at the right edge: kernels that declare no bytes" },
    { from: Math.min(...list.filter((r) => r.flops > 0).map(rate), bandwidth * from) / 2, to: peak * 2, log: true, label: "GFLOP/s" });
  const ridge = Math.min(to, peak / bandwidth), roof = { colour: "currentColor" };
  curve(p.svg, [[p.X(from), p.Y(from * bandwidth)], [p.X(ridge), p.Y(ridge * bandwidth)], [p.X(to), p.Y(Math.min(peak, to * bandwidth))]], roof);
  for (const r of [...both, ...compute]) {
    mark(p.svg, p.X(r.bytes > 0 ? at(r) : to), p.Y(rate(r)), looks.get(column(r)), `${r.name}: ${short(rate(r))} GFLOP/s`);
  }
  return p.svg;
}

function draw_roofline() {
  const declared = latest.filter((r) => r.statistics && r.statistics.median > 0 && r.statistics.best > 0 && (r.bytes > 0 || r.flops > 0));
  const s = section("roofline", "Roofline", declared.length
    ? "Declared flops over declared bytes (every array once a kernel). The roofs are measured: the bandwidth of BabelStream's largest arrays, and the highest arithmetic rate in these records, per device. A share above 100 % of the bandwidth is data from a cache."
    : "No row declares bytes or flops.");
  for (const [machine, list] of groups(declared, platform)) {
    const { bandwidth, peak } = roofs(list);
    s.append(element("h3", {}, `${device_name(machine)}: ${short(bandwidth)} GB/s, ${short(peak)} GFLOP/s`));
    if (list.some((r) => r.flops > 0 && r.bytes > 0)) {
      s.append(element("div", { class: "scroll" }, roof_plot(device_name(machine), list, bandwidth, peak)), legend(unique(list.filter((r) => r.flops > 0).map(column))));
    }
    const cell = (x) => (x > 0 ? { text: short(x), value: x } : "");
    s.append(behind("Table", table(["row", "flop per byte", "GFLOP/s", "GB/s", "share of the roof"], list.map((r) => [r.name,
      cell(r.flops > 0 && r.bytes > 0 ? r.flops / r.bytes : 0), cell(r.flops / r.statistics.median / 1e9),
      cell(r.bytes / r.statistics.median / 1e9), { text: (100 * roof_share(r, bandwidth, peak)).toFixed(0) + " %", value: roof_share(r, bandwidth, peak) }]))));
  }
}
