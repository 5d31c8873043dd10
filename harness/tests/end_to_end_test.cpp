/// The harness's binary from outside, with apps that misbehave.
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "cli/exit_code.hpp"
#include "record/document.hpp"
#include "record/schema.hpp"
#include "support/temporary_folder.hpp"
#include "system/child.hpp"
#include "system/files.hpp"
#include "text_of.hpp"

extern char** environ;

namespace ndweave::harness {

namespace {

class EndToEnd : public testing::Test {
protected:
    support::temporary_folder folder;

    child_result harness(std::vector<std::string> arguments) {
        child_request request;
        request.command = std::move(arguments);
        request.command.insert(request.command.begin(), HARNESS_BINARY);
        request.timeout = 120;
        return run_child(request);
    }
    /// Starts a harness that goes on beside the test, until end() sends it the signal; gives its wait status.
    void start(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), HARNESS_BINARY);
        std::vector<char*> argv;
        for (std::string& word : arguments) argv.push_back(word.data());
        argv.push_back(nullptr);
        ASSERT_EQ(posix_spawn(&pid_, HARNESS_BINARY, nullptr, nullptr, argv.data(), environ), 0);
    }
    int end(int signal) const {
        int status = 0;
        kill(pid_, signal);
        waitpid(pid_, &status, 0);
        return status;
    }
    static void wait_for_records(const std::string& journal) {
        const auto some = [&] { return access(journal.c_str(), F_OK) == 0 && !text_of(journal).empty(); };
        for (int i = 0; i < 6000 && !some(); ++i) usleep(10'000);
    }
    child_result run(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"run", "--backend", "native"});
        return harness(std::move(arguments));
    }

private:
    pid_t pid_ = 0;
};

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

TEST_F(EndToEnd, VerifiedRunWritesJsonThatKeepsItsSchema) {
    const child_result r = run({"--app", "steady,unchecked", "--json", folder / "r.json", "--csv", folder / "r.csv"});
    EXPECT_EQ(r.code, exit_ok) << r.messages;
    EXPECT_NE(r.output.find("(unverified)"), std::string::npos) << r.output;
    const json whole = read_json(folder / "r.json");
    EXPECT_EQ(schema_violation(whole), "");
    EXPECT_EQ(whole["benchmarks"].size(), 2u);
    EXPECT_NE(text_of(folder / "r.csv").find("'=error"), std::string::npos);
}

TEST_F(EndToEnd, RowsOfTheSameWorkTakeTurns) {
    const child_result r = run({"--app", "paced", "--backend", "cpu,native", "--json", folder / "r.json"});
    ASSERT_EQ(r.code, exit_ok) << r.messages;
    EXPECT_NE(r.output.find("speed over native's"), std::string::npos) << r.output;
    EXPECT_NE(r.output.find("2.00 ±0 %"), std::string::npos) << r.output;
    const json rows = json::parse(text_of(folder / "r.json"))["benchmarks"];
    ASSERT_EQ(rows.size(), 2u);
    for (const json& row : rows) {
        ASSERT_TRUE(row.contains("turns")) << row;
        std::size_t samples = 0;
        for (const json& turn : row["turns"]) samples += turn.get<std::size_t>();
        EXPECT_EQ(samples, row["samples"].size());
        EXPECT_GE(row["turns"].size(), 10u);
    }
    const child_result alone =
        run({"--app", "paced", "--backend", "cpu,native", "--turns", "1", "--json", folder / "alone.json"});
    EXPECT_EQ(alone.output.find("speed over"), std::string::npos) << alone.output;
    EXPECT_FALSE(json::parse(text_of(folder / "alone.json"))["benchmarks"][0].contains("turns"));
}

TEST_F(EndToEnd, ACrashLeavesTheOthersTheirTurns) {
    const child_result one = run({"--app", "crash,paced", "--backend", "cpu,native"});
    EXPECT_EQ(one.code, exit_crashed) << one.output;
    EXPECT_NE(one.output.find("2.00 ±"), std::string::npos) << one.output;
}

TEST_F(EndToEnd, PrintsItsSchema) {
    const child_result r = harness({"schema"});
    EXPECT_EQ(r.code, exit_ok);
    const json schema = json::parse(r.output);
    EXPECT_EQ(schema["properties"]["context"]["properties"]["schema_version"]["const"], schema_version);
}

TEST_F(EndToEnd, SchemaCheckCanFail) {
    json whole = json::parse(R"({"context": {}, "benchmarks": []})");
    EXPECT_NE(schema_violation(whole), "");
}

TEST_F(EndToEnd, FailedVerificationPrintsNoSpeed) {
    const child_result r = run({"--app", "wrong,steady", "--json", folder / "r.json"});
    EXPECT_EQ(r.code, exit_invalid);
    EXPECT_NE(r.output.find("invalid"), std::string::npos);
    const json whole = read_json(folder / "r.json");
    EXPECT_EQ(schema_violation(whole), "");
    EXPECT_FALSE(whole["benchmarks"][0].contains("fom"));
}

TEST_F(EndToEnd, ACrashCostsOneRow) {
    const child_result r = run({"--app", "crash,refuse,notime,steady", "--json", folder / "r.json"});
    EXPECT_EQ(r.code, exit_crashed);
    const json rows = read_json(folder / "r.json")["benchmarks"];
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[0]["status"], "crashed");
    EXPECT_NE(rows[0]["reason"].get<std::string>().find("SIGSEGV"), std::string::npos);
    EXPECT_EQ(rows[1]["reason"], "the deck does not converge");
    EXPECT_EQ(rows[2]["status"], "error");
    EXPECT_EQ(rows[3]["status"], "ok");
}

TEST_F(EndToEnd, AHangIsCutOff) {
    const child_result r = run({"--app", "hang", "--timeout", "0.5"});
    EXPECT_EQ(r.code, exit_crashed);
    EXPECT_NE(r.output.find("timeout"), std::string::npos);
}

TEST_F(EndToEnd, UsageErrorsNameWhatIsNear) {
    const std::vector<std::vector<std::string>> calls = {
        {"rnu"},
        {"run"},
        {"run", "--app", "stedy"},
        {"run", "--app", "steady", "--sise", "small"},
        {"run", "--app", "steady", "-p", "slow=abc", "--backend", "native"},
        {"run", "--app", "steady", "--resume"},
        {"doctor", "--backend", "cpuu"},
        {"compare", folder / "none", folder / "none"}};
    for (const auto& call : calls) {
        const child_result r = harness(call);
        EXPECT_EQ(r.code, exit_usage) << r.messages;
        EXPECT_FALSE(r.messages.empty());
    }
    EXPECT_NE(harness({"rnu"}).messages.find("did you mean 'run'"), std::string::npos);
    EXPECT_NE(harness({"run", "--app", "steady", "--sise", "small"}).messages.find("did you mean '--size'"),
              std::string::npos);
}

TEST_F(EndToEnd, AMissingBackendSaysWhatToDo) {
    const child_result r = harness({"run", "--app", "steady", "--backend", "kokkos"});
    EXPECT_EQ(r.code, exit_unavailable);
    EXPECT_NE(r.output.find("CMAKE_PREFIX_PATH"), std::string::npos) << r.output;
}

TEST_F(EndToEnd, AllNamesWhatIsNotHere) {
    const child_result r = harness({"run", "--app", "steady", "--backend", "all", "--timeout", "20"});
    EXPECT_NE(r.output.find("steady"), std::string::npos);
    EXPECT_NE(r.output.find("not here, so not measured"), std::string::npos) << r.output;
    EXPECT_NE(r.output.find("kokkos: build with Kokkos"), std::string::npos) << r.output;
    EXPECT_NE(r.output.find("native-cuda: babelstream, minibude and dct8x8 have one"), std::string::npos) << r.output;
}

TEST_F(EndToEnd, DoctorTellsOfPeersAndCounters) {
    const child_result r = harness({"doctor"});
    EXPECT_EQ(r.code, exit_ok);
    EXPECT_NE(r.output.find("instructions"), std::string::npos) << r.output;
    EXPECT_NE(r.output.find("kokkos     missing"), std::string::npos) << r.output;
    EXPECT_NE(r.output.find("native     ok       steady"), std::string::npos) << r.output;
}

TEST_F(EndToEnd, DoctorTellsOfVariables) {
    child_request request;
    request.command = {HARNESS_BINARY, "doctor"};
    request.environment = {{"NDWEAVE_CACHE_DIR", folder / "cache"},
                           {"NDWEAVE_PLUGIN_PATH", "/nowhere"},
                           {"NDWEAVE_CPU_TREADS", "2"},
                           {"NDWEAVE_CPU_THREADS", "many"}};
    request.timeout = 120;
    const child_result r = run_child(request);
    EXPECT_EQ(r.code, exit_ok) << r.messages;
    for (const std::string& line : {"NDWEAVE_PLUGIN_PATH      problem  /nowhere: there is no folder /nowhere",
                                    "NDWEAVE_CPU_THREADS      problem  many: it must be the number of threads",
                                    "NDWEAVE_CPU_TREADS       unknown  2: the library reads no such variable; did you "
                                    "mean NDWEAVE_CPU_THREADS?"}) {
        EXPECT_NE(r.output.find("\n  " + line), std::string::npos) << line << " is not in\n" << r.output;
    }
}

TEST_F(EndToEnd, AVariableThatCannotBeIsWrongUsage) {
    child_request request;
    request.command = {HARNESS_BINARY, "run", "--app", "kernels", "--backend", "cpu"};
    request.environment = {{"NDWEAVE_CPU_THREADS", "many"}};
    request.timeout = 120;
    const child_result r = run_child(request);
    EXPECT_EQ(r.code, exit_usage) << r.output;
    EXPECT_NE(r.messages.find("NDWEAVE_CPU_THREADS is 'many'"), std::string::npos) << r.messages;
}

TEST_F(EndToEnd, ReportLeavesOtherProgramsResultsOut) {
    run({"--app", "steady", "--json", folder / "r.json"});
    write_file(folder / "other.json", R"({"context": {"date": "today"}, "benchmarks": []})");
    write_file(folder / "newer.json", R"({"context": {"schema_version": 2}, "benchmarks": []})");
    const child_result mixed = harness({"report", folder / "r.json", folder / "other.json", "-o", folder / "p.html"});
    EXPECT_EQ(mixed.code, exit_ok) << mixed.messages;
    EXPECT_NE(mixed.messages.find("left out: " + (folder / "other.json")), std::string::npos) << mixed.messages;
    EXPECT_EQ(harness({"report", folder / "other.json", "-o", folder / "p.html"}).code, exit_usage);
    const child_result newer = harness({"report", folder / "r.json", folder / "newer.json", "-o", folder / "p.html"});
    EXPECT_EQ(newer.code, exit_usage);
    EXPECT_NE(newer.messages.find("its schema version is 2"), std::string::npos) << newer.messages;
}

TEST_F(EndToEnd, AKilledWorkerCostsOneRow) {
    const child_result r = run({"--app", "killed,steady", "--json", folder / "r.json"});
    EXPECT_EQ(r.code, exit_crashed);
    const json rows = read_json(folder / "r.json")["benchmarks"];
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_NE(rows[0]["reason"].get<std::string>().find("SIGKILL"), std::string::npos) << rows[0];
    EXPECT_EQ(rows[1]["status"], "ok");
}

TEST_F(EndToEnd, AFullDiskLosesNothingThatWasOnIt) {
    // A limit on the size of files fails a write as a full disk does, for every user and on every file system.
    ASSERT_EQ(run({"--app", "steady", "--json", folder / "r.json"}).code, exit_ok);
    const std::string before = text_of(folder / "r.json");
    child_request request;
    request.command = {"sh", "-c", "ulimit -f 1; exec \"$0\" run --backend native --app steady --json \"$1\"",
                       HARNESS_BINARY, folder / "r.json"};
    const child_result r = run_child(request);
    EXPECT_EQ(r.code, exit_crashed) << r.output << r.messages;
    EXPECT_NE(r.messages.find("cannot write " + (folder / "r.jsonl")), std::string::npos) << r.messages;
    EXPECT_NE(r.messages.find("cannot write " + (folder / "r.json") + ":"), std::string::npos) << r.messages;
    EXPECT_NE(r.output.find("GB/s"), std::string::npos) << "the table is still printed";
    EXPECT_EQ(text_of(folder / "r.json"), before);
}

TEST_F(EndToEnd, AFullDiskIsToldAndTheTableStillPrinted) {
    const child_result r = run({"--app", "steady", "--csv", "/dev/full"});
    EXPECT_EQ(r.code, exit_crashed);
    EXPECT_NE(r.messages.find("No space left"), std::string::npos) << r.messages;
    EXPECT_NE(r.output.find("GB/s"), std::string::npos);
}

TEST_F(EndToEnd, KilledRunsGoOnWhereTheyStopped) {
    start({"run", "--backend", "native", "--app", "steady,hang", "--json", folder / "r.json"});
    wait_for_records(folder / "r.jsonl");
    end(SIGKILL);
    ASSERT_EQ(read_results(folder / "r.jsonl").rows.size(), 1u);

    const child_result r = run({"--app", "steady,hang", "--json", folder / "r.json", "--resume", "--timeout", "0.5"});
    EXPECT_EQ(r.code, exit_crashed);
    EXPECT_NE(r.messages.find("steady/native/small  done before"), std::string::npos) << r.messages;
    EXPECT_EQ(read_json(folder / "r.json")["benchmarks"].size(), 2u);
}

TEST_F(EndToEnd, AnInterruptedRunWritesWhatItHas) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const std::string out = folder / "made/by" + std::to_string(signal);
        start({"run", "--backend", "native", "--app", "steady,hang,unchecked", "--out", out});
        wait_for_records(out + "/records.jsonl");
        usleep(100'000);  // the next one hangs by now; or it does not: the same comes out
        const int status = end(signal);
        ASSERT_TRUE(WIFEXITED(status));
        EXPECT_EQ(WEXITSTATUS(status), exit_interrupted + signal);
        const json whole = read_json(out + "/run.json");
        EXPECT_EQ(schema_violation(whole), "");
        ASSERT_EQ(whole["benchmarks"].size(), 1u) << "neither the one that was measured just then nor those after it";
        EXPECT_EQ(whole["benchmarks"][0]["status"], "ok");
    }
}

TEST_F(EndToEnd, PlacesThatTakeNoTextAreRefusedBeforeAnythingIsMeasured) {
    write_file(folder / "file", "");
    const std::vector<std::vector<std::string>> places = {{"--json", folder / "no/r.json"},
                                                          {"--csv", folder / "no/r.csv"},
                                                          {"--csv", folder / "."},
                                                          {"--out", folder / "file"},
                                                          {"--out", folder / "file/below"}};
    for (const auto& place : places) {
        const child_result r = run({"--app", "hang", place[0], place[1]});
        EXPECT_EQ(r.code, exit_usage) << r.messages;
        EXPECT_NE(r.messages.find("(" + place[0] + ")"), std::string::npos) << r.messages;
        EXPECT_NE(r.messages.find(place[1]), std::string::npos) << r.messages;
    }
}

TEST_F(EndToEnd, EveryCommandRefusesPlacesThatTakeNoText) {
    run({"--app", "steady", "--json", folder / "r.json"});
    const std::string results = folder / "r.json";
    const std::vector<std::vector<std::string>> calls = {{"report", results, "-o"},
                                                         {"report", results, "--output"},
                                                         {"compare", results, results, "--markdown"},
                                                         {"compare", results, results, "--json-out"},
                                                         {"compare", results, results, "--junit"},
                                                         {"explain", "--app", "hang", "--backend", "native", "--json"}};
    for (const std::vector<std::string>& call : calls) {
        for (const std::string& place : {folder / "no/such/folder", folder / "."}) {
            const child_result r = harness(call + std::vector<std::string>{place});
            EXPECT_EQ(r.code, exit_usage) << call[0] << " " << call.back() << ": " << r.messages;
            EXPECT_NE(r.messages.find(place), std::string::npos) << r.messages;
            EXPECT_EQ(r.output, "") << "nothing was done before";
        }
    }
}

TEST_F(EndToEnd, AFullDiskIsNoWrongUsageOfReportAndCompare) {
    run({"--app", "steady", "--json", folder / "r.json"});
    const std::string results = folder / "r.json";
    EXPECT_EQ(harness({"report", results, "-o", "/dev/full"}).code, exit_crashed);
    EXPECT_EQ(harness({"compare", results, results, "--junit", "/dev/full"}).code, exit_crashed);
}

TEST_F(EndToEnd, WhatStandardOutputDoesNotTakeIsAnError) {
    for (const char* command : {"list", "schema", "doctor"}) {
        child_request request;
        request.command = {"sh", "-c", std::string("exec \"$0\" ") + command + " >/dev/full", HARNESS_BINARY};
        request.timeout = 120;
        const child_result r = run_child(request);
        EXPECT_EQ(r.code, exit_crashed) << command;
        EXPECT_NE(r.messages.find("standard output"), std::string::npos) << r.messages;
    }
}

TEST_F(EndToEnd, RecordsOfAnotherCommandAreNoRecordsOfThisOne) {
    write_file(folder / "output", "Copy,10,262144,8,187883,2.2324e-05,0.0263581,0.00705066\n");
    const auto external = [&](const std::string& command) {
        return run({"--app", "babelstream", "--json", folder / "r.json", "--resume", "--external", "other=" + command});
    };
    EXPECT_EQ(external("cat " + (folder / "output")).code, exit_ok);
    EXPECT_NE(external("cat " + (folder / "output")).messages.find("other/small  done before"), std::string::npos);
    const child_result other = external("cat -u " + (folder / "output"));
    EXPECT_NE(other.messages.find("babelstream/native/small  done before"), std::string::npos) << other.messages;
    EXPECT_EQ(other.messages.find("other/small  done before"), std::string::npos) << other.messages;
}

TEST_F(EndToEnd, WhatCrashedIsMeasuredAgainByResume) {
    setenv("FRAIL_APP_CRASHES", (folder / "broken").c_str(), 1);
    write_file(folder / "broken", "");
    const std::vector<std::string> both = {"--app", "frail,steady", "--json", folder / "r.json"};
    EXPECT_EQ(run(both).code, exit_crashed);
    EXPECT_EQ(run(both + std::vector<std::string>{"--resume"}).code, exit_crashed) << "it is still broken";
    unlink((folder / "broken").c_str());
    const child_result resumed = run(both + std::vector<std::string>{"--resume"});
    unsetenv("FRAIL_APP_CRASHES");
    EXPECT_EQ(resumed.code, exit_ok) << resumed.messages;
    EXPECT_NE(resumed.messages.find("steady/native/small  done before"), std::string::npos) << resumed.messages;
    EXPECT_EQ(resumed.messages.find("frail/native/small  done before"), std::string::npos) << resumed.messages;
    const json rows = read_json(folder / "r.json")["benchmarks"];
    ASSERT_EQ(rows.size(), 2u) << "nothing is left of the crash";
    for (const json& row : rows) EXPECT_EQ(row["status"], "ok");
}

TEST_F(EndToEnd, NothingMeasuredIsNoSuccess) {
    run({"--app", "crash", "--json", folder / "none.json"});
    const child_result r = harness({"compare", folder / "none.json", folder / "none.json"});
    EXPECT_EQ(r.code, exit_unclear);
    EXPECT_NE(r.output.find("| - | - | - | - | - | - |"), std::string::npos) << r.output;
    write_file(folder / "empty.json", R"({"context": {"schema_version": 1}, "benchmarks": []})");
    EXPECT_EQ(harness({"compare", folder / "empty.json", folder / "empty.json"}).code, exit_usage);
    EXPECT_EQ(
        harness({"compare", HARNESS_BINARY, HARNESS_BINARY, "--interleave", "--app", "crash", "--backend", "native"})
            .code,
        exit_unclear);
}

TEST_F(EndToEnd, CompareFilesAndExit) {
    run({"--app", "steady", "--json", folder / "a.json"});
    run({"--app", "steady", "--json", folder / "b.json"});
    const child_result same = harness({"compare", folder / "a.json", folder / "b.json", "--junit", folder / "j.xml"});
    EXPECT_EQ(same.code, exit_ok) << same.output;
    EXPECT_NE(text_of(folder / "j.xml").find("failures=\"0\""), std::string::npos);
    // The same measurement, 20 % slower: made so in the file, since parameters are part of what pairs rows.
    json slow = read_json(folder / "b.json");
    for (json& s : slow["benchmarks"][0]["samples"]) s = s.get<double>() * 1.2;
    write_file(folder / "c.json", slow.dump());
    const child_result slower = harness({"compare", folder / "a.json", folder / "c.json"});
    EXPECT_EQ(slower.code, exit_regression) << slower.output;
}

TEST_F(EndToEnd, InterleavedBinariesAreTheSame) {
    const child_result r = harness({"compare", HARNESS_BINARY, HARNESS_BINARY, "--interleave", "--app", "steady",
                                    "--backend", "native", "--rounds", "10"});
    EXPECT_EQ(r.code, exit_ok) << r.output << r.messages;
}

}  // namespace ndweave::harness
