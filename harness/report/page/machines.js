// Machines and runs: what they are, and what drifted while they ran.
function drifting(run) {
  const span = (name, unit) => {
    const [low, high] = (run.drift || {})[name] || [];
    return low === undefined ? "" : (low === high ? short(low) : `${short(low)} to ${short(high)}`) + unit;
  };
  return { "load, one minute": span("load", ""), "GPU clock": span("sm_mhz", " MHz"), "GPU temperature": span("celsius", " °C"),
    "GPU power": span("watts", " W"), "GPU clocks held down by": ((run.drift || {}).throttled_by || []).join(", ") };
}

function facts_list(facts) {
  const list = element("dl");
  for (const [key, value] of Object.entries(facts)) {
    const text = Array.isArray(value) ? value.join(", ") : value === undefined ? "" : String(value);
    if (text) list.append(element("div", {}, element("dt", {}, key.replaceAll("_", " ")), element("dd", {}, text)));
  }
  return list;
}

function run_card(index) {
  const run = runs[index], h = run.hardware;
  const devices = unique(rows_of_run.get(index).filter((r) => r.fom && r.device !== r.backend).map((r) => r.device)).join(", ");
  return element("div", { class: "card" }, element("h4", {}, run.file),
    facts_list({ date: run.date, host: run.host_name, cpu: h.cpu, devices, ...drifting(run), commit: (run.code || {}).commit }),
    behind("All facts", facts_list({ "hardware id": run.hw_id, "environment id": run.env_id, ...h, ...run.environment, ...run.code })));
}

function draw_machines() {
  const s = section("machines", "Machines and runs", "Identities come from facts that do not drift; clocks, temperatures and loads are data.");
  for (const [host, here] of groups([...view.rows, ...view.look_alikes], (r) => r.host_id)) {
    const list = unique(here.map((r) => r.run));
    s.append(element("h3", {}, machine_name(host)),
      drawn_behind(counted(list.length, "run"), () => [element("div", { class: "cards" }, ...list.map(run_card))]));
  }
}
