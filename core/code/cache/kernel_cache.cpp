#include "code/cache/kernel_cache.hpp"

#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "code/cache/disk.hpp"
#include "code/cache/key.hpp"
#include "code/cache/pending_entries.hpp"
#include "code/precompiled/archive.hpp"
#include "code/precompiled/recording.hpp"
#include "code/ready_kernel.hpp"

namespace ndweave::code::cache {
namespace {

struct cached_kernel;

/// Lock order: the table's mutex before a slot's; a compilation holds its slot's only.
struct slot {
    std::mutex mutex;
    std::unique_ptr<cached_kernel> kernel;
};

struct cached_kernel {
    std::unique_ptr<ready_kernel> ready;
    std::string key;
    std::shared_ptr<slot> home;
    unsigned users = 0;
};

class table {
public:
    std::shared_ptr<slot> find(const std::string& key) {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<slot>& found = slots_[key];
        if (found == nullptr) found = std::make_shared<slot>();
        return found;
    }

    /// Pre: the kernel has a user.
    void add(cached_kernel& kernel) {
        const std::lock_guard lock(mutex_);
        kernels_[&kernel.ready->view()] = &kernel;
    }

    void release(const ndw_compiled_kernel* view) {
        std::unique_ptr<cached_kernel> last;  // destroyed after the locks are gone
        const std::lock_guard lock(mutex_);
        const auto known = kernels_.find(view);
        cached_kernel& kernel = *known->second;
        const std::shared_ptr<slot> home = kernel.home;
        const std::lock_guard slot_lock(home->mutex);
        if (--kernel.users != 0) return;
        kernels_.erase(known);
        const auto found = slots_.find(kernel.key);
        if (found != slots_.end() && found->second == home) slots_.erase(found);
        last = std::move(home->kernel);
    }

private:
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<slot>> slots_;
    std::unordered_map<const ndw_compiled_kernel*, cached_kernel*> kernels_;
};

/// Never destroyed: kernels may be released by destructors of static objects.
table& kernels() {
    static table& the_table = *new table;
    return the_table;
}

/// Not what is compiled in part, to look for mistakes, nor where dumps are wanted: only a compilation makes them.
bool is_kept(const ndw_compile_request& request) {
    return request.last_step == nullptr && request.last_pass == 0 && !(request.variant.flags & NDW_COMPILE_ITEM);
}

bool are_dumps_wanted() {
    for (const char* variable : {"NDWEAVE_DUMP_IR", "NDWEAVE_DUMP_CODE"}) {
        const char* const folder = ::secure_getenv(variable);
        if (folder && *folder) return true;
    }
    return false;
}

/// Null where nothing was kept, or this machine lacks a library that it calls.
std::unique_ptr<ready_kernel> loaded(std::optional<entry> kept, const ndw_compile_request& request) {
    if (!kept) return nullptr;
    try {
        return std::make_unique<ready_kernel>(std::move(*kept), request);
    } catch (const std::runtime_error&) {
        return nullptr;
    }
}

/// From the user's cache, else from the file beside the program.
std::unique_ptr<ready_kernel> load_kept(const ndw_compile_request& request, const std::string& key) {
    if (!is_kept(request) || are_dumps_wanted()) return nullptr;
    if (auto from_cache = loaded(load(directory(), key), request)) return from_cache;
    const precompiled::archive* const beside = precompiled::archive::of_program();
    return beside ? loaded(beside->find(request), request) : nullptr;
}

std::unique_ptr<ready_kernel> make(const ndw_compile_request& request, const std::string& key,
                                   const compile_function& compile) {
    const auto begin = std::chrono::steady_clock::now();
    std::unique_ptr<ready_kernel> made = load_kept(request, key);
    const bool from_disk = made != nullptr;
    if (!from_disk) {
        made = std::make_unique<ready_kernel>(compile(request), request);
        if (is_kept(request)) store_later(directory(), key, made->content());
    }
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
    made->note_origin(from_disk, spent.count());
    return made;
}

}  // namespace

const ndw_compiled_kernel* acquire_kernel(const ndw_compile_request& request, std::string_view build,
                                          const compile_function& compile) {
    if (is_kept(request)) precompiled::record(request);
    const std::string key = key_of(request, build);
    const std::shared_ptr<slot> home = kernels().find(key);
    cached_kernel* found = nullptr;
    {
        const std::lock_guard lock(home->mutex);
        if (home->kernel == nullptr) home->kernel.reset(new cached_kernel{make(request, key, compile), key, home});
        found = home->kernel.get();
        ++found->users;
    }
    kernels().add(*found);
    return &found->ready->view();
}

void release_kernel(const ndw_compiled_kernel* view) { kernels().release(view); }

}  // namespace ndweave::code::cache
