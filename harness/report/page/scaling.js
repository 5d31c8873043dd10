// Runs divided among ranks: the same work on more of them (strong scaling), and as much work for each of them (weak scaling).

function ranks_of(row) { return row.ranks || 1; }
function undivided(row) { return column({ ...row, ranks: 0 }); }

// Cells for each rank and steps, where a row tells them: rows with the same are points of weak scaling.
function work_of_a_rank(row) {
  const cells = String((row.notes || {}).cells || "").split(" x ").map(Number);
  if (cells.length < 2 || !cells.every((n) => n > 0)) return "";
  return [cells.reduce((a, b) => a * b) / ranks_of(row), row.notes.steps, row.params.solver].join("|");
}

// Series of rows of several numbers of ranks, the fewest first.
function series_by(key) {
  const divided = view.latest.filter((r) => r.fom && r.fom.value > 0 && r.app !== "peaks" && key(r));
  return [...groups(divided, (r) => [r.app, r.kernel, undivided(r), r.host_id, r.hw_id, key(r)].join("|")).values()]
    .map((g) => [...g].sort((a, b) => ranks_of(a) - ranks_of(b)))
    .filter((g) => unique(g.map(ranks_of)).length > 1);
}

function scaling_table(list, name, cell, caption) {
  const numbers = unique(list.flat().map(ranks_of)).sort((a, b) => a - b);
  return table(caption, ["work", "kernel", "backend", ...numbers.map((n) => `${n} ${n === 1 ? "rank" : "ranks"}`)],
    list.map((g) => [name(g), g[0].kernel, undivided(g[0]), ...numbers.map((n) => {
      const r = g.find((one) => ranks_of(one) === n);
      return r ? { text: cell(r, g[0]), value: r.fom.value, row: r.name } : "";
    })]));
}

// Times as fast over ranks, with a dashed line for what as many ranks would give at best.
function scaling_plot(machine, list) {
  const least = Math.min(...list.flat().map(ranks_of)), most = Math.max(...list.flat().map(ranks_of));
  const x = { from: least, to: most, log: true, label: "ranks" }, y = { from: 0.5, to: most / least, log: true, label: "times as fast as on the fewest ranks" };
  const p = plot("Strong scaling on " + machine, 560, 320, x, y);
  curve(p, [[p.X(least), p.Y(1)], [p.X(most), p.Y(most / least)]], plain_look, true);
  list.forEach((g, i) => {
    const look = look_number(i);
    const at = g.map((r) => [p.X(ranks_of(r)), p.Y(Math.max(times_as_fast(r, g[0]), y.from))]);
    curve(p, at, look);
    g.forEach((r, k) => mark(p, ...at[k], look, `${r.name}: ${times_as_fast(r, g[0]).toFixed(2)} times as fast`));
  });
  return finished(p);
}

function draw_scaling() {
  const strong = series_by((r) => subject(r)), weak = series_by(work_of_a_rank);
  const s = section("scaling", "Scaling", strong.length || weak.length
    ? "Runs divided among ranks. Strong: the same work, and how many times as fast as on the fewest ranks; where every rank has arrays of its own (BabelStream) the rate of all. Weak: as many cells for each rank, and the time on the fewest ranks over this one."
    : "No run was divided among ranks: harness run --app cloverleaf,tealeaf --ranks 1,2,4 does that.");
  for (const [machine, list] of groups(strong, (g) => machine_name(g[0].host_id)))
    s.append(element("h3", {}, machine), scaling_plot(machine, list), scaling_table(list, (g) => subject(g[0]),
      (r, first) => `${short(r.fom.value)} ${r.fom.unit}, ${times_as_fast(r, first).toFixed(2)}×`, `Strong scaling on ${machine}`));
  for (const [machine, list] of groups(weak, (g) => machine_name(g[0].host_id)))
    s.append(element("h3", {}, `${machine}: weak`), scaling_table(list, (g) => `${g[0].app}, ${g.map((r) => r.notes.cells).join(" / ")}`,
      (r, first) => `${short(r.fom.value)} ${r.fom.unit}, ${(100 * times_as_fast(r, first)).toFixed(1)} %`, `Weak scaling on ${machine}`));
}
