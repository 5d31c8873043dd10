// Order of the page, drawn again when the choice changes; and the switch between light and dark.
const root = document.documentElement, theme = document.getElementById("theme");
function show_theme(name) {
  root.dataset.theme = name;
  theme.setAttribute("aria-pressed", name === "dark");
}
show_theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
theme.addEventListener("click", () => show_theme(root.dataset.theme === "dark" ? "light" : "dark"));

// What does not fit its place scrolls by the keyboard, too.
function let_scroll() {
  for (const s of document.querySelectorAll(".scroll")) {
    if (s.scrollWidth > s.clientWidth) s.tabIndex = 0;
    else s.removeAttribute("tabindex");
  }
}

const short_names = { compare: "Apps", "look-alike": "Look-alike", cascade: "Portability", samples: "Samples", machines: "Machines" };
const sections = [draw_summary, draw_compare, draw_look_alikes, draw_cascade, draw_samples, draw_history, draw_roofline, draw_links,
  draw_scaling, draw_verification, draw_machines];

function draw() {
  choose_view();
  fill_filters();
  document.getElementById("main").replaceChildren();
  for (const draw_section of sections) draw_section();
  const nav = document.getElementById("sections");
  nav.replaceChildren(...[...document.querySelectorAll("main section")].map((s) =>
    element("li", {}, element("a", { href: "#" + s.id }, short_names[s.id] || s.firstChild.textContent))));
  let_scroll();
}

addEventListener("resize", let_scroll);
document.addEventListener("toggle", let_scroll, true);
const wanted = location.hash;
read_fragment();
draw();
watch_filters(draw);
if (wanted && !wanted.includes("=")) document.getElementById(wanted.slice(1))?.scrollIntoView();
root.dataset.drawn = "yes";
