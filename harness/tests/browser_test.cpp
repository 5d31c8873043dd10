/// The report page in a headless Chromium: it draws, without an error, and its numbers are those of the records.
#include <gtest/gtest.h>

#include <regex>

#include "measure/make_record.hpp"
#include "record/document.hpp"
#include "report/html.hpp"
#include "support/temporary_folder.hpp"
#include "system/child.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

std::string find_browser() {
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
        child_request request;
        request.command = {name, "--version"};
        if (run_child(request).good()) return name;
    }
    return "";
}

child_result show(const std::string& browser, const std::string& page, const support::temporary_folder& folder) {
    child_request request;
    request.command = {browser,
                       "--headless",
                       "--no-sandbox",
                       "--disable-gpu",
                       "--disable-dev-shm-usage",
                       "--user-data-dir=" + (folder / "profile"),
                       "--enable-logging=stderr",
                       "--dump-dom",
                       "file://" + page};
    request.timeout = 300;
    return run_child(request);
}

/// A page of results, as the browser leaves it.
std::string shown_page(const std::string& browser, const std::vector<record>& rows,
                       const json& context = json::object()) {
    const support::temporary_folder folder;
    write_file(folder / "page.html", to_html({{"made.json", {context, rows}}}));
    const child_result shown = show(browser, folder / "page.html", folder);
    EXPECT_TRUE(shown.good()) << shown.describe() << shown.messages;
    EXPECT_NE(shown.output.find("data-drawn=\"yes\""), std::string::npos) << shown.messages;
    return shown.output;
}

/// A verified row of one device; `seconds` a sample.
record made_row(const std::string& app, const std::string& kernel, double seconds, double bytes, double flops) {
    apps::result r;
    r.kernel = kernel;
    r.samples = {seconds, seconds, seconds};
    r.bytes = bytes;
    r.flops = flops;
    r.fom = {"s", false, 0};
    r.check = {true, true, "error", 0, 0, 1};
    measurement m;
    m.app = app;
    m.backend = "cpu";
    record row = measured_record(m, r);
    row.origin = {"processor", "hw", "env", {}};
    return row;
}

/// Row name and figure of every cell that shows one.
std::map<std::string, double> figures_on(const std::string& dom) {
    std::map<std::string, double> figures;
    const std::regex cell("<td([^>]*data-row=[^>]*)>"), value("data-value=\"([^\"]*)\""), row("data-row=\"([^\"]*)\"");
    for (std::sregex_iterator at(dom.begin(), dom.end(), cell), end; at != end; ++at) {
        const std::string attributes = (*at)[1];
        std::smatch name, number;
        if (std::regex_search(attributes, name, row) && std::regex_search(attributes, number, value)) {
            figures[name[1]] = std::stod(number[1]);
        }
    }
    return figures;
}

/// A row of the app peaks about a link, measured by the queue of `backend`; `figure` in GB/s, of a latency in s.
record made_link(const std::string& backend, const std::string& kernel, const std::string& link,
                 const std::string& from, const std::string& to, double figure) {
    const bool latency = link == "latency";
    apps::result r;
    r.kernel = kernel;
    r.samples = std::vector<double>(3, latency ? figure : 1);
    r.bytes = latency ? 8 : figure * 1e9;
    r.fom = latency ? apps::figure{"s", false, 0} : apps::figure{"GB/s", true, figure};
    r.check = {true, true, "wrong bytes", 0, 0, 0};
    r.notes = {{"link", link}, {"from", from}, {"to", to}};
    measurement m;
    m.app = "peaks";
    m.backend = backend;
    m.size = "medium";
    record row = measured_record(m, r);
    row.origin = {"processor", "hw " + backend, "env", {}};
    return row;
}

/// The lines of a section's tables, cells between bars.
std::vector<std::string> lines_of(const std::string& dom, const std::string& section) {
    const std::size_t from = dom.find("<section id=\"" + section + "\"");
    if (from == std::string::npos) return {};
    const std::string text = dom.substr(from, dom.find("</section>", from) - from);
    std::vector<std::string> lines;
    const std::regex line("<tr>(.*?)</tr>"), end("</t[dh]>"), tag("<[^>]*>");
    for (std::sregex_iterator at(text.begin(), text.end(), line), none; at != none; ++at) {
        lines.push_back(std::regex_replace(std::regex_replace((*at)[1].str(), end, "|"), tag, ""));
    }
    return lines;
}

}  // namespace

TEST(Page, HostileTextCannotEndItsScript) {
    EXPECT_EQ(script_safe({{"a", "</script><!--"}}), "{\"a\":\"\\u003c/script>\\u003c!--\"}");
    EXPECT_EQ(json::parse(script_safe({{"a", "</script>"}}))["a"], "</script>");
}

TEST(Page, ShowsInABrowserWhatTheRecordsSay) {
    const std::string browser = find_browser();
    if (browser.empty()) GTEST_SKIP() << "no Chromium here: install the package chromium";
    const support::temporary_folder folder;
    std::vector<std::string> files = {folder / "a.json", folder / "b.json"};
    for (const std::string& file : files) {
        child_request run;
        run.command = {HARNESS_BINARY, "run", "--app", "steady,wrong,unchecked", "--backend", "native", "--json", file};
        run_child(run);
    }
    child_request report;
    report.command = {HARNESS_BINARY, "report", files[0], files[1], "-o", folder / "page.html"};
    ASSERT_TRUE(run_child(report).good());

    const child_result shown = show(browser, folder / "page.html", folder);
    ASSERT_TRUE(shown.good()) << shown.describe() << shown.messages;
    EXPECT_NE(shown.output.find("data-drawn=\"yes\""), std::string::npos) << "the script did not reach its end";
    EXPECT_EQ(shown.messages.find("CONSOLE"), std::string::npos) << shown.messages;
    EXPECT_EQ(shown.output.find("<b>bold</b>"), std::string::npos);

    const std::map<std::string, double> figures = figures_on(shown.output);
    std::size_t expected = 0;
    for (const record& row : read_results(files[1]).rows) {
        if (!row.fom) continue;
        ++expected;
        ASSERT_TRUE(figures.contains(row.name)) << row.name;
        EXPECT_EQ(figures.at(row.name), row.fom->value);
    }
    EXPECT_EQ(figures.size(), expected) << "a row without a figure shows one";
}

TEST(Page, RoofsAreMeasuredOrMissing) {
    const std::string browser = find_browser();
    if (browser.empty()) GTEST_SKIP() << "no Chromium here: install the package chromium";
    // 10 GFLOP/s at 2 flops a byte, under roofs of 20 GB/s and 100 GFLOP/s: a quarter of what the memory allows.
    std::vector<record> rows{made_row("lulesh", "total", 1, 5e9, 10e9)};
    const std::string without = shown_page(browser, rows);
    EXPECT_NE(without.find("harness run --app peaks --backend cpu"), std::string::npos);
    EXPECT_NE(without.find("<td>not known</td>"), std::string::npos);
    rows.push_back(made_row("peaks", "triad", 1, 20e9, 0));
    rows.push_back(made_row("peaks", "fma-fp64", 1, 0, 100e9));
    const std::string with = shown_page(browser, rows);
    EXPECT_EQ(with.find("harness run --app peaks --backend cpu"), std::string::npos);
    EXPECT_NE(with.find("memory: 20.00 GB/s, measured"), std::string::npos);
    EXPECT_NE(with.find("fp64: 100.0 GFLOP/s, measured"), std::string::npos);
    EXPECT_NE(with.find("data-value=\"0.25\""), std::string::npos);
}

TEST(Page, DrawsMoreSamplesThanACallTakesArguments) {
    const std::string browser = find_browser();
    if (browser.empty()) GTEST_SKIP() << "no Chromium here: install the package chromium";
    record row = made_row("peaks", "empty_launch", 1e-7, 0, 0);
    row.samples = std::vector<double>(200'000, 1e-7);
    EXPECT_NE(shown_page(browser, {row}).find("Samples of peaks"), std::string::npos);
}

TEST(Page, LinksAreAMatrixOfTheirEnds) {
    const std::string browser = find_browser();
    if (browser.empty()) GTEST_SKIP() << "no Chromium here: install the package chromium";
    std::vector<record> rows{
        made_link("cpu", "host_to_device", "bandwidth", "host", "cpu", 11),
        made_link("cpu", "to cuda:0", "bandwidth", "cpu", "cuda:0", 50),
        made_link("cpu", "from cuda:0", "bandwidth", "cuda:0", "cpu", 40),
        made_link("cpu", "both_ways cuda:0", "both ways", "cpu", "cuda:0", 80),
        made_link("cpu", "latency_to cuda:0", "latency", "cpu", "cuda:0", 9e-6),
        made_link("cuda", "host_to_device_pageable", "bandwidth", "pageable host", "cuda:0", 20),
        made_link("cuda", "from cpu", "bandwidth", "cpu", "cuda:0", 55),  // better than by the CPU's queue
        made_link("cuda", "to cpu", "bandwidth", "cuda:0", "cpu", 30),    // worse
        made_link("cuda", "both_ways cpu", "both ways", "cuda:0", "cpu", 90),
        made_link("cuda", "latency_from cpu", "latency", "cpu", "cuda:0", 7e-6),
    };
    const std::vector<std::string> expected{
        "from \\ to|cpu|cuda:0|", "host|11.00 GB/s||",      "pageable host||20.00 GB/s|", "cpu||55.00 GB/s, 7.000 µs|",
        "cuda:0|40.00 GB/s||",    "from \\ to|cpu|cuda:0|", "cpu||90.00 GB/s|",           "cuda:0|90.00 GB/s||",
    };
    const json context = {{"hw_id", "hw cpu"}};
    EXPECT_EQ(lines_of(shown_page(browser, rows, context), "links"), expected);

    // What a wrong copy's row says instead of a figure.
    rows.resize(1);
    rows.front().fom.reset();
    rows.front().outcome = status::invalid;
    EXPECT_EQ(lines_of(shown_page(browser, rows, context), "links"),
              (std::vector<std::string>{"from \\ to|cpu|", "host|invalid|"}));
    const std::string without = shown_page(browser, {made_row("lulesh", "total", 1, 5e9, 10e9)});
    EXPECT_TRUE(lines_of(without, "links").empty());
    EXPECT_NE(without.find("harness run --app peaks --backend all"), std::string::npos);
}

TEST(Page, ScalingIsStrongWhereTheWorkIsTheSameAndWeakWhereItGrows) {
    const std::string browser = find_browser();
    if (browser.empty()) GTEST_SKIP() << "no Chromium here: install the package chromium";
    const auto row = [](int ranks, const std::string& rows, double seconds) {
        record r = made_row("cloverleaf", "total", seconds, 0, 0);
        r.size = "small";
        if (ranks > 1) r.ranks = ranks;
        r.params = {{"cells_y", rows}};
        r.notes = string_map{{"cells", "100 x " + rows}, {"steps", "5"}};
        return r;
    };
    const std::vector<record> rows{row(1, "80", 8), row(2, "80", 5), row(4, "80", 2), row(2, "160", 10),
                                   row(1, "90", 9)};
    const std::vector<std::string> expected{
        "work|kernel|backend|1 rank|2 ranks|4 ranks|",
        "cloverleaf small cells_y=80|total|cpu|8.000 s, 1.00×|5.000 s, 1.60×|2.000 s, 4.00×|",
        "work|kernel|backend|1 rank|2 ranks|",
        "cloverleaf, 100 x 80 / 100 x 160|total|cpu|8.000 s, 100.0 %|10.00 s, 80.0 %|",
    };
    const json context = {{"hw_id", "hw"}};
    EXPECT_EQ(lines_of(shown_page(browser, rows, context), "scaling"), expected);
    const std::string without = shown_page(browser, {made_row("lulesh", "total", 1, 5e9, 10e9)});
    EXPECT_TRUE(lines_of(without, "scaling").empty());
    EXPECT_NE(without.find("harness run --app cloverleaf,tealeaf --ranks 1,2,4"), std::string::npos);
}

TEST(Page, LinksAreNoRoofs) {
    const std::string browser = find_browser();
    if (browser.empty()) GTEST_SKIP() << "no Chromium here: install the package chromium";
    record link = made_link("cpu", "host_to_device", "bandwidth", "host", "cpu", 900);
    record work = made_row("lulesh", "total", 1, 5e9, 0), triad = made_row("peaks", "triad", 1, 20e9, 0);
    link.origin = work.origin;
    const std::string page = shown_page(browser, {work, triad, link}, {{"hw_id", "hw"}});
    EXPECT_NE(page.find("· 20.00 GB/s</h3>"), std::string::npos);
    EXPECT_NE(page.find("data-value=\"0.25\" class=\"number\">25 %</td>"), std::string::npos);
}

TEST(Page, KokkosStandsBesideTheDeviceThatItRanOn) {
    const std::string browser = find_browser();
    if (browser.empty()) GTEST_SKIP() << "no Chromium here: install the package chromium";
    record plain = made_row("lulesh", "total", 1, 0, 0);
    plain.size = "small";
    record cuda = plain;
    cuda.backend = "cuda";
    cuda.origin.device = "accelerator";
    cuda.origin.hw_id = "gpu";
    // The row of a peer bears the host's identity; its notes tell where it ran.
    const auto page = [&](const std::string& space) {
        record kokkos = plain;
        kokkos.backend = kokkos.origin.device = "kokkos";
        kokkos.notes = string_map{{"kokkos", "4.6.0 " + space}};
        return shown_page(browser, {plain, cuda, kokkos}, {{"hw_id", "hw"}});
    };
    EXPECT_NE(page("Cuda").find("<th scope=\"row\">kokkos</th><td>lulesh small total</td><td>accelerator</td>"),
              std::string::npos);
    EXPECT_EQ(page("OpenMP").find("<th scope=\"row\">kokkos</th><td>lulesh small total</td><td>accelerator</td>"),
              std::string::npos);
}

}  // namespace ndweave::harness
