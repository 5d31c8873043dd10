// Figures over the time, and where they changed.

// A place on the axis for each run: a day and a commit, several where the same figure was measured several times of them.
function with_runs(series) {
  const seen = new Map();
  return series.points.map((point) => {
    const key = `${point.date} ${point.commit}`, times = (seen.get(key) || 0) + 1;
    seen.set(key, times);
    return { ...point, run: `${key} ${times}` };
  });
}

function history_lines(series) {
  return with_runs(series).map((point, i, all) => {
    const change = point.change ? "change: " + change_text(point.value / all[i - 1].value, series.unit) : "";
    return { ...point, change, tip: `${series.column} ${point.date} ${point.commit}: ${short(point.value)} ${series.unit}${change && ", " + change}` };
  });
}

function history_plot(name, list) {
  const all = list.map(history_lines), unit = list[0].unit, dates = new Map(all.flat().map((point) => [point.run, point.date]));
  const known = [...dates.keys()].sort((a, b) => dates.get(a).localeCompare(dates.get(b))), step = Math.ceil(known.length / 6);
  const top = Math.max(...all.flat().map((point) => Math.max(point.value, Math.min(point.high || 0, 2 * point.value)))) * 1.1;
  const p = plot("History of " + name, 560, 220, { from: -0.4, to: Math.max(known.length - 0.6, 0.4), label: "day of the run",
    names: known.map((run, i) => (i % step ? "" : dates.get(run).slice(5))) }, { from: 0, to: top, label: unit });
  all.forEach((points, i) => {
    const look = looks.get(list[i].column), at = (point) => [p.X(known.indexOf(point.run)), p.Y(point.value)];
    curve(p, points.map(at), look);
    for (const point of points) {
      const [x, y] = at(point);
      if (point.low) p.svg.append(element("path", { d: `M${x},${p.Y(point.low)}V${p.Y(Math.min(point.high, top))}`, class: look.tone, stroke: "currentColor" }));
      if (point.change) p.svg.append(element("circle", { cx: x, cy: y, r: 9, class: "change" }));
      mark(p, x, y, look, point.tip);
    }
  });
  const interval = (point) => (point.low ? `${short(point.low)} to ${short(point.high)}` : "");
  const body = all.flatMap((points, i) => points.map((point) => [list[i].column, { text: point.date, whole: true }, point.commit, { text: short(point.value), value: point.value },
    interval(point), point.samples ? String(point.samples) : "", point.change]));
  return element("figure", {}, element("figcaption", {}, name), finished(p), legend(unique(list.map((s) => s.column))),
    behind("Table of " + name, table("History of " + name, ["backend", "date", "commit", `${list[0].statistic}, ${unit}`, "95 % interval", "samples", ""], body)));
}

function history_plots(series) {
  return element("div", { class: "plots" }, ...[...groups(series, (s) => [s.machine, s.rest, s.unit, s.statistic].join("|")).values()]
    .map((list) => history_plot(list[0].rest, list)));
}

function change_point_lines(changed) {
  return changed.flatMap((s) => s.points.flatMap((point, i) => (point.change ? [[{ text: s.what, note: s.machine }, { text: point.date, whole: true }, point.commit,
    { text: `${short(s.points[i - 1].value)} → ${short(point.value)}`, value: point.value, note: s.unit },
    { text: change_text(point.value / s.points[i - 1].value, s.unit), whole: true }]] : [])))
    .sort((a, b) => b[1].text.localeCompare(a[1].text));
}

function draw_history() {
  const again = view.series.filter((s) => s.points.length > 1 && !s.look_alike), changed = again.filter((s) => s.points.some((point) => point.change));
  const s = section("history", "History", again.length
    ? "Figures from run to run, on machines of one kind; vertical lines are 95 % intervals. A ring marks a change point: the level before and the level from there on differ by 5 % or more, and by more than intervals and the scatter of that machine's runs explain (optimal partitioning, PELT; Killick, Fearnhead, Eckley 2012; one series of noise in a hundred has one)."
    : "Nothing was measured twice on machines of one kind: give result files of further runs, or --history, to see how figures went.");
  const head = ["figure", "day", "commit", "before → from there", "change"], lines = change_point_lines(changed);
  if (lines.length) s.append(drawn_behind(`${counted(lines.length, "change point")} in ${changed.length} of ${again.length} figures`, () => [table("Change points, newest first", head, lines)]));
  for (const [machine, here] of groups(again, (one) => one.machine)) {
    s.append(element("h3", {}, machine));
    for (const [work, list] of [...groups(here, (one) => `${one.app} ${one.size}`.trim())].sort((a, b) => place(app_order, a[1][0].app) - place(app_order, b[1][0].app))) {
      const rings = list.filter((one) => one.points.some((point) => point.change)).length;
      s.append(drawn_behind(`${work}: ${counted(list.length, "figure")}${rings ? `, ${rings} with change points` : ""}`, () => [history_plots(list)]));
    }
  }
}
