/// What is made of records: CSV and the table. The page is in browser_test.cpp.
#include <gtest/gtest.h>

#include "report/csv.hpp"
#include "report/table.hpp"
#include "text/short_number.hpp"

namespace ndweave::harness {

TEST(Csv, EscapesFormulasAndQuotes) {
    EXPECT_EQ(csv_field("=1+1"), "'=1+1");
    EXPECT_EQ(csv_field("@x,\"y\""), "\"'@x,\"\"y\"\"\"");
    EXPECT_EQ(csv_field("-2"), "'-2");
    EXPECT_EQ(csv_field("plain"), "plain");
    record row;
    row.params = {{"n", "4"}};
    row.reason = "=cmd|' /C calc'!A0";
    const std::string text = to_csv({row});
    EXPECT_EQ(text.find(",=cmd"), std::string::npos);
    EXPECT_NE(text.find("n=4"), std::string::npos);
}

TEST(Csv, NamesTheEndsOfALink) {
    record link;
    link.app = "peaks";
    link.kernel = "to cuda:1";
    link.notes = string_map{{"link", "bandwidth"}, {"from", "cuda:0"}, {"to", "cuda:1"}};
    const std::string text = to_csv({link, record()});
    EXPECT_NE(text.find(",env_id,from,to\r\n"), std::string::npos) << text;
    EXPECT_NE(text.find("peaks,to cuda:1,"), std::string::npos) << text;
    EXPECT_NE(text.find(",cuda:0,cuda:1\r\n"), std::string::npos) << text;
    EXPECT_TRUE(text.ends_with(",,\r\n")) << "a row without ends: " << text;
}

TEST(Table, ShowsFourDigits) {
    EXPECT_EQ(short_number(4301.4), "4301");
    EXPECT_EQ(short_number(46.128), "46.13");
    EXPECT_EQ(short_number(0.0001234), "0.000123");
}

TEST(Table, TellsColdAndWarmRunsOfWhatIsCompiled) {
    const auto row = [](const char* backend, const char* kernel, std::optional<jit_times> jit) {
        record r;
        r.app = "app";
        r.size = "small";
        r.backend = backend;
        r.kernel = kernel;
        r.jit = jit;
        return r;
    };
    const std::string text = to_table({row("cpu", "copy", jit_times{0.5, 0.001}),
                                       row("cpu", "dot", jit_times{0.25, 0.002}), row("native", "copy", std::nullopt)});
    EXPECT_NE(text.find("run        cpu  unit\ncold     0.750  s\nwarm     0.003  s\n"), std::string::npos) << text;
    EXPECT_EQ(to_table({row("native", "copy", std::nullopt)}).find("cold"), std::string::npos);
}

}  // namespace ndweave::harness
