// What the page embeds, as rows and series again. All text reaches the page as text nodes, never as markup.
const packed = JSON.parse(document.getElementById("data").textContent);
const runs = packed.runs.map((run) => ({ ...run, hardware: packed.facts[run.hardware] || {}, environment: packed.facts[run.environment] || {} }));

function cell_of(column, i) {
  if (Array.isArray(column)) return column[i] ?? undefined;
  if ("all" in column) return column.all;
  return column.at[i] < 0 ? undefined : column.of[column.at[i]];
}

function unpack_row(i) {
  const row = {};
  for (const [path, column] of Object.entries(packed.rows.columns)) {
    const value = cell_of(column, i), names = path.split("/");
    if (value === undefined) continue;
    if (names.length === 1) row[path] = value;
    else (row[names[0]] ||= {})[names[1]] = value;
  }
  const s = row.samples;
  if (s) Object.assign(row, { samples: s.above.map((n) => s.least + n * s.grain), warm: s.warm });
  return row;
}

// A GPU of NVIDIA's behind a look-alike of AMD's driver says so in its name.
function is_look_alike(device) { return String(device).includes("HIP look-alike"); }

const everything = [];
runs.forEach((run, index) => {
  for (let k = 0; k < run.rows; ++k) {
    const row = unpack_row(everything.length);
    everything.push({ ...row, run: index, at: k, machine: row.kind, date: run.date || "", look_alike: is_look_alike(row.device) });
  }
});

const apps_known = new Set(["babelstream", "lulesh", "cloverleaf", "tealeaf", "minibude", "dct8x8", "peaks", ...everything.map((r) => r.app)]);
const sizes_known = new Set(["small", "medium", "large", "paper", ...everything.map((r) => r.size)]);

// Names of figures are app/backend/size/parameters/kernel; in printed tables app/size/parameters/backend/kernel; others are of
// other programs. `rest` is the name without the backend.
function parse_figure(what) {
  const parts = what.replace(/^.*: /, "").split("/"), backend_of = (text) => text.split(/[:*]/)[0];
  if (apps_known.has(parts[0]) && parts.length > 3 && sizes_known.has(parts[1])) {
    const column = parts.at(-2);
    return { app: parts[0], size: parts[1], backend: backend_of(column), column, rest: [...parts.slice(0, -2), parts.at(-1)].join(" ") };
  }
  if (apps_known.has(parts[0]) && parts.length > 2)
    return { app: parts[0], backend: backend_of(parts[1]), column: parts[1], size: parts[2], rest: [parts[0], ...parts.slice(2)].join(" ") };
  if (parts[0] === "gpu-bench")
    return { app: "gpu-bench", backend: backend_of(parts[1]), column: parts[1], size: "", rest: ["gpu-bench", ...parts.slice(2)].join(" ") };
  return { app: "other programs", backend: "", column: "figure", size: "", rest: what };
}

function unpack_series(list) {
  const h = packed.history, s = Object.fromEntries(h.members.map((name, i) => [name, list[i]]));
  const figure = parse_figure(s.what), machine = h.machines[s.machine];
  const look_alike = is_look_alike(s.what) || (figure.backend === "hip" && machine.startsWith("nvidia-"));
  const points = s.values.map((value, i) => ({ value, date: h.dates[s.dates[i]], commit: h.commits[s.commits[i]],
    low: s.low[i], high: s.high[i], samples: s.samples[i], change: s.changes.includes(i) }));
  const [ratio, low, high, p] = s.last;
  return { ...figure, what: s.what, unit: s.unit, statistic: s.statistic, points, look_alike, machine: machine + (look_alike ? "-hip-look-alike" : ""),
    last: s.last.length ? { ratio, low, high, p } : undefined };
}

const every_series = packed.history.series.map(unpack_series);
