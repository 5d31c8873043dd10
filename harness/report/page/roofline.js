// Kernels against the bandwidth and the arithmetic rates measured on the same device (Williams, Waterman, Patterson 2009).

function best_rate(list, key) { return Math.max(0, ...list.map((r) => r[key] / r.statistics.best / 1e9)); }

// A device's roofs, the best of all records of it, all of them measured: by the app "peaks"; the bandwidth, where that was not run, by BabelStream's kernels on
// arrays of 256 MiB or more together, which no cache holds. 0: not measured.
function roofs(list) {
  const ok = list.filter((r) => r.status === "ok"), peaks = ok.filter((r) => r.app === "peaks" && !link_of(r) && !r.ranks);
  const streams = ok.filter((r) => r.app === "babelstream" && r.bytes >= 2 ** 28);
  const own = best_rate(peaks.filter((r) => r.bytes > 0), "bytes");
  const fma = (precision) => best_rate(peaks.filter((r) => r.precision === precision && r.flops > 0), "flops");
  return { bandwidth: own || best_rate(streams, "bytes"), by: own ? "peaks" : "BabelStream", fp32: fma("fp32"), fp64: fma("fp64") };
}

// The rate that the roofs leave a row, in its own terms: GFLOP/s, or GB/s where it declares no flops. 0: not known, for a roof
// that may be the lower one was not measured.
function attainable(r, roof) {
  if (!(r.flops > 0)) return roof.bandwidth;
  const arithmetic = r.precision ? roof[r.precision] : 0, streamed = r.bytes > 0 ? (r.flops / r.bytes) * roof.bandwidth : Infinity;
  return arithmetic && streamed ? Math.min(arithmetic, streamed) : 0;
}

function roof_share(r, roof) {
  const limit = attainable(r, roof);
  return limit ? (r.flops > 0 ? r.flops : r.bytes) / r.statistics.median / 1e9 / limit : 0;
}

function roof_names(roof) {
  return [roof.bandwidth && `${short(roof.bandwidth)} GB/s`, ...["fp64", "fp32"].map((p) => roof[p] && `${short(roof[p])} GFLOP/s ${p}`)].filter(Boolean);
}

// What to do about roofs that are missing.
function roofs_missing(roof, list) {
  const missing = [!roof.bandwidth && "bandwidth", !roof.fp64 && !roof.fp32 && "arithmetic"].filter(Boolean);
  if (!missing.length) return "";
  const backend = (list.find((r) => model(r) === "ndweave") || { backend: "cpu" }).backend;
  return `No measured roof of ${missing.join(" and ")} for this device: harness run --app peaks --backend ${backend}, and give the page that file as well.`;
}

// Names beside marks, each moved up until it is free of the others.
function place_names(svg, names, taken) {
  for (const { x, y, text } of names.sort((a, b) => b.y - a.y)) {
    const width = 7 * text.length, left = x + 8 + width > 735 ? x - 8 - width : x + 8;
    let top = y - 4;
    while (top > 40 && taken.some((t) => Math.abs(t.top - top) < 13 && left < t.right && t.left < left + width)) top -= 13;
    taken.push({ top, left, right: left + width });
    svg.append(element("text", { x: left, y: top, class: "name" }, text));
  }
}

// Lines within the plot, each with its name. Gives the places of the names.
function draw_roofs(p, roof, x, y) {
  const top = Math.max(roof.fp32, roof.fp64) || y.to, taken = [];
  const name = (right, height, text) => {
    p.svg.append(element("text", { x: right, y: height, "text-anchor": "end", class: "name" }, text));
    taken.push({ top: height, left: right - 7 * text.length, right });
  };
  if (roof.bandwidth) {
    const from = Math.max(x.from, y.from / roof.bandwidth), to = Math.min(x.to, top / roof.bandwidth), at = (v) => [p.X(v), p.Y(v * roof.bandwidth)];
    curve(p, [at(from), at(to)], plain_look);
    // Left of the ridge; where there is none, of a lower place, away from the axis's title.
    const text = `memory: ${short(roof.bandwidth)} GB/s, measured`, [right, height] = at(roof.fp32 || roof.fp64 ? to : from * (to / from) ** 0.75);
    name(Math.max(right - 12, p.X(x.from) + 7 * text.length), height + 4, text);
  }
  for (const precision of ["fp32", "fp64"].filter((name) => roof[name])) {
    const begin = roof.bandwidth ? Math.min(Math.max(x.from, roof[precision] / roof.bandwidth), x.to) : x.from;
    const height = p.Y(roof[precision]);
    curve(p, [[p.X(begin), height], [p.X(x.to), height]], plain_look);
    name(p.X(x.to) - 4, height + (precision === "fp32" ? -5 : 14), `${precision}: ${short(roof[precision])} GFLOP/s, measured`);
  }
  return taken;
}

function roof_plot(machine, list, roof) {
  const both = list.filter((r) => r.bytes > 0), at = (r) => r.flops / r.bytes, rate = (r) => r.flops / r.statistics.median / 1e9;
  const rates = [...list.map(rate), roof.fp32, roof.fp64].filter((v) => v > 0);
  const edges = [...both.map(at), ...(roof.bandwidth ? [roof.fp32, roof.fp64].filter(Boolean).map((v) => v / roof.bandwidth) : [])];
  const to = Math.max(...edges) * 4;
  const x_axis = { from: Math.min(...edges) / 2, to, log: true,
    label: "flop per byte" + (both.length < list.length ? "; at the right edge: kernels that declare no bytes" : "") };
  const y_axis = { from: Math.min(...rates) / 2, to: Math.max(...rates) * 3, log: true, label: "GFLOP/s of the median time; roofs: best measured" };
  const p = plot("Roofline of " + machine, 760, 380, x_axis, y_axis), taken = draw_roofs(p, roof, x_axis, y_axis);
  const spots = list.map((r) => ({ r, x: p.X(r.bytes > 0 ? at(r) : to), y: p.Y(rate(r)) }));
  for (const { r, x, y } of spots) {
    const share = roof_share(r, roof);
    mark(p, x, y, looks.get(column(r)), `${r.name}: ${short(rate(r))} GFLOP/s${share ? `, ${(100 * share).toFixed(0)} % of the roof` : ""}`);
  }
  place_names(p.svg, [...groups(spots, (s) => s.r.app).values()].map((g) => g.reduce((a, b) => (b.y < a.y ? b : a)))
    .map(({ r, x, y }) => ({ x, y, text: r.app })), taken);
  return finished(p);
}

function roof_table(device, list, roof) {
  const cell = (x) => (x > 0 ? { text: short(x), value: x } : "");
  return table("Rates and roofs of " + device, ["work", "kernel", "backend", "precision", "flop per byte", "GFLOP/s", "GB/s", "share of the roof"], list.map((r) => {
    const share = roof_share(r, roof);
    return [subject(r), r.kernel, column(r), r.precision || "", cell(r.flops > 0 && r.bytes > 0 ? r.flops / r.bytes : 0), cell(r.flops / r.statistics.median / 1e9),
      cell(r.bytes / r.statistics.median / 1e9), share ? { text: (100 * share).toFixed(0) + " %", value: share } : "not known"];
  }));
}

function draw_roofline() {
  const declared = view.latest.filter((r) => r.statistics && r.statistics.median > 0 && r.statistics.best > 0 && (r.bytes > 0 || r.flops > 0));
  const s = section("roofline", "Roofline", declared.length
    ? "Operations that the kernels execute over bytes that they move at least (every array once a kernel). The roofs are measured on the same device, by kernels that do nothing else (the app peaks). Above the memory's roof lies what stays in a cache."
    : "No row declares bytes or flops.");
  for (const [machine, list] of groups(declared, platform)) {
    const roof = roofs(real.filter((r) => platform(r) === machine && r.statistics)), shown = list.filter((r) => r.app !== "peaks"), missing = roofs_missing(roof, list);
    if (!shown.length) continue;
    s.append(element("h3", {}, [device_name(machine), ...roof_names(roof)].join(" · ")));
    if (roof.bandwidth && roof.by !== "peaks") s.append(element("p", {}, "The memory's roof is from BabelStream's largest arrays."));
    if (missing) s.append(element("p", { class: "missing" }, missing));
    const computing = shown.filter((r) => r.flops > 0);
    if (computing.some((r) => r.bytes > 0)) {
      s.append(roof_plot(device_name(machine), computing, roof), legend(unique(computing.map(column))));
    }
    s.append(behind(`Table of ${device_name(machine)}`, roof_table(device_name(machine), shown, roof)));
  }
}
