// How portable performance is: the shares of the best, over kernels and machines.

// {model, app, work, platform, value}: the best of a model for each kernel on each platform, beside the best of all models, shown or
// not. Where only one model was measured there is nothing to stand beside.
function efficiencies() {
  const shown = new Set(view.latest.map(model)), list = [];
  const measured = every_latest.filter((r) => filter_names.every((name) => name === "backend" || !chosen[name] || r[name] === chosen[name]));
  const models = unique(measured.map(model));
  for (const [, found] of groups(measured, (r) => [subject(r), r.kernel, platform(r), r.timing_scope].join("|"))) {
    if (unique(found.filter((r) => r.fom).map(model)).length < 2) continue;
    for (const m of models.filter((name) => shown.has(name))) {
      const ours = found.filter((r) => model(r) === m).map((r) => efficiency(r, found));
      list.push({ model: m, work: subject(found[0]) + " " + found[0].kernel, app: found[0].app, platform: platform(found[0]),
        value: Math.max(0, ...ours) });
    }
  }
  return list;
}

function cascade_plot(all, models, looks_of) {
  const longest = all.length / models.length;
  const p = plot("Cascade of efficiencies", 760, 300, { from: 0.5, to: longest + 0.5, label: "kernels and machines, best first",
    whole: true }, { from: 0, to: 1.05, label: "share of the best" });
  for (const m of models) {
    const sorted = all.filter((e) => e.model === m).sort((a, b) => b.value - a.value);
    curve(p, sorted.map((e, k) => [p.X(k + 1), p.Y(harmonic(sorted.slice(0, k + 1).map((x) => x.value)))]), looks_of.get(m), true);
    sorted.filter((e) => e.value > 0).forEach((e, k) => mark(p, p.X(k + 1), p.Y(e.value), looks_of.get(m), `${m} ${e.work}: ${(100 * e.value).toFixed(1)} %`));
  }
  return finished(p);
}

function draw_cascade() {
  const all = efficiencies(), models = unique(all.map((e) => e.model)), apps = unique(all.map((e) => e.app));
  if (!all.length) {
    section("cascade", "Performance portability",
      "Needs two programming models on one machine: measure peers as well (--backend cpu,native,kokkos, --external).");
    return;
  }
  const cell = (list) => ({ text: harmonic(list.map((e) => e.value)).toFixed(3), value: harmonic(list.map((e) => e.value)) });
  const figures = table("Harmonic means of the shares", ["model", ...apps, "all", "measured", "where measured"], models.map((m) => {
    const own = all.filter((e) => e.model === m), there = own.filter((e) => e.value > 0);
    return [m, ...apps.map((a) => cell(own.filter((e) => e.app === a))), cell(own), { text: `${there.length} of ${own.length}`, value: there.length }, cell(there)];
  }));
  const looks_of = new Map(models.map((m) => [m, looks.get(m) || plain_look]));
  section("cascade", "Performance portability",
    "Harmonic mean of the share of the best figure, over the kernels and machines that two models or more were measured on; 0 where a model misses one (Pennycook, Sewall, Lee 2019). The last column leaves out what a model was not measured on. Marks: single shares, best first; dashed: their harmonic mean so far.",
    figures, cascade_plot(all, models, looks_of), legend(models, looks_of),
    behind("Table of the shares", table("Shares of the best", ["model", "work", "device", "share"],
      all.map((e) => [e.model, e.work, device_name(e.platform), { text: e.value.toFixed(3), value: e.value }]))));
}
