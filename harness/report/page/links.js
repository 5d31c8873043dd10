// What the app "peaks" measured of copies between the host and a machine's devices: a matrix, from a line's end to a column's.

function link_of(row) { return row.app === "peaks" && row.notes && row.notes.link; }

// The best of the rows that measured the same link: the queue of either end may copy. A failed one where there is no other.
function best_of(list) {
  const better = (a, b) => !a || !a.fom || (b.fom && (b.fom.better === "higher" ? b.fom.value > a.fom.value : b.fom.value < a.fom.value));
  return list.reduce((best, r) => (better(best, r) ? r : best), undefined);
}

function link_cell(bandwidths, latencies) {
  const rate = best_of(bandwidths), delay = best_of(latencies);
  if (!rate && !delay) return "";
  const texts = [rate && (rate.fom ? `${short(rate.fom.value)} GB/s` : rate.status), delay && (delay.fom ? `${short(delay.fom.value * 1e6)} µs` : delay.status)];
  const shown = [rate, delay].find((r) => r && r.fom);
  return { text: unique(texts.filter(Boolean)).join(", "), bad: [rate, delay].some((r) => r && r.status !== "ok"),
    ...(shown ? { value: shown.fom.value, row: shown.name } : {}) };
}

// The host's memory first, then devices as backends are ordered and by number.
function link_ends(list) {
  const host = (name) => name.endsWith("host");
  return unique(list.flatMap((r) => [r.notes.from, r.notes.to])).sort((a, b) => host(b) - host(a) || (host(a) ? a.length - b.length : 0) ||
    rank(a) - rank(b) || a.localeCompare(b, "en", { numeric: true }));
}

function link_table(list, cell, caption) {
  const ends = link_ends(list);
  const from = ends.filter((e) => ends.some((to) => cell(e, to))), to = ends.filter((e) => from.some((f) => cell(f, e)));
  return table(caption, ["from \\ to", ...to], from.map((f) => [f, ...to.map((t) => cell(f, t))]));
}

// Of rows of links of one machine, those of each piece of work.
function link_tables(rows_of_links) {
  return [...groups(rows_of_links, subject)].flatMap(([work, list]) => {
    const of = (link, from, to) => list.filter((r) => r.notes.link === link && r.notes.from === from && r.notes.to === to);
    const both = list.filter((r) => r.notes.link === "both ways");
    // Both directions at once have no beginning: the same figure for either order of the ends.
    return [link_table(list, (from, to) => link_cell(of("bandwidth", from, to), of("latency", from, to)), `${work}: one way, and latency`),
      ...(both.length ? [link_table(both, (a, b) => link_cell([...of("both ways", a, b), ...of("both ways", b, a)], []), `${work}: both ways at once, bytes of both together`)] : [])];
  });
}

// The last row of each link as each device's queue measured it.
function draw_links() {
  const last = [...groups(view.rows.filter(link_of), (r) => [r.host_id, subject(r), r.backend, r.kernel, r.notes.link, r.notes.from, r.notes.to].join("|")).values()].map((g) => g.at(-1));
  const s = section("links", "Links", last.length
    ? "Copies of the host's and the devices' memory, from a line's end to a column's: bytes a second of large ones, and from the submission to the end of one of a few bytes. \"Host\" is memory that the device's driver can move by itself (malloc_host), \"pageable host\" is any other. Where the queues of both ends measured a link, the better figure stands here; the table of apps and backends has each."
    : "No links were measured: harness run --app peaks --backend all measures each device's to the host and to the machine's other devices.");
  for (const [machine, here] of groups(last, (r) => r.host_id)) s.append(element("h3", {}, machine_name(machine)), ...link_tables(here));
}
