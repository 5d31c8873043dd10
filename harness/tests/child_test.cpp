#include "system/child.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "support/temporary_folder.hpp"
#include "text_of.hpp"

namespace ndweave::harness {

TEST(Child, GivesOutputAndStatus) {
    child_request request;
    request.command = {"cat"};
    request.input = std::string(300'000, 'x') + "\nlast\n";
    std::size_t lines = 0;
    request.on_line = [&](const std::string&) { ++lines; };
    const child_result result = run_child(request);
    EXPECT_TRUE(result.good());
    EXPECT_EQ(result.output, request.input);
    EXPECT_EQ(lines, 2u);
}

TEST(Child, StandsStillWhileItsQuestionIsAnswered) {
    child_request request;
    request.command = {"sh", "-c", "read word; echo \"?$word $$\"; read answer; echo got $answer"};
    request.input = "first";
    request.timeout = 30;
    std::string asked, state;
    request.on_line = [](const std::string&) {};
    request.is_question = [](const std::string& line) { return line.starts_with("?"); };
    request.answer = [&](const std::string& line) {
        asked = line.substr(0, line.find(' '));
        const std::string place = "/proc/" + line.substr(line.find(' ') + 1) + "/stat";
        do state = text_of(place);
        while (state.find(") T ") == std::string::npos && state.find(") Z ") == std::string::npos);
        return std::string("it");
    };
    const child_result result = run_child(request);
    EXPECT_TRUE(result.good()) << result.describe();
    EXPECT_EQ(asked, "?first");
    EXPECT_NE(state.find(") T "), std::string::npos) << state;
    EXPECT_TRUE(result.output.ends_with("got it\n")) << result.output;
}

TEST(Child, TimeThatItStandsStillDoesNotCount) {
    child_request request;
    request.command = {"sh", "-c", "read word; echo ?; read answer; echo got $answer"};
    request.timeout = 2;
    request.on_line = [](const std::string&) {};
    request.is_question = [](const std::string& line) { return line == "?"; };
    request.answer = [](const std::string&) {
        sleep(3);
        return std::string("it");
    };
    const child_result result = run_child(request);
    EXPECT_TRUE(result.good()) << result.describe();
    EXPECT_LT(result.seconds, 2);
}

TEST(Child, MayEndBeforeItsQuestionIsAnswered) {
    child_request request;
    request.command = {"sh", "-c", "read word; exec 0<&-; echo ?; exit 3"};
    request.on_line = [](const std::string&) {};
    request.is_question = [](const std::string& line) { return line == "?"; };
    request.answer = [](const std::string&) { return std::string(100'000, 'x'); };
    EXPECT_EQ(run_child(request).code, 3);
}

TEST(Child, SetsTheEnvironment) {
    child_request request;
    request.command = {"printenv", "NDWEAVE_TEST_WORD"};
    request.environment = {{"NDWEAVE_TEST_WORD", "a=b c"}};
    EXPECT_EQ(run_child(request).output, "a=b c\n");
}

TEST(Child, TellsAMissingProgram) {
    child_request request;
    request.command = {"/no/such/program"};
    const child_result result = run_child(request);
    EXPECT_EQ(result.end, child_end::not_started);
    EXPECT_NE(result.describe().find("No such file"), std::string::npos);
}

TEST(Child, IsKilledWhenItsTimeIsOver) {
    child_request request;
    request.command = {"sleep", "600"};
    request.timeout = 0.2;
    const child_result result = run_child(request);
    EXPECT_EQ(result.end, child_end::timed_out);
    EXPECT_LT(result.seconds, 60);
}

TEST(Child, EndsWhatItStartedWhereItIsGivenTime) {
    const support::temporary_folder folder;
    const std::string said = folder / "said";
    child_request request;
    request.command = {"sh", "-c", "trap 'echo ended > " + said + "; exit 0' TERM; sleep 60 & wait"};
    request.timeout = 0.3;
    request.grace = 30;
    const child_result result = run_child(request);
    EXPECT_EQ(result.end, child_end::timed_out);
    EXPECT_EQ(text_of(said), "ended\n");
}

TEST(Child, IsKilledWhenItsGraceIsOver) {
    child_request request;
    request.command = {"sh", "-c", "trap '' TERM; sleep 60; sleep 60"};
    request.timeout = 0.3;
    request.grace = 0.3;
    const child_result result = run_child(request);
    EXPECT_EQ(result.end, child_end::timed_out);
    EXPECT_EQ(result.code, SIGKILL);
}

/// A harness is killed while an external program runs that has children of its own; returns whether that was told.
bool told_when_its_parent_is_killed(double grace) {
    const support::temporary_folder folder;
    const pid_t parent = fork();
    if (parent == 0) {
        child_request request;
        request.command = {"sh", "-c",
                           "trap 'kill $!; echo told >" + (folder / "told") + "; exit' TERM; sleep 600 & echo $! >" +
                               (folder / "new") + "; mv " + (folder / "new") + " " + (folder / "pid") + "; wait"};
        request.grace = grace;
        run_child(request);
        _exit(0);
    }
    for (int i = 0; i < 3000 && access((folder / "pid").c_str(), F_OK) != 0; ++i) usleep(10'000);
    const pid_t child = std::stoi(text_of(folder / "pid"));
    EXPECT_EQ(kill(child, 0), 0);
    kill(parent, SIGKILL);
    waitpid(parent, nullptr, 0);
    // The process that inherits the dead child may not reap it, so it may be a zombie.
    const auto alive = [&] {
        const std::string facts = text_of("/proc/" + std::to_string(child) + "/stat");  // "12 (sh) S …"
        const std::size_t name_end = facts.rfind(')');
        return name_end != std::string::npos && facts.at(name_end + 2) != 'Z' && facts.at(name_end + 2) != 'X';
    };
    for (int i = 0; i < 3000 && alive(); ++i) usleep(10'000);
    EXPECT_FALSE(alive());
    for (int i = 0; grace > 0 && i < 3000 && text_of(folder / "told").empty(); ++i) usleep(10'000);
    return text_of(folder / "told") == "told\n";
}

TEST(Child, EndsWithItsParent) { EXPECT_FALSE(told_when_its_parent_is_killed(0)); }
TEST(Child, IsToldToEndWhenItsParentIsKilled) { EXPECT_TRUE(told_when_its_parent_is_killed(30)); }

TEST(Child, TellsTheSignal) {
    child_request request;
    request.command = {"perl", "-e", "kill 'ABRT', $$"};
    const child_result result = run_child(request);
    EXPECT_EQ(result.end, child_end::signalled);
    EXPECT_EQ(result.code, SIGABRT);
    EXPECT_EQ(result.describe(), "SIGABRT");
}

TEST(Child, IsKilledWhenItFloods) {
    child_request request;
    request.command = {"cat", "/dev/zero"};
    EXPECT_EQ(run_child(request).end, child_end::flooded);
}

}  // namespace ndweave::harness
