#include "compiler/cache/kernel_cache.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "code/library_symbols.hpp"
#include "code/loaded_image.hpp"
#include "compiler/cache/disk.hpp"
#include "compiler/cache/key.hpp"
#include "compiler/cache/pending_entries.hpp"
#include "compiler/codegen/host/entry/entry.hpp"
#include "compiler/compile.hpp"
#include "compiler/error.hpp"
#include "compiler/report/dump.hpp"

namespace ndweave::compiler {
namespace {

struct slot;

/// `view` comes first: the runtime's pointer is a pointer to this.
struct kernel {
    ndw_compiled_kernel view{};
    std::string key;
    std::shared_ptr<slot> home;
    cache::entry content;
    std::unique_ptr<code::loaded_image> code;
    unsigned users = 0;
};

/// Lock order: the table's mutex before a slot's; a compilation holds its slot's only.
struct slot {
    std::mutex mutex;
    std::unique_ptr<kernel> ready;
};

class table {
public:
    std::shared_ptr<slot> find(const std::string& key) {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<slot>& found = slots_[key];
        if (found == nullptr) found = std::make_shared<slot>();
        return found;
    }

    void release(kernel& k) {
        std::unique_ptr<kernel> last;  // destroyed after the locks are gone
        const std::shared_ptr<slot> home = k.home;
        const std::lock_guard lock(mutex_);
        const std::lock_guard slot_lock(home->mutex);
        if (--k.users != 0) return;
        const auto found = slots_.find(k.key);
        if (found != slots_.end() && found->second == home) slots_.erase(found);
        last = std::move(home->ready);
    }

private:
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<slot>> slots_;
};

/// Never destroyed: kernels may be released by destructors of static objects.
table& kernels() {
    static table& the_table = *new table;
    return the_table;
}

void fill_view(kernel& k, bool from_disk, double milliseconds) {
    const artifact& made = k.content.made;
    ndw_compiled_kernel& view = k.view;
    view.struct_size = sizeof(view);
    view.strategy = made.strategy;
    view.reason = made.reason.c_str();
    const bool item = made.entry_name != host::entry_symbol;
    view.host_entry = k.code != nullptr && !item ? reinterpret_cast<ndw_host_entry>(k.code->entry()) : nullptr;
    view.item_entry = k.code != nullptr && item ? reinterpret_cast<ndw_item_entry>(k.code->entry()) : nullptr;
    view.depends_on = made.depends_on;
    view.arena_bytes = made.arena_bytes;
    if (k.code == nullptr) {
        view.code = made.code.c_str();
        view.code_size = made.code.size();
    }
    view.entry_name = made.entry_name.c_str();
    view.parameters = made.parameters.data();
    view.parameter_count = static_cast<std::uint32_t>(made.parameters.size());
    view.aligned_pointers = made.aligned_pointers.data();
    view.aligned_pointer_count = static_cast<std::uint32_t>(made.aligned_pointers.size());
    view.distinct_pointers = made.distinct_pointers.data();
    view.distinct_pointer_count = static_cast<std::uint32_t>(made.distinct_pointers.size());
    view.written_pointer_count = made.written_pointer_count;
    view.written_pointers_apart = made.written_pointers_apart;
    view.coarsening = made.coarsening;
    view.items_in_loops = made.items_in_loops;
    view.direct = made.direct;
    view.scratch_bytes = made.scratch_bytes;
    view.local_arrays = made.local_arrays.data();
    view.local_array_count = static_cast<std::uint32_t>(made.local_arrays.size());
    view.local_bytes = made.local_bytes;
    view.deciding_captures = made.deciding_captures.data();
    view.deciding_capture_count = static_cast<std::uint32_t>(made.deciding_captures.size());
    view.made_in_ms = static_cast<double>(k.content.made_in_us) / 1000;
    view.uses_barrier = made.uses_barrier;
    view.sub_group_size = made.sub_group_size;
    view.cache_hit = from_disk ? 1 : 0;
    view.compile_ms = milliseconds;
    view.report = k.content.report.c_str();
}

/// Compiled in part, to look for mistakes: not kept on disk.
bool is_partial(const ndw_compile_request& request) {
    return request.last_step != nullptr || request.last_pass != 0 || (request.variant.flags & NDW_COMPILE_ITEM) != 0;
}

llvm::Error load_code(kernel& k, const ndw_compile_request& request) {
    const auto find = [&](std::string_view name) -> void* {
        for (const ndw_function& f : llvm::ArrayRef(request.functions, request.function_count)) {
            if (name == f.name) return f.address;
        }
        return code::find_library_symbol(name);
    };
    const std::optional<code::code_image> image = code::decode(k.content.made.code);
    if (!image) return failed("the code of kernel '" + std::string(request.kernel_name) + "' is damaged");
    try {
        k.code = std::make_unique<code::loaded_image>(*image, find);
    } catch (const std::runtime_error& e) {
        return failed("kernel '" + std::string(request.kernel_name) + "': " + e.what());
    }
    return llvm::Error::success();
}

llvm::Error compile_into(kernel& k, const ndw_compile_request& request) {
    auto fresh = compile(request);
    if (!fresh) return fresh.takeError();
    k.content = std::move(*fresh);
    if (request.variant.target == NDW_TARGET_HOST) {
        if (llvm::Error error = load_code(k, request)) return error;
    }
    if (!is_partial(request)) cache::store_later(cache::directory(), k.key, k.content);
    return llvm::Error::success();
}

/// Not where dumps are wanted: only a compilation makes them.
bool load_from_disk(kernel& k, const ndw_compile_request& request) {
    if (is_partial(request) || dump::is_wanted()) return false;
    std::optional<cache::entry> kept = cache::load(cache::directory(), k.key);
    if (!kept) return false;
    k.content = std::move(*kept);
    if (request.variant.target != NDW_TARGET_HOST) return true;
    llvm::Error error = load_code(k, request);
    const bool loaded = !error;
    llvm::consumeError(std::move(error));
    return loaded;
}

llvm::Error make(kernel& k, const ndw_compile_request& request) {
    const auto begin = std::chrono::steady_clock::now();
    const bool from_disk = load_from_disk(k, request);
    if (!from_disk) {
        if (llvm::Error error = compile_into(k, request)) return error;
    }
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
    fill_view(k, from_disk, spent.count());
    return llvm::Error::success();
}

}  // namespace

llvm::Expected<const ndw_compiled_kernel*> acquire_kernel(const ndw_compile_request& request) {
    const std::string key = cache::key_of(request, *find_target(request.variant.target));
    const std::shared_ptr<slot> home = kernels().find(key);
    const std::lock_guard lock(home->mutex);
    if (home->ready == nullptr) {
        auto fresh = std::make_unique<kernel>();
        fresh->key = key;
        fresh->home = home;
        if (llvm::Error error = make(*fresh, request)) return error;
        home->ready = std::move(fresh);
    }
    ++home->ready->users;
    return &home->ready->view;
}

void release_kernel(const ndw_compiled_kernel* view) {
    kernels().release(*reinterpret_cast<kernel*>(const_cast<ndw_compiled_kernel*>(view)));
}

}  // namespace ndweave::compiler
