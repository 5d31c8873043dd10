// What rows are of: work, backend, programming model, device; and how they compare.
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

// Backends of the library first, then peers, then other programs.
const order = ["cpu", "cuda", "hip", "opencl", "native", "native-cuda", "kokkos"];
function rank(name) { return place(order, name.split(/[:*]/)[0]); }
function by_rank(a, b) { return rank(a) - rank(b) || a.localeCompare(b); }
const columns = unique(everything.map(column)).sort(by_rank);

// A colour and a shape for each name; style.css has the colours.
const shapes = ["circle", "square", "triangle", "diamond", "wedge"];
function look_number(i) { return { tone: `tone${i % 8}`, shape: shapes[i % shapes.length] }; }
const plain_look = { tone: "ink", shape: "circle" };
// Names without a strategy or ranks come first, so that the usual ones have different colours.
const looks = new Map(unique([...order, ...columns, ...every_series.map((s) => s.column)])
  .sort((a, b) => /[:*]/.test(a) - /[:*]/.test(b) || by_rank(a, b)).map((c, i) => [c, look_number(i)]));

// The last run of each series stands for it.
function latest_of(rows) {
  return [...groups(rows, (r) => [subject(r), r.kernel, column(r), r.hw_id].join("|")).values()].map((g) => g.at(-1)).sort(before);
}
const real = everything.filter((r) => !r.look_alike), every_latest = latest_of(real);

// Programming models: everything that runs through ndweave is one, each peer another.
function model(row) { return ["cpu", "cuda", "hip", "opencl"].includes(row.backend) ? "ndweave" : row.backend; }

// The backend of the device that a peer tells of, where it does: Kokkos names its execution space last.
function peer_backend(row) {
  if (row.backend === "native-cuda") return "cuda";
  return { Cuda: "cuda", HIP: "hip" }[String((row.notes || {}).kokkos || "").split(" ").pop()];
}

const rows_of_run = groups(everything, (r) => r.run);

// Identity of the device that a row is of. Peers and other programs do not tell theirs: a CUDA peer's is that of the cuda rows
// beside it, another's the one that all of ndweave's rows of that run are of, where there is one, else the host's processor.
function platform(row) {
  if (model(row) === "ndweave") return row.hw_id;
  const backend = peer_backend(row);
  const beside = unique(rows_of_run.get(row.run)
    .filter((r) => r.fom && model(r) === "ndweave" && (!backend || r.backend === backend)).map((r) => r.hw_id));
  return beside.length === 1 ? beside[0] : row.hw_id;
}

// A machine as people know it: its processor, and the devices in it that rows were measured on.
function machine_name(host) {
  const run = runs.find((r) => r.hw_id === host), h = (run && run.hardware) || {};
  const cores = h.cpus ? counted(h.cpus, "processor") : "";
  // OpenCL on the processor itself bears the processor's name.
  const devices = unique(real.filter((r) => r.host_id === host && r.hw_id !== host && r.fom).map((r) => r.device))
    .filter((d) => !h.cpu || !d.includes(h.cpu));
  return [...devices, [h.cpu, cores].filter(Boolean).join(", ") || `machine ${host}`].join(" · ");
}

function device_name(hw) {
  const row = everything.find((r) => r.hw_id === hw);
  return !row || row.hw_id === row.host_id ? machine_name(hw).split(" · ").at(-1) : row.device;
}

// How good a row is beside the best one of the same work on the same machine's records: 1 is the best. Times that cover
// different things do not stand beside each other.
function comparable(row, others) { return others.filter((o) => o.fom && o.fom.value > 0 && o.timing_scope === row.timing_scope && o.ranks === row.ranks); }

function efficiency(row, others) {
  const values = comparable(row, others).map((o) => o.fom.value);
  if (!values.length || !row.fom || !(row.fom.value > 0)) return 0;
  return row.fom.better === "higher" ? row.fom.value / Math.max(...values) : Math.min(...values) / row.fom.value;
}

function times_as_fast(row, other) {
  return row.fom.better === "higher" ? row.fom.value / other.fom.value : other.fom.value / row.fom.value;
}

// How many times as fast a row is as another, with what its samples leave open: within turns where they took them, else from the 95 %
// intervals of both medians. Fewer than five samples have no interval worth the name: 10 % are left open.
function speed_over(row, other) {
  const turn = row.run === other.run && (runs[row.run].turn_speeds || []).find(([own, beside]) => own === row.at && beside === other.at);
  if (turn) return { ratio: turn[2], low: turn[3] ?? 0, high: turn[4] ?? Infinity };
  const spread = (r) => (r.statistics && r.statistics.count >= 5 ? [r.statistics.low / r.statistics.median, r.statistics.high / r.statistics.median] : [1 / 1.1, 1.1]);
  const ratio = times_as_fast(row, other), [own_low, own_high] = spread(row), [low, high] = spread(other);
  return { ratio, low: (ratio * low) / own_high, high: (ratio * high) / own_low };
}

// A verified row of ndweave beside the best verified peer on the same device; nothing where there is none.
const beside_known = new Map();
function beside_peer(row) {
  if (beside_known.has(row)) return beside_known.get(row);
  let found;
  if (model(row) === "ndweave" && row.status === "ok" && row.fom && row.fom.value > 0) {
    const device = platform(row);
    const peers = comparable(row, every_latest.filter((o) => o.host_id === row.host_id && o.kernel === row.kernel && subject(o) === subject(row) &&
      o.status === "ok" && model(o) !== "ndweave" && platform(o) === device));
    if (peers.length) {
      const peer = peers.reduce((a, b) => (times_as_fast(b, a) > 1 ? b : a));
      const speed = speed_over(row, peer);
      found = { row, peer, ...speed, settled: speed.low > 1 || speed.high < 1 };
    }
  }
  beside_known.set(row, found);
  return found;
}

function ratio_text(b) { return `${b.settled ? "" : "~"}${b.ratio.toFixed(b.ratio < 10 ? 2 : 1)}×`; }
