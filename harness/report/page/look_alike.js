// The HIP plugin on a look-alike of AMD's driver, apart from real devices: it shows that the plugin works, not how fast an AMD GPU is.
function look_alike_line(row) {
  const cuda = every_latest.find((o) => o.host_id === row.host_id && o.backend === "cuda" && o.kernel === row.kernel && subject(o) === subject(row));
  const figure = (r) => (r && r.fom ? { text: short(r.fom.value), value: r.fom.value, row: r.name } : r ? { text: r.status, bad: true } : "");
  const both = cuda && cuda.fom && row.fom && comparable(row, [cuda]).length;
  return [subject(row), row.kernel, figure(row), { ...figure(cuda), row: undefined, text: figure(cuda).text || "" },
    both ? { text: times_as_fast(row, cuda).toFixed(3), value: times_as_fast(row, cuda) } : "", unit_of([row])];
}

function draw_look_alikes() {
  const found = view.look_alikes, series = view.series.filter((s) => s.look_alike);
  if (!found.length && !series.length) return;
  const s = section("look-alike", "Look-alike of AMD's driver: no AMD hardware",
    "The HIP plugin over a library with the interface of AMD's driver that passes its calls on to CUDA, on an NVIDIA GPU. Nothing here was run by an AMD GPU, and nothing of it stands among the devices of this page.");
  for (const [device, here] of groups(found, (r) => r.device)) {
    s.append(element("h3", {}, device), table(`${device}, beside CUDA on the same GPU`, ["work", "kernel", "HIP look-alike", "CUDA", "speed over CUDA's", "unit"],
      here.filter((r) => !link_of(r)).map(look_alike_line)));
    const links = here.filter(link_of);
    if (links.length) s.append(behind("Links", ...link_tables(links)));
  }
  const again = series.filter((one) => one.points.length > 1);
  if (again.length) s.append(drawn_behind(`History: ${counted(again.length, "figure")}`, () => [history_plots(again)]));
}
