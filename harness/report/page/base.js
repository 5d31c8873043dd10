// The pieces that every section is made of.
const svg_tags = ["svg", "g", "path", "line", "circle", "text", "title", "rect"];

function element(tag, attributes = {}, ...children) {
  const e = svg_tags.includes(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

function section(id, title, explanation, ...content) {
  const s = element("section", { id, "aria-labelledby": "of-" + id }, element("h2", { id: "of-" + id }, title), element("p", {}, explanation));
  s.append(...content);
  document.getElementById("main").append(s);
  return s;
}

// What is wider than its place scrolls in a group of its own, which the keyboard reaches (main.js).
function scroll_group(name, content) { return element("div", { class: "scroll", role: "group", "aria-label": name }, content); }

function table_cell(content, first) {
  const c = typeof content === "object" ? content : { text: content };
  const e = first ? element("th", { scope: c.span > 1 ? "rowgroup" : "row" }, String(c.text)) : element("td", {}, String(c.text));
  if (c.value !== undefined) e.dataset.value = c.value;
  if (c.row !== undefined) e.dataset.row = c.row;
  if (c.value !== undefined) e.className = c.best ? "number best" : "number";
  if (c.bad) e.className = "bad";
  if (c.whole) e.classList.add("whole");
  if (c.note) e.append(element("span", { class: "small" }, " " + c.note));
  if (c.share > 0) e.style.setProperty("--share", `${(100 * c.share).toFixed(1)}%`);
  if (c.span > 1) e.rowSpan = c.span;
  return e;
}

// Cells are strings, or {text, value, row, bad, best, share, note, whole, span}; value is the exact number behind a rounded text, share
// (0 to 1) is drawn as a bar behind it, whole keeps it on one line, span makes a line's first cell reach over that many lines, which lack theirs.
function table(caption, head, body) {
  const widest = Math.max(...body.map((line) => line.length));
  const numeric = (i) => body.some((line) => {
    const c = line[i - (widest - line.length)];
    return typeof c === "object" && c.value !== undefined;
  });
  return scroll_group(caption, element("table", {}, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...head.map((h, i) => element("th", { scope: "col", class: numeric(i) ? "number" : "" }, h)))),
    element("tbody", {}, ...body.map((line) => element("tr", {}, ...line.map((c, i) => table_cell(c, i === 0 && line.length === widest)))))));
}

function behind(title, ...content) { return element("details", {}, element("summary", {}, title), ...content); }

function opened(details) {
  details.open = true;
  return details;
}

// Content that is drawn when it is first opened.
function drawn_behind(title, draw) {
  const details = element("details", { class: "work" }, element("summary", {}, title));
  let drawn = false;
  details.draw = () => {
    if (!drawn) details.append(...draw());
    drawn = true;
  };
  details.addEventListener("toggle", details.draw);
  return details;
}

function short(x) {
  if (typeof x !== "number" || !isFinite(x)) return "–";
  const a = Math.abs(x);
  return a === 0 ? "0" : a >= 1000 ? x.toFixed(0) : a >= 100 ? x.toFixed(1) : a >= 0.1 ? x.toPrecision(4) : x.toPrecision(3);
}

function counted(n, one, many = one + "s") { return `${n} ${n === 1 ? one : many}`; }

function unique(list) { return [...new Set(list)]; }

function groups(list, key) {
  const found = new Map();
  for (const item of list) {
    const k = key(item);
    if (found.has(k)) found.get(k).push(item);
    else found.set(k, [item]);
  }
  return found;
}

function harmonic(list) {
  return list.length && list.every((x) => x > 0) ? list.length / list.reduce((sum, x) => sum + 1 / x, 0) : 0;
}
