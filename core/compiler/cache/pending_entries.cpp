#include "compiler/cache/pending_entries.hpp"

#include <mutex>
#include <optional>
#include <vector>

#include "compiler/cache/disk.hpp"

namespace ndweave::compiler::cache {
namespace {

struct pending_entry {
    std::string directory;
    std::string key;
    entry what;
};

class pending_list {
public:
    void add(pending_entry made) {
        const std::lock_guard lock(mutex_);
        entries_.push_back(std::move(made));
    }

    std::optional<pending_entry> take() {
        const std::lock_guard lock(mutex_);
        if (entries_.empty()) return std::nullopt;
        pending_entry last = std::move(entries_.back());
        entries_.pop_back();
        return last;
    }

private:
    std::mutex mutex_;
    std::vector<pending_entry> entries_;
};

/// Never destroyed: destructors of static objects launch kernels.
pending_list& pending() {
    static pending_list& the_list = *new pending_list;
    return the_list;
}

}  // namespace

void store_later(std::string directory, std::string key, entry what) {
    if (directory.empty()) return;
    pending().add({std::move(directory), std::move(key), std::move(what)});
}

void write_pending() {
    while (const std::optional<pending_entry> next = pending().take()) store(next->directory, next->key, next->what);
}

}  // namespace ndweave::compiler::cache
