// App × backend, and how portable the performance is.
function figure_cell(row, others) {
  if (!row) return "";
  if (!row.fom) return { text: row.status, bad: true };
  const beside = comparable(row, others).length > 1;
  const share = beside ? efficiency(row, others) : 0;
  const alone = others.some((o) => o.fom && o.timing_scope !== row.timing_scope);
  const note = (row.status === "ok" ? "" : ` ${row.status}`) + (alone ? ` ${row.timing_scope.replaceAll("_", " ")}` : "");
  return { text: short(row.fom.value) + (beside ? ` (${(100 * share).toFixed(0)} %)` : "") + note, value: row.fom.value,
    row: row.name, bad: row.status !== "ok", best: share === 1, share };
}

// Lines of one piece of work: its name stands once, beside all of its kernels.
function matrix_lines(name, list, heads) {
  const kernels = [...groups(list, (r) => r.kernel)];
  return kernels.map(([kernel, found], i) => [...(i ? [] : [{ text: name, span: kernels.length }]), kernel,
    ...heads.map((c) => figure_cell(found.find((r) => column(r) === c), found)),
    (found.find((r) => r.fom) || { fom: { unit: "" } }).fom.unit]);
}

function draw_matrix() {
  const s = section("matrix", "Apps and backends",
    "The figure of each kernel; the bar and the number in brackets are its share of the best of the line, among times that cover the same (timing scope). Only verified results have a figure.");
  for (const [machine, here] of groups(latest, (r) => r.host_id)) {
    const heads = columns.filter((c) => here.some((r) => column(r) === c));
    s.append(element("h3", {}, machine_name(machine)), table(["work", "kernel", ...heads, "unit"],
      [...groups(here, subject)].flatMap(([name, list]) => matrix_lines(name, list, heads)), "", 1));
  }
}

// {model, app, work, platform, value}: the best of a model for each kernel on each platform, beside the best of all models.
// Where only one model was measured there is nothing to stand beside.
function efficiencies() {
  const list = [];
  for (const [, found] of groups(latest, (r) => [subject(r), r.kernel, platform(r), r.timing_scope].join("|"))) {
    if (unique(found.filter((r) => r.fom).map(model)).length < 2) continue;
    for (const m of unique(latest.map(model))) {
      const ours = found.filter((r) => model(r) === m).map((r) => efficiency(r, found));
      list.push({ model: m, work: subject(found[0]) + " " + found[0].kernel, app: found[0].app, platform: platform(found[0]),
        value: Math.max(0, ...ours) });
    }
  }
  return list;
}

function draw_cascade() {
  const all = efficiencies(), models = unique(all.map((e) => e.model)), apps = unique(all.map((e) => e.app));
  if (!all.length) {
    section("cascade", "Performance portability",
      "Needs two programming models on one machine: measure peers as well (--backend cpu,native,kokkos, --external).");
    return;
  }
  const cell = (list) => ({ text: harmonic(list.map((e) => e.value)).toFixed(3), value: harmonic(list.map((e) => e.value)) });
  const measured_only = (list) => list.filter((e) => e.value > 0);
  const figures = table(["model", ...apps, "all", "measured", "where measured"], models.map((m) => {
    const own = all.filter((e) => e.model === m), there = measured_only(own);
    return [m, ...apps.map((a) => cell(own.filter((e) => e.app === a))), cell(own), { text: `${there.length} of ${own.length}`, value: there.length }, cell(there)];
  }));
  const longest = all.length / models.length;
  const p = plot("Cascade of efficiencies", 760, 300, { from: 0.5, to: longest + 0.5, label: "kernels and machines, best first",
    whole: true }, { from: 0, to: 1.05, label: "share of the best" });
  models.forEach((m) => {
    looks.set(m, looks.get(m) || { colour: "currentColor", shape: "circle" });
    const sorted = all.filter((e) => e.model === m).sort((a, b) => b.value - a.value);
    curve(p.svg, sorted.map((e, k) => [p.X(k + 1), p.Y(harmonic(sorted.slice(0, k + 1).map((x) => x.value)))]), looks.get(m), true);
    measured_only(sorted).forEach((e, k) => mark(p.svg, p.X(k + 1), p.Y(e.value), looks.get(m), `${m} ${e.work}: ${(100 * e.value).toFixed(1)} %`));
  });
  section("cascade", "Performance portability",
    "Harmonic mean of the share of the best figure, over the kernels and machines that two models or more were measured on; 0 where a model misses one (Pennycook, Sewall, Lee 2019). The last column leaves out what a model was not measured on. Marks: single shares, best first; dashed: their harmonic mean so far.",
    figures, element("div", { class: "scroll" }, p.svg), legend(models),
    behind("Table of the shares", table(["model", "work", "device", "share"],
      all.map((e) => [e.model, e.work, device_name(e.platform), { text: e.value.toFixed(3), value: e.value }]))));
}
