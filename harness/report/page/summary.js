// The first screen: where ndweave is fast, where it is not, what changed.
const shown_at_once = 6, least_change = 0.05, alike = 1.02;

function listed(caption, head, lines) {
  const more = lines.length - shown_at_once;
  return [table(caption, head, lines.slice(0, shown_at_once)),
    ...(more > 0 ? [behind(`${more} more`, table(caption + ", continued", head, lines.slice(shown_at_once)))] : [])];
}

function card(title, explanation, ...content) {
  return element("div", { class: "card" }, element("h3", {}, title), element("p", { class: "small" }, explanation), ...content);
}

// Of each app, backend and machine the figure that is furthest from its best peer.
function furthest(list, away) {
  return [...groups(list, (b) => [b.row.app, column(b.row), b.row.machine].join("|")).values()]
    .map((g) => ({ ...g.reduce((a, b) => (away(b) > away(a) ? b : a)), among: g.length }))
    .sort((a, b) => away(b) - away(a));
}

function peer_lines(list, all) {
  return list.map((b) => {
    const same = all.filter((o) => o.row.app === b.row.app && column(o.row) === column(b.row) && o.row.machine === b.row.machine);
    return [{ text: `${b.row.app} ${column(b.row)}`, note: b.row.machine }, { text: b.row.kernel, note: subject(b.row).slice(b.row.app.length + 1) },
      { text: ratio_text(b), value: b.ratio, note: b.peer.backend }, { text: `${b.among} of ${same.length}`, value: b.among }];
  });
}

function fast_and_slow() {
  const all = view.latest.map(beside_peer).filter(Boolean);
  const fast = all.filter((b) => b.settled && b.ratio > alike), slow = all.filter((b) => b.settled && b.ratio < 1 / alike);
  const even = all.filter((b) => b.settled && !fast.includes(b) && !slow.includes(b)), open = all.filter((b) => !b.settled);
  const head = (many) => ["app and backend", "furthest figure", "over the best peer", many];
  const none = (text) => [element("p", {}, text)], lowest = (b) => 1 / b.ratio;
  // Where nothing is slower, what comes next to it stands open.
  const fold = slow.length ? behind : (...content) => opened(behind(...content));
  const rest = (title, list) => (list.length ? [fold(`${list.length} ${title}`, table(`Figures ${title}, the lowest first`, head("figures"), peer_lines(furthest(list, lowest), all)))] : []);
  const nothing = "No figure here has a peer on the same device: measure with --backend cpu,native or --external.";
  return [card("Where ndweave is fast", `${counted(fast.length, "figure")} of ${all.length} are faster than the best peer, by more than 2 %.`,
    ...(fast.length ? listed("Faster than the best peer", head("faster"), peer_lines(furthest(fast, (b) => b.ratio), all)) : none(all.length ? "None." : nothing))),
  card("Where it is not", `${counted(slow.length, "figure")} of ${all.length} are slower than the best peer, by more than 2 %.`,
    ...(slow.length ? listed("Slower than the best peer", head("slower"), peer_lines(furthest(slow, lowest), all)) : none(all.length ? "None." : nothing)),
    ...rest("alike, within 2 %", even), ...rest("not settled by their samples (~)", open))];
}

// Whether a larger figure is better: 1, or -1; 0: the unit does not tell.
function direction(unit) { return unit.endsWith("/s") ? 1 : ["s", "ms", "us", "ns"].includes(unit) ? -1 : 0; }

function change_text(ratio, unit, mark = "") {
  const better = direction(unit), times = better < 0 ? 1 / ratio : ratio;
  const percent = `${(100 * Math.abs(times - 1)).toFixed(Math.abs(times - 1) < 0.1 ? 1 : 0)} %`;
  return `${mark}${percent} ${better ? (times > 1 ? "faster" : "slower") : times > 1 ? "more" : "less"}`;
}

function is_apart(s) { return Math.abs(Math.log(s.last.ratio)) >= Math.log1p(least_change); }
function is_settled(s) { return s.last.p < 0.05 && is_apart(s); }

function change_line(s) {
  const [a, b] = s.points.slice(-2), bad = is_settled(s) && (direction(s.unit) < 0 ? s.last.ratio > 1 : direction(s.unit) > 0 && s.last.ratio < 1);
  return [{ text: s.what, note: s.machine }, { text: `${short(a.value)} → ${short(b.value)}`, value: b.value, note: s.unit },
    { text: change_text(s.last.ratio, s.unit, is_settled(s) ? "" : "~"), bad, whole: true }, { text: b.date, note: b.commit, whole: true }];
}

function what_changed() {
  const twice = view.series.filter((s) => s.last && !s.look_alike), size = (s) => Math.abs(Math.log(s.last.ratio));
  const sorted = (list) => list.sort((a, b) => b.points.at(-1).date.localeCompare(a.points.at(-1).date) || size(b) - size(a));
  const settled = sorted(twice.filter(is_settled)), open = sorted(twice.filter((s) => is_apart(s) && !is_settled(s)));
  const head = ["figure", "before → last", "change", "last run"];
  return card("What changed since the run before", twice.length
    ? `${settled.length} of ${counted(twice.length, "figure")} measured again changed; for ${open.length} more, 5 % apart or further, it may be chance (~).`
    : "No figure here was measured twice on machines of one kind.",
  ...(settled.length ? listed("Changes, newest first", head, settled.map(change_line)) : twice.length ? [element("p", {}, "None.")] : []),
  ...(open.length ? [behind(`${open.length} that are not settled (~)`, table("Not settled, newest first", head, open.map(change_line)))] : []));
}

function draw_summary() {
  section("summary", "At a glance",
    "Verified figures beside the best peer on the same device, the furthest of each app, backend and machine; and figures whose last two runs differ by 5 % or more, beyond what their intervals and the scatter of that machine's runs explain (95 %, Holm's correction).",
    element("div", { class: "cards glance" }, ...fast_and_slow(), what_changed()));
}
