// Order of the page, and the switch between light and dark.
const root = document.documentElement;
root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
document.getElementById("theme").addEventListener("click", () => {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
});
draw_matrix();
draw_cascade();
draw_samples();
draw_history();
draw_roofline();
draw_links();
draw_scaling();
draw_verification();
draw_machines();
// What does not fit its place scrolls by the keyboard, too.
function let_scroll() {
  for (const s of document.querySelectorAll(".scroll")) s.tabIndex = s.scrollWidth > s.clientWidth ? 0 : -1;
}
addEventListener("resize", let_scroll);
document.addEventListener("toggle", let_scroll, true);
let_scroll();
root.dataset.drawn = "yes";
