// The disk cache under hostile conditions: whatever lies there, a compilation comes to the right kernel.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>

#include "code/cache/disk.hpp"
#include "code/cache/driver_binaries.hpp"
#include "code/cache/key.hpp"
#include "code/cache/pending_entries.hpp"
#include "code/cache/trim.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

namespace fs = std::filesystem;
namespace cache = code::cache;

constexpr const char* add_seven = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %p = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  %r = add i32 %v, 7
  store i32 %r, ptr %p
  ret void
})";

/// Compiles and runs the kernel; whether it came from the disk.
bool runs_from_disk(const ir_kernel& kernel) {
    const host_kernel compiled(kernel);
    int data[5] = {0, 1, 2, 3, 4};
    const void* const captures[] = {data};
    compiled.run(captures, {5, 1, 1});
    for (int i = 0; i < 5; ++i) EXPECT_EQ(data[i], i + 7);
    return compiled.view().cache_hit != 0;
}

void store_now(const std::string& directory, const std::string& identity, const std::string& bytes) {
    cache::store_driver_binary(directory, test_build, identity, bytes);
    cache::write_pending();
}

class DiskCache : public ::testing::Test {
protected:
    fs::path only_file() const {
        std::vector<fs::path> files;
        for (const auto& file : fs::directory_iterator(cache_.path())) files.push_back(file.path());
        EXPECT_EQ(files.size(), 1u);
        return files.empty() ? fs::path() : files.front();
    }

    std::string bytes_of(const fs::path& path) const {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    void write(const fs::path& path, const std::string& bytes) const {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    }

    /// A cached kernel, then `damage`, then: a miss, the right result, and a hit afterwards.
    void survives(const std::function<void(const fs::path&)>& damage) {
        ASSERT_FALSE(runs_from_disk(kernel_));
        ASSERT_TRUE(runs_from_disk(kernel_));
        damage(only_file());
        EXPECT_FALSE(runs_from_disk(kernel_)) << "a damaged file must be a miss";
        EXPECT_TRUE(runs_from_disk(kernel_)) << "and is replaced";
    }

    own_cache cache_;
    ir_kernel kernel_{add_seven};
};

TEST_F(DiskCache, SecondCompilationIsAHit) {
    EXPECT_FALSE(runs_from_disk(kernel_));
    EXPECT_TRUE(runs_from_disk(kernel_));
}

TEST_F(DiskCache, IsWrittenBehindTheLaunch) {
    const ndw_compiled_kernel* const compiled = cache::acquire_kernel(kernel_.request, test_build, compile_or_throw);
    EXPECT_TRUE(fs::is_empty(cache_.path()));
    cache::write_pending();
    EXPECT_FALSE(fs::is_empty(cache_.path()));
    cache::release_kernel(compiled);
    EXPECT_TRUE(runs_from_disk(kernel_));
}

TEST_F(DiskCache, KeysHaveTheBuildThatTheyAreOf) {
    EXPECT_NE(cache::key_of(kernel_.request, "one build"), cache::key_of(kernel_.request, "another"));
}

TEST_F(DiskCache, FilesAreTheUsersOwn) {
    runs_from_disk(kernel_);
    EXPECT_EQ(fs::status(only_file()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(DiskCache, DirectoryIsMadePrivate) {
    fs::remove(cache_.path());
    runs_from_disk(kernel_);
    EXPECT_EQ(fs::status(cache_.path()).permissions(), fs::perms::owner_all);
    EXPECT_TRUE(runs_from_disk(kernel_));
}

TEST_F(DiskCache, TruncatedFilesAreMisses) {
    runs_from_disk(kernel_);
    const std::string whole = bytes_of(only_file());
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{7}, std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
        SCOPED_TRACE(size);
        const fs::path file = only_file();
        write(file, whole.substr(0, size));
        EXPECT_FALSE(runs_from_disk(kernel_));
    }
}

TEST_F(DiskCache, AnyFlippedByteIsAMiss) {
    runs_from_disk(kernel_);
    const std::string whole = bytes_of(only_file());
    const std::string key = only_file().stem();
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (int i = 0; i < 200; ++i) {
        std::string damaged = whole;
        const std::size_t at = i < 120 ? i : random() % whole.size();
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
        EXPECT_FALSE(cache::decode(key, damaged).has_value()) << "byte " << at;
    }
    EXPECT_TRUE(cache::decode(key, whole).has_value());
}

TEST_F(DiskCache, AppendedBytesAreAMiss) {
    survives([&](const fs::path& file) { write(file, bytes_of(file) + "x"); });
}

TEST_F(DiskCache, FlippedByteInTheCodeIsAMiss) {
    survives([&](const fs::path& file) {
        std::string bytes = bytes_of(file);
        bytes[bytes.size() / 2] ^= 0x10;
        write(file, bytes);
    });
}

TEST_F(DiskCache, AFileUnderAnotherKeyIsAMiss) {
    ASSERT_FALSE(runs_from_disk(kernel_));
    const fs::path first = only_file();
    ir_kernel fast(add_seven);
    fast.request.variant.flags = NDW_COMPILE_FAST_MATH;
    const std::string other = cache::key_of(fast.request, test_build);
    fs::rename(first, first.parent_path() / (other + ".kernel"));
    EXPECT_FALSE(runs_from_disk(fast));
}

TEST_F(DiskCache, SymbolicLinksAreNotFollowed) {
    survives([&](const fs::path& file) {
        const fs::path elsewhere = file.parent_path().string() + "-target";
        fs::rename(file, elsewhere);
        fs::create_symlink(elsewhere, file);
    });
    fs::remove(cache_.path() + "-target");
}

TEST_F(DiskCache, FilesThatOthersCanWriteAreMisses) {
    survives([](const fs::path& file) { ::chmod(file.c_str(), 0666); });
}

TEST_F(DiskCache, AFifoInPlaceOfAFileDoesNotHang) {
    survives([](const fs::path& file) {
        fs::remove(file);
        ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    });
}

TEST_F(DiskCache, FilesOfAnotherUserAreMisses) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
    survives([](const fs::path& file) { ASSERT_EQ(::chown(file.c_str(), 12345, 12345), 0); });
}

TEST_F(DiskCache, DirectoriesOfAnotherUserOrWritableByOthersAreNotUsed) {
    ::chmod(cache_.path().c_str(), 0777);
    EXPECT_FALSE(runs_from_disk(kernel_));
    EXPECT_FALSE(runs_from_disk(kernel_));
    EXPECT_TRUE(fs::is_empty(cache_.path()));
    if (::geteuid() != 0) return;
    ::chmod(cache_.path().c_str(), 0700);
    ASSERT_EQ(::chown(cache_.path().c_str(), 12345, 12345), 0);
    EXPECT_FALSE(runs_from_disk(kernel_));
    EXPECT_TRUE(fs::is_empty(cache_.path()));
}

TEST_F(DiskCache, APlaceThatCannotBeWrittenDoesNotFailTheCompilation) {
    for (const char* place : {"/proc/nowhere", "/dev/null", "relative/place"}) {
        SCOPED_TRACE(place);
        ::setenv("NDWEAVE_CACHE_DIR", place, 1);
        ::setenv("XDG_CACHE_HOME", cache_.path().c_str(), 1);
        (void)runs_from_disk(kernel_);
    }
    ::unsetenv("XDG_CACHE_HOME");
}

TEST_F(DiskCache, SaysWhyItKeepsNothing) {
    EXPECT_EQ(cache::problem(cache_.path()), "");
    EXPECT_TRUE(fs::is_empty(cache_.path())) << "what was tried is gone";
    fs::create_symlink(cache_.path(), cache_.path() + "-link");
    for (const std::string& place : {std::string("/proc/nowhere"), std::string("/dev/null"), cache_.path() + "-link"}) {
        EXPECT_NE(cache::problem(place).find("no folder"), std::string::npos) << cache::problem(place);
    }
    fs::remove(cache_.path() + "-link");
    ::chmod(cache_.path().c_str(), 0777);
    EXPECT_NE(cache::problem(cache_.path()).find("others can write it"), std::string::npos);
}

/// A file in the cache that was used so many hours ago.
void put(const fs::path& path, std::size_t bytes, int hours) {
    std::ofstream(path) << std::string(bytes, 'x');
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(hours));
}

TEST_F(DiskCache, WhatWasUsedLongestAgoGoesFirst) {
    const fs::path place = cache_.path();
    for (int n = 0; n < 8; ++n) put(place / (std::to_string(n) + ".kernel"), 100, 10 * ((3 * n) % 8) + 1);
    put(place / "someone's.file", 10000, 500);
    put(place / ".k.1.0.tmp", 100, 3);
    put(place / ".k.2.0.tmp", 100, 0);
    const int directory = ::open(cache_.path().c_str(), O_RDONLY | O_DIRECTORY);
    cache::trim(directory, 350);
    ::close(directory);
    for (int n = 0; n < 8; ++n) EXPECT_EQ(fs::exists(place / (std::to_string(n) + ".kernel")), (3 * n) % 8 < 3) << n;
    EXPECT_TRUE(fs::exists(place / "someone's.file"));
    EXPECT_FALSE(fs::exists(place / ".k.1.0.tmp")) << "of a writer that died";
    EXPECT_TRUE(fs::exists(place / ".k.2.0.tmp")) << "may be being written";
}

TEST_F(DiskCache, WhatIsUsedStays) {
    ASSERT_FALSE(runs_from_disk(kernel_));
    const fs::path file = only_file();
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(24 * 30));
    ASSERT_TRUE(runs_from_disk(kernel_));
    EXPECT_GT(fs::last_write_time(file), fs::file_time_type::clock::now() - std::chrono::hours(1));
}

TEST_F(DiskCache, MostBytesAreAskedFor) {
    EXPECT_EQ(cache::max_bytes(), std::uint64_t{1} << 30);
    for (const auto& [asked, bytes] :
         {std::pair("0", std::uint64_t{0}), {"3", 3u << 20}, {"much", 1u << 30}, {"-1", 1u << 30}}) {
        ::setenv("NDWEAVE_CACHE_MIB", asked, 1);
        EXPECT_EQ(cache::max_bytes(), bytes) << asked;
    }
    ::unsetenv("NDWEAVE_CACHE_MIB");
}

TEST_F(DiskCache, ALimitOnFilesDoesNotEndTheProgram) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        const rlimit small{64, 64};
        ::setrlimit(RLIMIT_FSIZE, &small);
        const bool missed = !runs_from_disk(kernel_);
        sigset_t pending;
        ::sigpending(&pending);
        ::_exit(missed && ::sigismember(&pending, SIGXFSZ) == 0 && fs::is_empty(cache_.path()) ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST_F(DiskCache, DirectoryFollowsTheEnvironment) {
    EXPECT_EQ(cache::directory(), cache_.path());
    ::unsetenv("NDWEAVE_CACHE_DIR");
    ::setenv("XDG_CACHE_HOME", "/tmp/xdg/", 1);
    EXPECT_EQ(cache::directory(), "/tmp/xdg//ndweave");
    ::unsetenv("XDG_CACHE_HOME");
    const std::string home = ::getenv("HOME") != nullptr ? ::getenv("HOME") : "";
    ::setenv("HOME", "/home/someone", 1);
    EXPECT_EQ(cache::directory(), "/home/someone/.cache/ndweave");
    ::setenv("HOME", home.c_str(), 1);
}

TEST_F(DiskCache, EveryFieldOfARequestIsInTheKey) {
    const std::string key = cache::key_of(kernel_.request, test_build);
    EXPECT_EQ(key.size(), 64u);
    const auto differs_after = [&](const char* what, auto change) {
        ndw_compile_request request = kernel_.request;
        change(request);
        EXPECT_NE(cache::key_of(request, test_build), key) << what;
    };
    differs_after("name", [](auto& r) { r.kernel_name = "kernel2"; });
    differs_after("hash", [](auto& r) { r.bitcode_hash = ""; });
    for (std::size_t field = 0; field < sizeof(ndw_kernel_variant); field += sizeof(std::uint32_t)) {
        const auto change = [&](auto& r) { reinterpret_cast<unsigned char*>(&r.variant)[field] ^= 1; };
        differs_after(("variant, byte " + std::to_string(field)).c_str(), change);
    }
    differs_after("functor", [](auto& r) { r.functor_size = 65; });
    differs_after("arch", [](auto& r) { r.arch = "sm_90"; });
    differs_after("driver", [](auto& r) { r.driver = "1.2"; });
    static constexpr std::uint32_t one = 1;
    static constexpr ndw_captured_value capture{{8, 4}, &one};
    differs_after("captures", [](auto& r) {
        r.captures = &capture;
        r.capture_count = 1;
    });
}

TEST_F(DiskCache, SixteenProcessesShareAnEmptyCache) {
    constexpr int processes = 16;
    std::vector<pid_t> children;
    for (int i = 0; i < processes; ++i) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            (void)runs_from_disk(kernel_);
            ::_exit(::testing::Test::HasFailure() ? 1 : 0);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    (void)only_file();  // nothing temporary is left
    EXPECT_TRUE(runs_from_disk(kernel_));
}

TEST_F(DiskCache, DriverBinariesAreKeptByIdentity) {
    const std::string bytes("\0made by a driver\xff", 18);
    EXPECT_FALSE(cache::load_driver_binary(cache_.path(), test_build, "code"));
    store_now(cache_.path(), "code", bytes);
    EXPECT_EQ(cache::load_driver_binary(cache_.path(), test_build, "code"), bytes);
    EXPECT_FALSE(cache::load_driver_binary(cache_.path(), test_build, "code "));
    store_now(cache_.path(), "nothing", "");
    EXPECT_FALSE(cache::load_driver_binary(cache_.path(), test_build, "nothing"));
}

TEST_F(DiskCache, DamagedDriverBinariesAreMisses) {
    store_now(cache_.path(), "code", "made by a driver");
    const fs::path file = only_file();
    const std::string whole = bytes_of(file);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        write(file, whole.substr(0, length));
        ASSERT_FALSE(cache::load_driver_binary(cache_.path(), test_build, "code")) << "cut to " << length << " bytes";
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 4);
        write(file, flipped);
        ASSERT_FALSE(cache::load_driver_binary(cache_.path(), test_build, "code")) << "byte " << at << " flipped";
    }
    store_now(cache_.path(), "code", "made again");
    EXPECT_EQ(cache::load_driver_binary(cache_.path(), test_build, "code"), "made again");
}

TEST(MemoryCache, AKernelIsSharedWhileItIsInUse) {
    own_cache cache;
    const ir_kernel kernel(add_seven);
    const outcome first = compile_request(kernel.request), second = compile_request(kernel.request);
    EXPECT_EQ(first.kernel, second.kernel);
    code::cache::release_kernel(first.kernel);
    int data[1] = {1};
    const void* const captures[] = {data};
    const host_kernel third(kernel);
    EXPECT_EQ(&third.view(), second.kernel);
    code::cache::release_kernel(second.kernel);
    third.run(captures, {1, 1, 1});
    EXPECT_EQ(data[0], 8);
}

}  // namespace
}  // namespace ndweave::compiler::testing
