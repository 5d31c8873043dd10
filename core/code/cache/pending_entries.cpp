#include "code/cache/pending_entries.hpp"

#include <mutex>
#include <utility>
#include <vector>

#include "code/cache/disk.hpp"

namespace ndweave::code::cache {
namespace {

struct pending_entry {
    std::string directory;
    std::string key;
    entry what;
};

struct pending_list {
    std::mutex mutex;
    std::vector<pending_entry> entries;
};

/// Never destroyed: destructors of static objects launch kernels.
pending_list& pending() {
    static pending_list& the_list = *new pending_list;
    return the_list;
}

}  // namespace

void store_later(std::string directory, std::string key, entry what) {
    if (directory.empty()) return;
    const std::lock_guard lock(pending().mutex);
    pending().entries.push_back({std::move(directory), std::move(key), std::move(what)});
}

void write_pending() {
    std::vector<pending_entry> taken;
    {
        const std::lock_guard lock(pending().mutex);
        taken.swap(pending().entries);
    }
    for (const pending_entry& e : taken) store(e.directory, e.key, e.what);
}

}  // namespace ndweave::code::cache
