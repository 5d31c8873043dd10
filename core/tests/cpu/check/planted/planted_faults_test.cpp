// NDWEAVE_CHECK=1 over kernels with one mistake each: all are found, in the line that is marked.
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "cpu/check/checking.hpp"
#include "cpu/strategies.hpp"
#include "planted_faults.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::tests {
namespace {

using ndweave::testing::error_of;

std::vector<fault> all_faults() {
    std::vector<fault> all;
    for (const auto& some : {faults_of_global_memory(), faults_of_local_memory(), faults_of_private_memory(),
                             faults_of_synchronisation(), faults_of_arithmetic()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

/// File and line of the first mark from `begin` on, as in "local_memory.cpp:20".
std::string marked_place(const std::source_location& begin) {
    std::ifstream source(begin.file_name());
    std::string line;
    for (unsigned number = 1; std::getline(source, line); ++number) {
        if (number >= begin.line() && line.find("// here") != std::string::npos)
            return std::filesystem::path(begin.file_name()).filename().string() + ":" + std::to_string(number);
    }
    return "a mark behind " + std::string(begin.file_name()) + ":" + std::to_string(begin.line());
}

class PlantedFaults : public ::testing::TestWithParam<fault> {};

TEST_P(PlantedFaults, AreFoundInTheirLine) {
    if (!reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
    const checking on;
    queue q{device("cpu")};
    shared_array<int> x(n, q, 1), y(n, q, 1);
    const exception found = error_of([&] {
        GetParam().run(q, x.data(), y.data());
        q.wait();
    });
    EXPECT_EQ(found.code(), errc::kernel) << found.what();
    const std::string place = marked_place(GetParam().begin);
    EXPECT_TRUE(std::regex_search(found.what(), std::regex(place + "\\b")))
        << "no '" << place << "' in: " << found.what();
}

std::string name_of_fault(const ::testing::TestParamInfo<fault>& info) {
    std::string name;
    for (const char c : std::to_string(info.index) + " " + info.param.name)
        name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kernels, PlantedFaults, ::testing::ValuesIn(all_faults()), name_of_fault);

}  // namespace
}  // namespace ndweave::tests
