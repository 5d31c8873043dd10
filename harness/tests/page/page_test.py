"""The report page in a browser, as people use it: what it says first, filters, keys, a phone, assistive technology.

usage: page_test.py HARNESS SOURCE_FOLDER      exits 77 where there is no Chromium
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import chromium
import made

MAX_BYTES = 1_500_000
HARNESS = SOURCE = None

# Every text that can be seen whose contrast with what is behind it (WCAG 2.2, 1.4.3) is below 4.5, with the bars of shares as a background, too.
LOW_CONTRAST = """(() => {
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = numbers(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || ["SCRIPT", "NOSCRIPT"].includes(e.tagName) || !e.getClientRects().length) continue;
    const style = getComputedStyle(e), ink = numbers(e instanceof SVGElement ? style.fill : style.color), papers = [behind(e)];
    const bar = getComputedStyle(e.closest("td") || e).backgroundImage;
    if (bar.includes("rgb")) papers.push(numbers(bar.match(/rgb[^)]*/)[0]));
    for (const paper of papers) if (contrast(ink, paper) < 4.5) found.push(walk.currentNode.textContent + ": " + contrast(ink, paper).toFixed(2));
  }
  return found;
})()"""


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.address = "file://" + str(made.draw(HARNESS, cls.folder.name))
        cls.page = chromium.Page()

    @classmethod
    def tearDownClass(cls):
        cls.page.close()
        cls.folder.cleanup()

    def show(self, fragment="", width=1280, height=900, dark=False, opened=True):
        self.page.screen(width, height, dark)
        self.page.open(self.address + fragment)
        self.assertEqual(self.page.value("document.documentElement.dataset.drawn"), "yes", self.page.errors)
        if opened:  # some are drawn only then, and hold further ones
            self.page.value("""(async () => { for (let i = 0; i < 4; ++i) {
              for (const d of document.querySelectorAll('details')) d.open = true;
              await new Promise((done) => setTimeout(done, 30)); } })()""")

    def tearDown(self):
        self.assertEqual(self.page.errors, [])

    def text(self, selector):
        return self.page.value(f"[...document.querySelectorAll({selector!r})].map((e) => e.textContent)")

    def lines(self, selector):
        """Texts of the cells of each line of the tables there."""
        return self.page.value(f"[...document.querySelectorAll({selector + ' tbody tr'!r})].map((l) => [...l.children].map((c) => c.textContent))")

    # The first screen

    def card(self, number):
        return f"#summary .glance > :nth-child({number})"

    def test_says_where_it_is_fast_and_where_not(self):
        self.show()
        fast, slow = self.lines(self.card(1)), self.lines(self.card(2))
        self.assertEqual([line[0] for line in fast], ["lulesh cuda nvidia-h200"])
        self.assertIn("2.00×", fast[0][2])
        self.assertEqual(slow[0][0], "tealeaf cuda nvidia-h200")
        self.assertIn("0.67×", slow[0][2])
        unsettled = [line for line in slow if "~1.1" in line[2]]
        self.assertEqual([line[0] for line in unsettled], ["cloverleaf cuda nvidia-h200"])

    def test_says_what_changed_beyond_noise(self):
        self.show()
        lines = self.lines(self.card(3))
        self.assertEqual([(line[0].split()[0], line[2]) for line in lines],
                         [("tealeaf/cuda/large/last", "34 % slower"), ("tealeaf/cuda/large/wide", "~17 % slower")])

    def test_first_screen_fits_a_screen(self):
        self.show(opened=False)
        self.assertLess(self.page.value("document.querySelector('#summary').getBoundingClientRect().bottom"), 900)

    # What stands where

    def test_lines_that_stand_alone_are_folded(self):
        self.show(opened=False)
        self.assertEqual(self.page.value("document.querySelectorAll('#compare > .scroll tbody tr').length"), 3)
        folded = self.lines("#compare details")
        self.assertEqual({line[0] for line in folded}, {"minibude small", "dct8x8 small", "peaks small"})
        self.assertIn("invalid", next(line for line in folded if line[0] == "dct8x8 small"))

    def test_look_alike_stands_apart(self):
        self.show()
        self.assertEqual([line[:3] for line in self.lines("#look-alike > .scroll")], [["lulesh small", "total", "0.1000"]])
        self.assertIn("no AMD hardware", self.text("#look-alike h2")[0])
        self.assertEqual(self.text("#look-alike figcaption"), ["lulesh small apart"])
        for place in ("#summary", "#compare", "#cascade", "#roofline", "#history"):
            self.assertEqual([t for t in self.text(place + " th," + place + " td") if "hip" in t or "look-alike" in t or "apart" in t], [], place)

    def test_history_has_rings_at_change_points(self):
        self.show()
        rings = self.page.value("[...document.querySelectorAll('#history figure')].filter((f) => f.querySelector('.change')).map((f) => f.firstChild.textContent)")
        self.assertEqual(sorted(rings), ["lulesh small step", "tealeaf large last"])
        changes = [(line[0].split()[0], line[1], line[2]) for line in self.lines("#history > details:first-of-type")]
        self.assertEqual(changes, [("tealeaf/cuda/large/last", "2026-11-19", "c19"), ("lulesh/cuda/small/step", "2026-11-15", "c15")])

    # Filters

    def test_fragment_filters_all_sections(self):
        self.show("#app=lulesh&backend=cuda")
        named = self.page.value("[...document.querySelectorAll('[data-row]')].map((e) => e.dataset.row)")
        self.assertEqual(set(named), {"lulesh/cuda/small/total"})
        body = "".join(self.text("main section"))
        for other in ("tealeaf/", "cloverleaf small", "minibude", "native-cuda total"):
            self.assertNotIn(other, body)
        self.assertIn("lulesh/cuda/small/step", body)
        self.assertIn("2.00×", body, "shares are of all rows, shown or not")
        self.assertRegex(self.text("#found")[0], r"^1 row of 11 and 2 figures of the history match\.$")
        self.assertEqual(self.page.value("document.getElementById('filter-app').value"), "lulesh")

    def test_keys_choose_and_the_address_follows(self):
        self.show(opened=False)
        self.page.value("document.getElementById('filter-size').focus()")
        self.page.press("ArrowDown")
        self.assertEqual(self.page.value("location.hash"), "#size=small")
        self.assertNotIn("tealeaf", "".join(self.text("#compare")))
        self.page.press("Tab")
        self.assertEqual(self.page.value("document.activeElement.id"), "filter-reset")
        self.page.press("Enter")
        self.assertEqual(self.page.value("location.hash"), "")
        self.assertIn("tealeaf", "".join(self.text("#compare")))
        self.assertEqual(self.page.value("document.activeElement.id"), "filter-machine", "focus is not lost")

    def test_links_to_sections_keep_the_choice(self):
        self.show("#app=lulesh", opened=False)
        self.page.value("document.querySelector('nav a[href=\"#history\"]').click()")
        self.page.value("new Promise((done) => setTimeout(done, 50))")
        self.assertEqual(self.page.value("location.hash"), "#app=lulesh")
        self.assertNotIn("tealeaf", "".join(self.text("#history")))

    def test_a_choice_of_nothing_says_so(self):
        self.show("#app=nosuch")
        self.assertIn("0 rows", self.text("#found")[0])
        self.assertEqual(self.page.value("document.getElementById('filter-app').value"), "nosuch")

    # Keys

    def test_keys_reach_the_points_of_a_plot(self):
        self.show()
        self.page.value("document.querySelector('#history figure input[type=range]').focus()")
        told = lambda: self.page.value("document.activeElement.parentElement.querySelector('output').textContent")
        first = told()
        self.page.press("ArrowRight")
        second = told()
        self.assertIn("2026-11-10", first)
        self.assertIn("2026-11-11", second)
        self.assertEqual(self.page.value("document.activeElement.getAttribute('aria-valuetext')"), second)
        self.assertEqual(self.page.value("document.activeElement.closest('figure').querySelector('.ring').getAttribute('visibility')"), "visible")

    def test_tab_reaches_everything_and_shows_where_it_is(self):
        self.show(opened=False, width=360, height=800)
        wanted = self.page.value("""[...document.querySelectorAll('a[href], button:not(:disabled), select, input, summary, [tabindex="0"]')]
          .filter((e) => e.checkVisibility()).map((e, i) => (e.dataset.tab = i))""")
        seen = []
        for _ in wanted:
            self.page.press("Tab")
            seen.append(self.page.value("""(() => { const e = document.activeElement, s = getComputedStyle(e);
              return [Number(e.dataset.tab), s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2]; })()"""))
        self.assertEqual([at for at, _ in seen], wanted)
        self.assertEqual([at for at, visible in seen if not visible], [])
        self.assertGreater(self.page.value("document.querySelectorAll('.scroll[tabindex=\"0\"]').length"), 0)

    def test_the_first_key_skips_to_the_results(self):
        self.show(opened=False)
        self.page.press("Tab")
        self.assertGreaterEqual(self.page.value("document.activeElement.getBoundingClientRect().left"), 0)
        self.page.press("Enter")
        self.assertEqual(self.page.value("document.activeElement.id"), "main")

    # A phone, and what people see

    def assert_fits(self, width):
        self.assertLessEqual(self.page.value("document.documentElement.scrollWidth"), width)
        beyond = self.page.value(f"""[...document.querySelectorAll('body *')].filter((e) => !e.closest('.scroll > *, .skip') &&
          e.getClientRects().length && e.getBoundingClientRect().right > {width} + 1).map((e) => e.tagName + ' ' + e.textContent.slice(0, 60))""")
        self.assertEqual(beyond, [])

    def test_fits_a_phone(self):
        self.show(width=360, height=800)
        self.assert_fits(360)
        self.assertEqual(self.page.value("[...document.querySelectorAll('.scroll')].filter((s) => s.scrollWidth > s.clientWidth && s.tabIndex !== 0).length"), 0)

    def test_texts_stand_out(self):
        for dark in (False, True):
            self.show(dark=dark)
            self.assertEqual(self.page.value("document.documentElement.dataset.theme"), "dark" if dark else "light")
            self.assertEqual(self.page.value(LOW_CONTRAST), [])

    def test_nothing_moves_where_that_is_not_wanted(self):
        self.show(opened=False)
        for wanted, behaviour in (("reduce", "auto"), ("no-preference", "smooth")):
            self.page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": wanted}])
            self.assertEqual(self.page.value("getComputedStyle(document.documentElement).scrollBehavior"), behaviour)

    # Assistive technology

    def test_everything_has_a_name(self):
        self.show()
        found = self.page.accessible()
        for role in ("button", "link", "combobox", "slider", "image", "heading", "table", "region", "navigation", "search"):
            names = [name for r, name in found if r == role]
            self.assertTrue(names, f"no {role}")
            self.assertNotIn("", names, role)
        self.assertEqual([r for r, _ in found].count("main"), 1)
        self.assertEqual([r for r, _ in found].count("banner"), 1)

    def test_headings_are_in_order(self):
        self.show()
        levels = [int(tag[1]) for tag in self.page.value("[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((h) => h.tagName)")]
        self.assertEqual(levels[0], 1)
        self.assertEqual(levels.count(1), 1)
        self.assertEqual([(a, b) for a, b in zip(levels, levels[1:]) if b > a + 1], [])

    def test_tables_have_captions_and_scopes(self):
        self.show()
        self.assertEqual(self.page.value("[...document.querySelectorAll('table')].filter((t) => !t.caption || !t.caption.textContent).length"), 0)
        self.assertEqual(self.page.value("[...document.querySelectorAll('th:not([scope])')].length"), 0)
        self.assertEqual(self.page.value("[...document.querySelectorAll('table')].filter((t) => !t.querySelector('tbody th')).length"), 0)

    def test_results_of_filters_are_announced(self):
        self.show(opened=False)
        self.assertEqual(self.page.value("document.getElementById('found').getAttribute('aria-live')"), "polite")


class TreeTest(unittest.TestCase):
    """The page of all of the tree's records."""

    @classmethod
    def setUpClass(cls):
        results = pathlib.Path(SOURCE) / "results"
        cls.records = sorted([*results.glob("*/*.json"), *results.glob("*/*/*.json")])
        cls.history = results / "history.jsonl"
        if not cls.records or not cls.history.exists():
            raise unittest.SkipTest("no records in the source tree")
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name) / "page.html"
        subprocess.run([HARNESS, "report", *cls.records, "--history", cls.history, "-o", cls.path], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_is_small_and_loads_nothing(self):
        text = self.path.read_text()
        self.assertLessEqual(len(text.encode()), MAX_BYTES)
        self.assertIn("default-src 'none'", text)

    def test_is_drawn_and_fits_a_phone(self):
        page = chromium.Page()
        try:
            for width in (1280, 360):
                page.screen(width, 800)
                page.open("file://" + str(self.path))
                self.assertEqual((page.value("document.documentElement.dataset.drawn"), page.errors), ("yes", []))
                self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width)
        finally:
            page.close()


class CommandTest(unittest.TestCase):
    def test_a_bad_history_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            page = made.draw(HARNESS, folder)
            bad = pathlib.Path(folder) / "bad.jsonl"
            bad.write_text('{"date":"2026-11-30"}\n')
            run = subprocess.run([HARNESS, "report", page.with_name("made.json"), "--history", bad, "-o", page], capture_output=True, text=True)
            self.assertEqual(run.returncode, 2)
            self.assertIn("bad.jsonl:1: its \"machine\" is no text", run.stderr)
            missing = subprocess.run([HARNESS, "report", page.with_name("made.json"), "--history", "nosuch.jsonl", "-o", page],
                                     capture_output=True, text=True)
            self.assertEqual(missing.returncode, 2)
            self.assertIn("nosuch.jsonl", missing.stderr)


if __name__ == "__main__":
    if not chromium.find():
        print("no Chromium here: install the package chromium")
        sys.exit(77)
    HARNESS, SOURCE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1], verbosity=1)
