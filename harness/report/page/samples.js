// Raw samples of each kernel, a lane for each backend.
function drawn_samples(r) { return (r.samples || []).slice(r.warm).filter((t) => t > 0); }

// Dots scatter a little up and down, the interval is a bracket below them.
function sample_plot(name, list) {
  const drawn = list.flatMap(drawn_samples);
  // Rare samples that took many times as long as the others would squeeze those into a line.
  const low = Math.min(...drawn) * 1e3, high = Math.min(Math.max(...drawn), 3 * Math.max(...list.map((r) => r.statistics.median))) * 1e3;
  const p = plot("Samples of " + name, 560, 50 + 30 * list.length, { from: low * 0.98, to: high * 1.02, log: high > 10 * low, label: "ms" },
    { from: list.length - 0.5, to: -0.5, names: list.map(column) });
  list.forEach((r, lane) => {
    r.samples.forEach((t, i) => {
      if (!(t > 0)) return;
      const warm = i < r.warm, beyond = p.X(t * 1e3) > 545, x = Math.min(p.X(t * 1e3), 550), y = p.Y(lane) - 3 + (((i * 7) % 11) - 5) * 0.8;
      mark(p, x, y, looks.get(column(r)), `${column(r)}: ${short(t * 1e3)} ms${warm ? ", a warm-up" : ""}${beyond ? " (beyond the scale)" : ""}`, warm ? 0 : 0.45);
    });
    const y = p.Y(lane) + 9, from = p.X(r.statistics.low * 1e3), to = Math.max(p.X(r.statistics.high * 1e3), from + 1);
    p.svg.append(element("path", { d: `M${from},${y - 3}v6m0,-3H${to}m0,-3v6`, class: "axis bracket" }));
  });
  return finished(p);
}

function sample_table(name, list) {
  const ms = (seconds) => ({ text: short(seconds * 1e3), value: seconds * 1e3 });
  return table("Times of " + name, ["backend", "median ms", "95 % from", "to", "MAD", "best", "by device events", "cold", "samples", "timing scope"],
    list.map((r) => [column(r), ...["median", "low", "high", "mad", "best"].map((k) => ms(r.statistics[k])),
      r.device_events ? { ...ms(r.device_events.median), text: short(r.device_events.median * 1e3) + (r.device_events.scope === "span" ? " (span)" : "") } : "",
      r.jit && r.jit.cold_seconds ? ms(r.jit.cold_seconds) : "", String(r.statistics.count), r.timing_scope || ""]));
}

// Figures of each piece of work, folded away under its machine and drawn when opened: row_of(item) is a row of an item, draw(name,
// items) gives figures. The first one is open.
function fold_by_machine(s, items, row_of, draw) {
  let first = true;
  for (const [machine, here] of groups(items, (i) => row_of(i).look_alike ? row_of(i).device : machine_name(row_of(i).host_id).split(" · ")[0])) {
    s.append(element("h3", {}, machine));
    for (const [work, list] of groups(here, (i) => subject(row_of(i)))) {
      const details = drawn_behind(work, () => [element("div", { class: "plots" }, ...draw(`${work}, ${machine}`, list))]);
      s.append(details);
      if (first) {
        details.draw();
        details.open = true;
      }
      first = false;
    }
  }
}

function draw_samples() {
  const s = section("samples", "Raw samples",
    "Samples as they were taken, of many about 150 evenly chosen with the least and the largest; hollow: warm-ups, which the statistics leave out; at the right edge: beyond the scale. The bracket is the 95 % interval of the median. The tables also have times by the device's own events, of a kernel alone or of the span from the first to the last one, lengthened by timing each of them: these are not wall times.");
  const shown = [...view.latest, ...view.look_alikes].filter((r) => r.statistics && drawn_samples(r).length);
  fold_by_machine(s, shown, (r) => r, (name, work) => [...groups(work, (r) => r.kernel)].map(([kernel, list]) =>
    element("figure", {}, element("figcaption", {}, kernel), sample_plot(name + " " + kernel, list),
      behind("Table of " + kernel, sample_table(name + " " + kernel, list)))));
}
