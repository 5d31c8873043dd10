// Axes and marks of the plots, as SVG made by hand.
function scale(from, to, low, high, logarithmic) {
  const f = logarithmic ? Math.log10 : (x) => x;
  const a = f(from), b = f(to) === f(from) ? f(from) + 1 : f(to);
  return (x) => low + ((f(x) - a) / (b - a)) * (high - low);
}

function ticks(from, to, logarithmic) {
  if (logarithmic) {
    const list = [];
    const steps = to / from > 100 ? [1] : [1, 2, 5];
    for (let e = Math.floor(Math.log10(from)); e <= Math.ceil(Math.log10(to)); ++e) list.push(...steps.map((s) => s * 10 ** e));
    return list.filter((t) => t >= from * 0.999 && t <= to * 1.001);
  }
  const step = 10 ** Math.floor(Math.log10((to - from) / 4 || 1));
  const wide = [1, 2, 5, 10].map((m) => m * step).find((s) => (to - from) / s <= 6) || step;
  const list = [];
  for (let t = Math.ceil(from / wide) * wide; t <= to + wide * 1e-9; t += wide) list.push(t);
  return list;
}

function tick_text(t) { return String(Number(t.toPrecision(3))); }

// A drawing area with labelled axes. x and y: {from, to, label, log, names}. Gives {svg, X, Y, title, points}.
function plot(title, width, height, x, y) {
  const left = y.names ? 20 + 7 * Math.max(...y.names.map((n) => n.length)) : 70, top = y.label ? 28 : 15, bottom = height - 40;
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", style: `min-width: ${Math.round(0.85 * width)}px` });
  const X = scale(x.from, x.to, left, width - 20, x.log), Y = scale(y.from, y.to, bottom, top, y.log);
  const line = (x1, y1, x2, y2, kind) => svg.append(element("line", { x1, y1, x2, y2, class: kind }));
  const text = (px, py, what, anchor) => svg.append(element("text", { x: px, y: py, "text-anchor": anchor }, what));
  for (const t of x.names ? x.names.keys() : ticks(x.from, x.to, x.log).filter((v) => !x.whole || Number.isInteger(v))) {
    line(X(t), top, X(t), bottom, "grid");
    text(X(t), bottom + 16, x.names ? x.names[t] : tick_text(t), "middle");
  }
  for (const t of y.names ? y.names.keys() : ticks(y.from, y.to, y.log)) {
    line(left, Y(t), width - 20, Y(t), "grid");
    text(left - 6, Y(t) + 4, y.names ? y.names[t] : tick_text(t), "end");
  }
  line(left, bottom, width - 20, bottom, "axis");
  line(left, top, left, bottom, "axis");
  text((left + width) / 2, height - 6, x.label, "middle");
  if (y.label) text(4, 13, y.label, "start");
  return { svg, X, Y, title, points: [] };
}

const outlines = {
  circle: "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0", square: "M-3.5,-3.5h7v7h-7z", triangle: "M0,-4.5L4.2,3.5H-4.2z",
  diamond: "M0,-5L5,0L0,5L-5,0z", wedge: "M0,4.5L4.2,-3.5H-4.2z",
};

function symbol(x, y, look, opacity) {
  return element("path", { d: outlines[look.shape], transform: `translate(${x} ${y})`, class: look.tone, fill: "currentColor",
    stroke: "currentColor", "fill-opacity": opacity, "stroke-width": 1 });
}

// A point of a plot, with what the pointer, or the slider below the plot, tells of it.
function mark(p, x, y, look, tip, opacity = 0.75) {
  const node = symbol(x, y, look, opacity);
  p.svg.append(node);
  p.points.push({ x, y, tip, node });
}

function curve(p, points, look, dashed) {
  const d = points.map(([x, y], i) => `${i ? "L" : "M"}${x},${y}`).join("");
  p.svg.append(element("path", { d, class: look.tone, fill: "none", stroke: "currentColor", "stroke-width": 1.5, ...(dashed ? { "stroke-dasharray": "5 4" } : {}) }));
}

// The plot, and a slider over its points: arrow keys, a finger or the pointer choose one, whose values stand beside it.
function finished(p) {
  p.svg.setAttribute("aria-label", `${p.title}: ${counted(p.points.length, "point")}`);
  const shown = scroll_group(p.title, p.svg);
  if (!p.points.length) return shown;
  const ring = element("circle", { r: 8, class: "ring", visibility: "hidden" });
  const slider = element("input", { type: "range", min: 1, max: p.points.length, value: 1, "aria-label": `Points of: ${p.title}` });
  const told = element("output", { class: "tip", "aria-live": "off" });  // the slider says it
  const tell = (i) => {
    const { x, y, tip } = p.points[i];
    for (const [key, value] of Object.entries({ cx: x, cy: y, visibility: "visible" })) ring.setAttribute(key, value);
    slider.value = i + 1;
    slider.setAttribute("aria-valuetext", tip);
    told.textContent = tip;
  };
  slider.setAttribute("aria-valuetext", p.points[0].tip);
  slider.addEventListener("input", () => tell(slider.value - 1));
  slider.addEventListener("focus", () => tell(slider.value - 1));
  const places = new Map(p.points.map((point, i) => [point.node, i]));
  p.svg.addEventListener("pointerover", (event) => places.has(event.target) && tell(places.get(event.target)));
  p.svg.append(ring);
  return element("div", { class: "plot" }, shown, element("div", { class: "reader" }, slider, told));
}

function legend(names, looks_of = looks) {
  const list = element("ul", { class: "small legend" });
  for (const name of names) {
    const svg = element("svg", { width: 14, height: 12, viewBox: "-7 -6 14 12", "aria-hidden": "true" });
    svg.append(symbol(0, 0, looks_of.get(name), 1));
    list.append(element("li", {}, svg, name));
  }
  return list;
}
