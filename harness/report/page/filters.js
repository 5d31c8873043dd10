// Which rows and series are shown. The choice stands in the address's fragment (#machine=…&app=…), so that a view is a link.
const filter_names = ["machine", "app", "backend", "size"];
const chosen = { machine: "", app: "", backend: "", size: "" };
const view = {};

function matches(item) { return filter_names.every((name) => !chosen[name] || item[name] === chosen[name]); }

function choose_view() {
  view.rows = real.filter(matches);
  view.latest = every_latest.filter(matches);
  view.look_alikes = latest_of(everything.filter((r) => r.look_alike && matches(r)));
  view.series = every_series.filter(matches);
}

function fragment() {
  const parts = filter_names.filter((name) => chosen[name]).map((name) => `${name}=${encodeURIComponent(chosen[name])}`);
  return parts.length ? "#" + parts.join("&") : "";
}

// A fragment without "=" names a section, as the page's own links do: the choice stays.
function read_fragment() {
  const text = location.hash.slice(1);
  if (text && !text.includes("=")) return false;
  const found = new URLSearchParams(text);
  for (const name of filter_names) chosen[name] = found.get(name) || "";
  return true;
}

function options_of(name) {
  const found = unique([...everything, ...every_series].map((item) => item[name])).filter(Boolean);
  const sorters = { app: (a, b) => place(app_order, a) - place(app_order, b) || a.localeCompare(b), backend: by_rank,
    size: (a, b) => place(size_order, a) - place(size_order, b) || a.localeCompare(b, "en", { numeric: true }),
    machine: (a, b) => a.localeCompare(b, "en", { numeric: true }) };
  // What a link asks for stands there, even where the page has nothing of it.
  return unique([...found.sort(sorters[name]), chosen[name]].filter(Boolean));
}

function fill_filters() {
  for (const name of filter_names) {
    const select = document.getElementById("filter-" + name);
    select.replaceChildren(element("option", { value: "" }, `all ${name}s`), ...options_of(name).map((o) => element("option", { value: o }, o)));
    select.value = chosen[name];
  }
  document.getElementById("filter-reset").disabled = !fragment();
  const shown = view.rows.length + view.look_alikes.length, all = everything.length;
  document.getElementById("found").textContent = fragment()
    ? `${counted(everything.filter(matches).length, "row")} of ${all} and ${counted(view.series.length, "figure")} of the history match` + (shown || view.series.length ? "." : ": choose less.")
    : `${counted(all, "row")} of ${counted(runs.length, "record")}, and ${counted(every_series.length, "figure")} of the history.`;
}

function watch_filters(redraw) {
  const show = () => {
    history.replaceState(null, "", fragment() || location.pathname + location.search);
    redraw();
  };
  for (const name of filter_names) {
    document.getElementById("filter-" + name).addEventListener("change", (event) => {
      chosen[name] = event.target.value;
      show();
    });
  }
  document.getElementById("filter-reset").addEventListener("click", () => {
    for (const name of filter_names) chosen[name] = "";
    show();
    document.getElementById("filter-machine").focus(); // the button is disabled now
  });
  addEventListener("hashchange", () => {
    if (read_fragment()) redraw();
    else if (fragment()) history.replaceState(null, "", fragment());
  });
}
