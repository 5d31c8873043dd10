#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "runtime/plugin/loading/library.hpp"
#include "runtime/plugin/loading/plugin_file.hpp"
#include "runtime/plugin/loading/registry.hpp"
#include "runtime/plugin/loading/search.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::detail {
namespace {

namespace fs = std::filesystem;

/// A folder of its own with one sound plugin called `broken`.
class PluginFile : public ::testing::Test {
protected:
    void SetUp() override {
        fs::copy_file(fs::path(NDWEAVE_BROKEN_PLUGINS) / "sound" / path_.filename(), path_);
        chmod(path_.c_str(), 0755);
    }

    plugin_report load() const {
        const plugin_backend b = load_plugin_backend("broken", {folder_.path().string()});
        EXPECT_EQ(b.reports.size(), 1u);
        return b.reports.at(0);
    }

    const support::temporary_folder folder_;
    const fs::path path_ = folder_ / "ndweave-plugin-broken.so";
};

TEST_F(PluginFile, SoundOneIsLoaded) {
    EXPECT_FALSE(plugin_file(path_.string()).check_ownership()) << plugin_file(path_.string()).check_ownership().reason;
    EXPECT_FALSE(plugin_file(path_.string()).check_shared_object());
    const plugin_report r = load();
    EXPECT_TRUE(r.loaded) << r.reason;
    EXPECT_EQ(r.path, path_.string());
    EXPECT_EQ(r.description, "a test");
}

TEST_F(PluginFile, WritableByGroupOrEverybodyIsRefused) {
    for (const mode_t mode : {0775, 0757, 0777}) {
        chmod(path_.c_str(), mode);
        const plugin_report r = load();
        EXPECT_FALSE(r.loaded);
        EXPECT_NE(r.reason.find("may write it"), std::string::npos) << r.reason;
        EXPECT_NE(r.hint.find("chmod go-w"), std::string::npos) << r.hint;
    }
}

TEST_F(PluginFile, FolderWritableByEverybodyIsRefusedUnlessSticky) {
    chmod(folder_.path().c_str(), 0777);
    EXPECT_NE(load().reason.find("writable by everybody"), std::string::npos);
    chmod(folder_.path().c_str(), 01777);
    EXPECT_TRUE(load().loaded);
}

TEST_F(PluginFile, OfAnotherUserIsRefused) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can give a file to another user";
    ASSERT_EQ(chown(path_.c_str(), 12345, static_cast<gid_t>(-1)), 0);
    EXPECT_NE(load().reason.find("belongs to another user"), std::string::npos);
}

TEST_F(PluginFile, WhatWasCheckedIsLoadedWhateverBecomesOfItsName) {
    plugin_file file(path_.string());
    ASSERT_FALSE(file.check_ownership());
    const fs::path other = fs::path(NDWEAVE_BROKEN_PLUGINS) / "wrong_version" / path_.filename();
    fs::rename(path_, folder_ / "away");
    fs::copy_file(other, path_);
    EXPECT_FALSE(file.check_shared_object());
    EXPECT_EQ(probe_plugin(file.loadable_path(), "broken").reason, "") << "the sound one was opened";
    EXPECT_NE(load().reason.find("version"), std::string::npos);
}

TEST_F(PluginFile, SeveralAreLoadedApart) {
    const fs::path second = folder_ / "second";
    fs::create_directory(second);
    fs::copy_file(fs::path(NDWEAVE_BROKEN_PLUGINS) / "wrong_name" / path_.filename(), second / path_.filename());
    chmod((second / path_.filename()).c_str(), 0755);
    EXPECT_TRUE(load().loaded);
    const plugin_backend b = load_plugin_backend("broken", {second.string()});
    EXPECT_NE(b.reports.at(0).reason.find("calls itself"), std::string::npos) << b.reports.at(0).reason;
}

TEST_F(PluginFile, LinksOfOthersAndInUnsafeFoldersAreRefused) {
    const fs::path links = folder_ / "links", link = links / path_.filename();
    fs::create_directory(links);
    fs::create_symlink(path_, link);
    const auto loaded = [&] { return load_plugin_backend("broken", {links.string()}).reports.at(0); };
    const auto reason = [&] { return loaded().reason; };
    EXPECT_TRUE(loaded().loaded);
    chmod(links.c_str(), 0777);
    EXPECT_NE(reason().find("writable by everybody"), std::string::npos) << reason();
    chmod(links.c_str(), 01777);
    EXPECT_TRUE(loaded().loaded);
    if (geteuid() != 0) GTEST_SKIP() << "only root can give a link to another user";
    ASSERT_EQ(lchown(link.c_str(), 12345, static_cast<gid_t>(-1)), 0);
    EXPECT_NE(reason().find("the link"), std::string::npos) << reason();
}

TEST_F(PluginFile, FolderIsNoPlugin) {
    fs::remove(path_);
    fs::create_directory(path_);
    EXPECT_NE(load().reason.find("no regular file"), std::string::npos);
}

TEST_F(PluginFile, TextEmptyAndUnreadableFilesAreRefused) {
    std::ofstream(path_)
        << "#!/bin/sh\necho this is not a plugin, whatever its name may say, and it is longer than a header\n";
    EXPECT_NE(load().reason.find("no shared object"), std::string::npos);
    std::ofstream(path_, std::ios::trunc);
    EXPECT_NE(load().reason.find("no shared object"), std::string::npos);
}

TEST_F(PluginFile, ForAnotherProcessorIsRefused) {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(18);  // e_machine
    const char sparc[2] = {2, 0};
    file.write(sparc, 2);
    file.close();
    EXPECT_NE(load().reason.find("another processor"), std::string::npos);
}

TEST_F(PluginFile, CutShortAnywhereNeverEndsTheProgram) {
    const auto size = fs::file_size(path_);
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (int i = 0; i < 20; ++i) {
        const std::uintmax_t left = i == 0 ? size / 2 : random() % size;
        fs::resize_file(path_, left);
        const plugin_report r = load();
        // The tail after the last loaded segment holds section headers only, which nothing needs at run time.
        if (r.loaded) {
            EXPECT_FALSE(plugin_file(path_.string()).check_shared_object()) << left << " of " << size;
        } else {
            EXPECT_FALSE(r.reason.empty());
        }
        fs::remove(path_);
        fs::copy_file(fs::path(NDWEAVE_BROKEN_PLUGINS) / "sound" / path_.filename(), path_);
    }
    fs::resize_file(path_, 1500);  // the headers are whole, what they name is not
    EXPECT_NE(load().reason.find("cut short"), std::string::npos);
}

TEST(PluginSearch, AbsentPluginIsReportedWithTheFoldersAndWhatToDo) {
    const plugin_backend b = load_plugin_backend("broken", {"/nowhere/one", "/nowhere/two"});
    ASSERT_EQ(b.reports.size(), 1u);
    EXPECT_TRUE(b.devices.empty());
    EXPECT_TRUE(b.reports[0].path.empty());
    EXPECT_NE(b.reports[0].reason.find("/nowhere/one, /nowhere/two"), std::string::npos) << b.reports[0].reason;
    EXPECT_NE(b.reports[0].hint.find("NDWEAVE_PLUGIN_PATH"), std::string::npos);
}

TEST(PluginSearch, TheFoldersOfTheEnvironmentComeBehindTheInstalledOne) {
    setenv("NDWEAVE_PLUGIN_PATH", ":/absolute/one::/absolute/two:", 1);
    const auto folders = plugin_directories();
    unsetenv("NDWEAVE_PLUGIN_PATH");
    ASSERT_EQ(folders.size(), 3u);
    EXPECT_TRUE(folders[0].ends_with("/ndweave")) << folders[0];
    EXPECT_EQ(folders[1], "/absolute/one");
    EXPECT_EQ(folders[2], "/absolute/two");
}

TEST(PluginSearch, ARelativeFolderIsRefused) {
    for (const char* list : {".", "relative/folder", "/absolute/one:..:/absolute/two"}) {
        setenv("NDWEAVE_PLUGIN_PATH", list, 1);
        EXPECT_THROW(plugin_directories(), exception) << list;
    }
    unsetenv("NDWEAVE_PLUGIN_PATH");
}

TEST_F(PluginFile, TheNextFolderServesWhenTheFirstIsBroken) {
    const std::string broken = std::string(NDWEAVE_BROKEN_PLUGINS) + "/wrong_version";
    const plugin_backend b = load_plugin_backend("broken", {broken, folder_.path().string()});
    ASSERT_EQ(b.reports.size(), 2u);
    EXPECT_FALSE(b.reports[0].loaded);
    EXPECT_TRUE(b.reports[1].loaded);
}

}  // namespace
}  // namespace ndweave::detail
