// Data, and the pieces that every section is made of. All text reaches the page as text nodes, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const rows = data.runs.flatMap((run, index) => run.rows.map((row) => ({ ...row, run: index, date: run.context.date || "" })));

// Okabe and Ito's colours, told apart by colour-blind readers, and a shape for each as well.
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999933", "#8c6bb1"];
const shapes = ["circle", "square", "triangle", "diamond", "wedge", "circle", "square", "triangle"];

function element(tag, attributes = {}, ...children) {
  const svg = ["svg", "g", "path", "line", "circle", "text", "title", "rect"].includes(tag);
  const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

function section(id, title, explanation, ...content) {
  const s = element("section", { id, "aria-label": title }, element("h2", {}, title), element("p", {}, explanation));
  s.append(...content);
  document.getElementById("main").append(s);
  return s;
}

// Cells are strings, or {text, value, row, bad, best, share, span}; value is the exact number behind a rounded text, share
// (0 to 1) is drawn as a bar behind it, span makes the cell reach over that many lines.
function table(head, body, caption, spanned = 0) {
  const cell = (tag, content) => {
    const c = typeof content === "object" ? content : { text: content };
    const e = element(tag, {}, String(c.text));
    if (c.value !== undefined) e.dataset.value = c.value;
    if (c.row !== undefined) e.dataset.row = c.row;
    if (c.value !== undefined) e.className = c.best ? "number best" : "number";
    if (c.bad) e.className = "bad";
    if (c.share > 0) e.style.setProperty("--share", `${(100 * c.share).toFixed(1)}%`);
    if (c.span) e.rowSpan = c.span;
    return e;
  };
  // Lines under a cell that spans them lack its column.
  const widest = Math.max(...body.map((line) => line.length));
  const numeric = (i) => body.some((line) => {
    const c = line[i - (spanned ? widest - line.length : 0)];
    return typeof c === "object" && c.value !== undefined;
  });
  const t = element("table", {},
    element("thead", {}, element("tr", {}, ...head.map((h, i) => element("th", { class: numeric(i) ? "number" : "" }, h)))),
    element("tbody", {}, ...body.map((line) => element("tr", {}, ...line.map((c) => cell("td", c))))));
  if (caption) t.prepend(element("caption", { class: "small" }, caption));
  return element("div", { class: "scroll" }, t);
}

function behind(title, content) { return element("details", {}, element("summary", {}, title), content); }

function short(x) {
  if (typeof x !== "number" || !isFinite(x)) return "–";
  const a = Math.abs(x);
  return a === 0 ? "0" : a >= 1000 ? x.toFixed(0) : a >= 100 ? x.toFixed(1) : a >= 0.1 ? x.toPrecision(4) : x.toPrecision(3);
}

function column(row) {
  const strategy = row.strategy && row.strategy !== "auto" ? ":" + row.strategy : "";
  return row.backend + strategy + (row.ranks ? "*" + row.ranks : "");
}

function subject(row) {
  const params = Object.entries(row.params || {}).map(([k, v]) => ` ${k}=${v}`).join("");
  return `${row.app} ${row.size}${params}`;
}

// Apps as `harness list` has them, then by size, then by parameters as numbers.
const app_order = ["babelstream", "lulesh", "cloverleaf", "tealeaf", "minibude", "dct8x8", "peaks"];
const size_order = ["small", "medium", "large", "paper"];
function place(list, name) { return list.includes(name) ? list.indexOf(name) : list.length; }
function before(a, b) {
  return place(app_order, a.app) - place(app_order, b.app) || place(size_order, a.size) - place(size_order, b.size) ||
    subject(a).localeCompare(subject(b), "en", { numeric: true });
}

function unique(list) { return [...new Set(list)]; }

function groups(list, key) {
  const found = new Map();
  for (const item of list) found.set(key(item), [...(found.get(key(item)) || []), item]);
  return found;
}

// Backends of the library first, then peers, then other programs, in the order in which they were run.
const order = ["cpu", "cuda", "hip", "opencl", "native", "native-cuda", "kokkos"];
function rank(name) {
  const at = order.indexOf(name.split(":")[0]);
  return at < 0 ? order.length : at;
}
const columns = unique(rows.map(column)).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
const looks = new Map(columns.map((c, i) => [c, { colour: colours[i % colours.length], shape: shapes[i % shapes.length] }]));
const measured = rows.filter((r) => r.fom && typeof r.fom.value === "number");
// The last run of each series stands for it in the matrix.
const latest = [...groups(rows, (r) => [subject(r), r.kernel, column(r), r.hw_id].join("|")).values()].map((g) => g.at(-1)).sort(before);

// Programming models: everything that runs through ndweave is one, each peer another.
function model(row) { return ["cpu", "cuda", "hip", "opencl"].includes(row.backend) ? "ndweave" : row.backend; }

// The backend of the device that a peer tells of, where it does: Kokkos names its execution space last.
function peer_backend(row) {
  if (row.backend === "native-cuda") return "cuda";
  return { Cuda: "cuda", HIP: "hip" }[String((row.notes || {}).kokkos || "").split(" ").pop()];
}

// Identity of the device that a row is of. Peers and other programs do not tell theirs: a CUDA peer's is that of the cuda rows
// beside it, another's the one that all of ndweave's rows of that run are of, where there is one, else the host's processor.
function platform(row) {
  if (model(row) === "ndweave") return row.hw_id;
  const backend = peer_backend(row);
  const beside = unique(data.runs[row.run].rows
    .filter((r) => r.fom && model(r) === "ndweave" && (!backend || r.backend === backend)).map((r) => r.hw_id));
  return beside.length === 1 ? beside[0] : row.hw_id;
}

function harmonic(list) {
  return list.length && list.every((x) => x > 0) ? list.length / list.reduce((sum, x) => sum + 1 / x, 0) : 0;
}

// A machine as people know it: its processor, and the devices in it that rows were measured on.
function machine_name(host) {
  const run = data.runs.find((r) => r.context.hw_id === host);
  const h = (run && run.context.hardware) || {};
  const cores = h.cpus ? `${h.cpus} ${h.cpus === 1 ? "processor" : "processors"}` : "";
  // OpenCL on the processor itself bears the processor's name.
  const devices = unique(rows.filter((r) => r.host_id === host && r.hw_id !== host && r.fom).map((r) => r.device))
    .filter((d) => !h.cpu || !d.includes(h.cpu));
  return [...devices, [h.cpu, cores].filter(Boolean).join(", ") || `machine ${host}`].join(" · ");
}

function device_name(hw) {
  const row = rows.find((r) => r.hw_id === hw);
  return !row || row.hw_id === row.host_id ? machine_name(hw).split(" · ").at(-1) : row.device;
}

// Plots of each piece of work, folded away, under its machine: row_of(item) is a row of an item, draw(name, items) gives figures.
function fold_by_machine(s, items, row_of, draw) {
  let first = true;
  for (const [machine, here] of groups(items, (i) => machine_name(row_of(i).host_id).split(" · ")[0])) {
    s.append(element("h3", {}, machine));
    for (const [work, list] of groups(here, (i) => subject(row_of(i)))) {
      const plots = element("div", { class: "plots" });
      plots.append(...draw(`${work}, ${machine}`, list));
      s.append(element("details", { class: "work", ...(first ? { open: "" } : {}) }, element("summary", {}, work), plots));
      first = false;
    }
  }
}

// How good a row is beside the best one of the same work on the same machine's records: 1 is the best. Times that cover
// different things do not stand beside each other.
function comparable(row, others) { return others.filter((o) => o.fom && o.fom.value > 0 && o.timing_scope === row.timing_scope && o.ranks === row.ranks); }

function efficiency(row, others) {
  const same = comparable(row, others);
  const values = same.map((o) => o.fom.value);
  if (!values.length || !row.fom || !(row.fom.value > 0)) return 0;
  return row.fom.better === "higher" ? row.fom.value / Math.max(...values) : Math.min(...values) / row.fom.value;
}
