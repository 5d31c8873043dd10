// App × backend, and how portable the performance is.
function figure_cell(row, others) {
  if (!row) return "";
  if (!row.fom) return { text: row.status, bad: true };
  const beside = others.length > 1 ? ` (${(100 * efficiency(row, others)).toFixed(0)} %)` : "";
  const note = row.status === "ok" ? "" : ` ${row.status}`;
  return { text: short(row.fom.value) + beside + note, value: row.fom.value, row: row.name, bad: row.status !== "ok" };
}

function draw_matrix() {
  const s = section("matrix", "Apps and backends",
    "The figure of each kernel; in brackets how it stands beside the best of its line. Only verified results have a figure.");
  for (const [machine, here] of groups(latest, (r) => r.host_id)) {
    if (data.runs.length > 1) s.append(element("h3", {}, "Machine " + machine));
    for (const [name, list] of groups(here, subject)) {
      const heads = unique(list.map(column));
      const lines = [...groups(list, (r) => r.kernel)].map(([kernel, found]) => [kernel,
        ...heads.map((c) => figure_cell(found.find((r) => column(r) === c), found)),
        (found.find((r) => r.fom) || { fom: { unit: "" } }).fom.unit]);
      s.append(element("h3", {}, name), table(["kernel", ...heads, "unit"], lines));
    }
  }
}

// Programming models: everything that runs through ndweave is one, each peer another.
function model(row) { return ["cpu", "cuda", "hip", "opencl"].includes(row.backend) ? "ndweave" : row.backend; }

// {model, app, platform, value}: the best of a model for each kernel on each platform, beside the best of all models.
function efficiencies() {
  const list = [];
  const platforms = unique(latest.map((r) => r.hw_id));
  for (const [work, found] of groups(latest, (r) => subject(r) + " " + r.kernel)) {
    for (const m of unique(latest.map(model))) {
      for (const platform of platforms) {
        const here = found.filter((r) => r.hw_id === platform);
        if (!here.length) continue;
        const ours = here.filter((r) => model(r) === m).map((r) => efficiency(r, here));
        list.push({ model: m, work, app: found[0].app, platform, value: ours.length ? Math.max(...ours) : 0 });
      }
    }
  }
  return list;
}

function draw_cascade() {
  const all = efficiencies(), models = unique(all.map((e) => e.model)), apps = unique(all.map((e) => e.app));
  const cell = (list) => ({ text: harmonic(list.map((e) => e.value)).toFixed(3), value: harmonic(list.map((e) => e.value)) });
  const figures = table(["model", ...apps, "all"], models.map((m) => [m,
    ...apps.map((a) => cell(all.filter((e) => e.model === m && e.app === a))), cell(all.filter((e) => e.model === m))]));
  const longest = Math.max(1, ...models.map((m) => all.filter((e) => e.model === m).length));
  const p = plot("Cascade of efficiencies", 760, 300, { from: 1, to: longest, label: "kernels and machines, best first" },
    { from: 0, to: 1, label: "share of the best" });
  models.forEach((m, i) => {
    const look = { colour: colours[i % colours.length], shape: shapes[i % shapes.length] };
    looks.set(m, looks.get(m) || look);
    const sorted = all.filter((e) => e.model === m).sort((a, b) => b.value - a.value);
    curve(p.svg, sorted.map((e, k) => [p.X(k + 1), p.Y(harmonic(sorted.slice(0, k + 1).map((x) => x.value)))]), looks.get(m), true);
    sorted.forEach((e, k) => mark(p.svg, p.X(k + 1), p.Y(e.value), looks.get(m), `${m} ${e.work}: ${(100 * e.value).toFixed(1)} %`));
  });
  section("cascade", "Performance portability",
    "Harmonic mean of the share of the best figure, over kernels and machines; 0 where a model misses one (Pennycook, Sewall, Lee 2019). Marks: single shares, best first; dashed: their harmonic mean so far.",
    figures, p.svg, legend(models),
    behind("Table of the shares", table(["model", "work", "machine", "share"],
      all.map((e) => [e.model, e.work, e.platform, { text: e.value.toFixed(3), value: e.value }]))));
}
