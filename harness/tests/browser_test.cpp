/// The report page in a headless Chromium: it draws, without an error, and its numbers are those of the records.
#include <gtest/gtest.h>

#include <regex>

#include "measure/child.hpp"
#include "report/document.hpp"
#include "report/html.hpp"
#include "temporary_folder.hpp"

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

child_result show(const std::string& browser, const std::string& page, const temporary_folder& folder) {
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
    const temporary_folder folder;
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
    for (const json& row : read_results(files[1]).rows) {
        if (!row.contains("fom")) continue;
        ++expected;
        ASSERT_TRUE(figures.contains(row["name"])) << row["name"];
        EXPECT_EQ(figures.at(row["name"]), row["fom"]["value"].get<double>());
    }
    EXPECT_EQ(figures.size(), expected) << "a row without a figure shows one";
}

}  // namespace ndweave::harness
