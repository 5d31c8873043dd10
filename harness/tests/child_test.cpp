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

TEST(Child, EndsWithItsParent) {
    const support::temporary_folder folder;
    const pid_t parent = fork();
    ASSERT_GE(parent, 0);
    if (parent == 0) {  // a harness that runs an external program which tells its process number
        child_request request;
        // A shell that waits for its own child: what the harness starts is a grandparent.
        request.command = {"sh", "-c",
                           "sleep 600 & echo $! >" + (folder / "new") + "; mv " + (folder / "new") + " " +
                               (folder / "pid") + "; wait"};
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
}

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
