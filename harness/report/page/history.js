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
  fold_by_machine(s, series, (g) => g[0], (name, work) => [...groups(work, (g) => g[0].kernel)].map(([kernel, list]) => history_plot(name + " " + kernel, list)));
}
