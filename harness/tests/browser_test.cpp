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
    EXPECT_NE(page("Cuda").find("<td>kokkos</td><td>lulesh small total</td><td>accelerator</td>"), std::string::npos);
    EXPECT_EQ(page("OpenMP").find("<td>kokkos</td><td>lulesh small total</td><td>accelerator</td>"), std::string::npos);
}

}  // namespace ndweave::harness
