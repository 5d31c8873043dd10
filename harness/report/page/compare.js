// A line for each thing to compare: work, kernel and machine, with a column for each backend.
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

function unit_of(list) { return (list.find((r) => r.fom) || { fom: { unit: "" } }).fom.unit; }

// Best of ndweave's backends beside the best peer on its device.
function peer_cell(list) {
  const found = list.map(beside_peer).filter(Boolean);
  if (!found.length) return "";
  const best = found.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  return { text: ratio_text(best), value: best.ratio, note: best.peer.backend };
}

// Lines of one piece of work: its name stands once, beside all of its kernels. Shares are of all rows, shown or not.
function compare_lines(work, lines, heads, with_peer) {
  return lines.map((line, i) => [...(i ? [] : [{ text: work, span: lines.length }]), { text: line.shown[0].kernel, note: unit_of(line.shown) },
    ...(with_peer ? [peer_cell(line.shown)] : []), ...heads.map((c) => figure_cell(line.shown.find((r) => column(r) === c), line.all))]);
}

function compare_table(caption, lines) {
  const heads = columns.filter((c) => lines.some((line) => line.shown.some((r) => column(r) === c)));
  const with_peer = lines.some((line) => line.shown.some(beside_peer));
  return table(caption, ["work", "kernel", ...(with_peer ? ["ndweave / best peer"] : []), ...heads],
    [...groups(lines, (line) => subject(line.shown[0]))].flatMap(([work, list]) => compare_lines(work, list, heads, with_peer)));
}

function draw_compare() {
  const s = section("compare", "Apps and backends",
    "Each line is one figure on one machine; the bar and the number in brackets are a cell's share of the best of its line, among times that cover the same (timing scope); the column before them is ndweave's speed over the best peer's on the same device (~: samples do not settle which is faster). Only verified results have a figure. Lines with nothing to compare are folded away.");
  const key = (r) => [r.host_id, subject(r), r.kernel].join("|"), all = groups(every_latest, key);
  for (const [host, here] of groups(view.latest, (r) => r.host_id)) {
    const lines = [...groups(here, key)].map(([k, shown]) => ({ shown, all: all.get(k) }));
    const alone = (line) => line.shown.every((r) => comparable(r, line.all).length < 2);
    const beside = lines.filter((line) => !alone(line)), single = lines.filter(alone), name = machine_name(host);
    s.append(element("h3", {}, name));
    if (beside.length) s.append(compare_table(`Figures on ${name}`, beside));
    if (single.length) s.append(behind(`${counted(single.length, "line")} with nothing to compare`, compare_table(`Standing alone on ${name}`, single)));
  }
}
