// What each result was checked against.
function verification_table(caption, list) {
  return table(caption, ["work", "backend", "status", "metric", "value", "expected", "tolerance", "reason"], list.map((r) => {
    const v = r.verification || {};
    return [subject(r) + " " + r.kernel, column(r), { text: r.status, bad: r.status !== "ok" }, v.metric || "",
      short(v.value), short(v.expected), short(v.tolerance), r.reason || ""];
  }));
}

function draw_verification() {
  const all = [...view.latest, ...view.look_alikes], doubtful = all.filter((r) => r.status !== "ok");
  const counts = [...groups(all, (r) => r.status)].map(([status, list]) => `${list.length} ${status}`).join(", ");
  section("verification", "Verification", "What each result was checked against. A row that failed has no figure anywhere on this page.",
    ...(doubtful.length ? [verification_table("Rows that are not ok", doubtful)] : []),
    ...(all.length ? [drawn_behind(`All rows: ${counts}`, () => [verification_table("All rows", all)])] : []));
}
