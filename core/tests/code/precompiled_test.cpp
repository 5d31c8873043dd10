// Kernels that were compiled before the program ran: recordings of requests, and files of code beside programs.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

#include "code/cache/key.hpp"
#include "code/precompiled/archive.hpp"
#include "code/precompiled/recording.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::code::precompiled {
namespace {

recorded_request one() {
    recorded_request r;
    r.variant.target = NDW_TARGET_HOST;
    r.variant.kind = NDW_KERNEL_ND_RANGE;
    r.variant.local_range[0] = 64;
    r.kernel_name = "sums";
    r.bitcode = std::string("BC\0\1", 4);
    r.bitcode_hash = std::string(64, 'a');
    r.functor_size = 24;
    r.constants = {{7, "seven"}};
    r.captures = {{8, std::string(4, '\2')}};
    r.externals = {{"helper", "BCx", std::string(64, 'b')}};
    return r;
}

entry code_called(const std::string& name) {
    entry e;
    e.made.code = "code of " + name;
    e.made.entry_name = name;
    return e;
}

std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class Precompiled : public testing::Test {
protected:
    void write(const std::string& bytes) const { std::ofstream(file(), std::ios::binary | std::ios::trunc) << bytes; }
    std::string file() const { return folder.path() / "program.aot"; }
    std::unique_ptr<const archive> open() const { return archive::open(file()); }

    const support::temporary_folder folder;
};

class Recording : public Precompiled {
protected:
    Recording() { ::setenv("NDWEAVE_RECORD_KERNELS", file().c_str(), 1); }
    ~Recording() override { ::unsetenv("NDWEAVE_RECORD_KERNELS"); }
};

TEST_F(Recording, HasEachRequestOnceAndWhole) {
    recorded_request first = one(), second = one();
    first.kernel_name = "HasEachRequestOnceAndWhole";
    second.kernel_name = first.kernel_name;
    second.variant.local_range[0] = 128;
    for (const recorded_request* r : {&first, &first, &second}) record(request_view(*r, "").get());
    const std::vector<recorded_request> all = read_recording(file());
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].variant, first.variant);
    EXPECT_EQ(all[1].variant, second.variant);
    EXPECT_EQ(all[0].bitcode, first.bitcode);
    EXPECT_EQ(all[0].bitcode_hash, first.bitcode_hash);
    EXPECT_EQ(all[0].functor_size, 24u);
    ASSERT_EQ(all[0].constants.size() + all[0].captures.size() + all[0].externals.size(), 3u);
    EXPECT_EQ(all[0].constants[0].value, "seven");
    EXPECT_EQ(all[0].captures[0].offset, 8u);
    EXPECT_EQ(all[0].externals[0].bitcode, "BCx");
    EXPECT_EQ(cache::portable_key_of(request_view(all[0], "").get(), "x86-64"),
              cache::portable_key_of(request_view(first, "").get(), "x86-64"));
    EXPECT_NE(cache::portable_key_of(request_view(all[1], "").get(), "x86-64"),
              cache::portable_key_of(request_view(first, "").get(), "x86-64"));
}

TEST_F(Recording, ThatIsCutLosesItsLastRequest) {
    recorded_request r = one();
    for (const char* name : {"ThatIsCut.1", "ThatIsCut.2"}) {
        r.kernel_name = name;
        record(request_view(r, "").get());
    }
    const std::string whole = read(file());
    write(whole.substr(0, whole.size() - 1));
    ASSERT_EQ(read_recording(file()).size(), 1u);
    EXPECT_EQ(read_recording(file())[0].kernel_name, "ThatIsCut.1");
    write("something else");
    EXPECT_THROW(read_recording(file()), std::runtime_error);
    EXPECT_THROW(read_recording(file() + ".absent"), std::runtime_error);
}

TEST_F(Precompiled, CodeIsFoundByWhatIsAskedFor) {
    const recorded_request r = one();
    const request_view asked(r, "");
    write(encode_archive({"x86-64"}, {{cache::portable_key_of(asked.get(), "x86-64"), code_called("sums")}}));
    const auto beside = open();
    ASSERT_NE(beside, nullptr);
    const std::optional<entry> found = beside->find(asked.get());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->made.code, "code of sums");

    recorded_request other = one();
    other.bitcode_hash = std::string(64, 'c');
    EXPECT_FALSE(beside->find(request_view(other, "").get())) << "another kernel's";
    other = one();
    other.captures[0].value = "abcd";
    EXPECT_FALSE(beside->find(request_view(other, "").get())) << "for another captured number";
    ::setenv("NDWEAVE_CPU_NAME", "haswell", 1);
    EXPECT_FALSE(beside->find(asked.get())) << "for a processor that was named";
    ::unsetenv("NDWEAVE_CPU_NAME");
}

TEST_F(Precompiled, TheHighestLevelThatRunsHereIsTaken) {
    const recorded_request r = one();
    const request_view asked(r, "");
    std::map<std::string, entry> kernels;
    std::string best;
    const std::vector<std::string> levels{"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};
    for (const std::string& level : levels) {
        kernels[cache::portable_key_of(asked.get(), level)] = code_called(level);
        if (runs_here(level)) best = level;
    }
    write(encode_archive(levels, kernels));
    EXPECT_EQ(open()->find(asked.get())->made.entry_name, best);
}

TEST_F(Precompiled, PtxIsTakenByItsArchitectureAndLaterOnes) {
    recorded_request r = one();
    r.variant.target = NDW_TARGET_PTX;
    std::map<std::string, entry> kernels;
    for (const char* arch : {"sm_80", "sm_90", "sm_100"})
        kernels[cache::portable_key_of(request_view(r, "").get(), arch)] = code_called(arch);
    write(encode_archive({"sm_90", "x86-64", "sm_100", "sm_80"}, kernels));
    const auto beside = open();
    const auto taken_on = [&](const std::string& device) {
        const std::optional<entry> found = beside->find(request_view(r, device).get());
        return found ? found->made.entry_name : "none";
    };
    EXPECT_EQ(taken_on("sm_75"), "none");
    EXPECT_EQ(taken_on("sm_80"), "sm_80");
    EXPECT_EQ(taken_on("sm_89"), "sm_80");
    EXPECT_EQ(taken_on("sm_90"), "sm_90");
    EXPECT_EQ(taken_on("sm_120"), "sm_100");
}

TEST_F(Precompiled, MachineCodeIsTakenByItsArchitectureAndLaterMinorVersions) {
    std::map<std::string, entry> kernels;
    for (const char* arch : {"sm_80", "sm_86", "sm_90"}) kernels[machine_code_key("the PTX", arch)] = code_called(arch);
    write(encode_archive({"sm_90", "x86-64", "sm_80", "sm_86"}, kernels));
    const auto beside = open();
    const auto taken_on = [&](const char* device, const char* ptx = "the PTX") {
        return beside->find_machine_code(ptx, device).value_or("none");
    };
    EXPECT_EQ(taken_on("sm_80"), "code of sm_80");
    EXPECT_EQ(taken_on("sm_87"), "code of sm_86");
    EXPECT_EQ(taken_on("sm_90"), "code of sm_90");
    EXPECT_EQ(taken_on("sm_75"), "none");
    EXPECT_EQ(taken_on("sm_100"), "none") << "of another major version";
    EXPECT_EQ(taken_on("sm_90", "other PTX"), "none");
    EXPECT_EQ(taken_on("gfx90a"), "none");
}

TEST_F(Precompiled, WhatCannotBeTrustedIsNotRead) {
    const recorded_request r = one();
    const request_view asked(r, "");
    const std::string whole =
        encode_archive({"x86-64"}, {{cache::portable_key_of(asked.get(), "x86-64"), code_called("sums")}});
    EXPECT_EQ(open(), nullptr) << "no such file";
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {  // a file that was cut
        write(whole.substr(0, bytes));
        const auto beside = open();
        EXPECT_TRUE(!beside || !beside->find(asked.get())) << bytes << " bytes";
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {  // a bit that was lost
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
        write(damaged);
        const auto beside = open();
        const std::optional<entry> found = beside ? beside->find(asked.get()) : std::nullopt;
        EXPECT_TRUE(!found || found->made.code == "code of sums") << "byte " << at;
    }
    std::string older = whole;
    older[8] = static_cast<char>(NDW_KERNEL_ABI_VERSION + 1);
    write(older);
    EXPECT_EQ(open(), nullptr) << "of another version";
    write(whole);
    ::chmod(file().c_str(), 0664);
    EXPECT_EQ(open(), nullptr) << "that others may write";
    ::chmod(file().c_str(), 0644);
    EXPECT_NE(open(), nullptr);
}

TEST(PrecompiledTarget, IsALevelOrAnArchitecture) {
    for (const char* name : {"x86-64", "x86-64-v4", "sm_80", "sm_100"}) EXPECT_EQ(problem_of_target(name), "") << name;
    for (const char* name : {"", "x86-64-v5", "znver4", "sm_", "sm_9x", "sm_8", "gfx90a"})
        EXPECT_NE(problem_of_target(name), "") << name;
}

/// Raise NDW_KERNEL_ABI_VERSION where this fails: code in files beside programs could not be run, or read.
TEST(KernelAbi, IsThatOfItsVersion) {
    EXPECT_EQ(NDW_KERNEL_ABI_VERSION, 1);
    EXPECT_EQ(sizeof(ndw_host_launch), 80u);
    EXPECT_EQ(sizeof(ndw_host_worker), 16u);
    EXPECT_EQ(sizeof(ndw_host_box), 48u);
    EXPECT_EQ(sizeof(ndw_kernel_variant), 48u);
    EXPECT_EQ(encode(entry{}).size(), 176u);
}

}  // namespace
}  // namespace ndweave::code::precompiled
