#include "runtime/plugin/loading/library.hpp"

#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <cstring>

namespace ndweave::detail {
namespace {

/// The struct of the first release, which every plugin has.
constexpr std::size_t min_struct_size = offsetof(ndw_plugin, last_error) + sizeof(ndw_plugin::last_error);

plugin_library refusal(std::string reason,
                       std::string hint = "build or install the plugin again, of this ndweave's version") {
    return {std::nullopt, std::move(reason), std::move(hint)};
}

/// Size of the exported object according to the symbol table.
std::size_t symbol_size(const void* address) {
    Dl_info info{};
    Elf64_Sym* symbol = nullptr;
    if (!dladdr1(address, &info, reinterpret_cast<void**>(&symbol), RTLD_DL_SYMENT) || !symbol) return 0;
    return ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT ? symbol->st_size : 0;
}

/// Name of a required entry that is null; null if none is.
const char* missing_entry(const ndw_plugin& p) {
#define NDWEAVE_REQUIRE(entry) \
    if (!p.entry) return #entry
    NDWEAVE_REQUIRE(device_count);
    NDWEAVE_REQUIRE(device_info);
    NDWEAVE_REQUIRE(device_open);
    NDWEAVE_REQUIRE(device_close);
    NDWEAVE_REQUIRE(memory_alloc);
    NDWEAVE_REQUIRE(memory_free);
    NDWEAVE_REQUIRE(copy);
    NDWEAVE_REQUIRE(queue_create);
    NDWEAVE_REQUIRE(queue_destroy);
    NDWEAVE_REQUIRE(queue_sync);
    NDWEAVE_REQUIRE(queue_wait_event);
    NDWEAVE_REQUIRE(module_load);
    NDWEAVE_REQUIRE(module_unload);
    NDWEAVE_REQUIRE(kernel_get);
    NDWEAVE_REQUIRE(launch);
    NDWEAVE_REQUIRE(event_record);
    NDWEAVE_REQUIRE(event_destroy);
    NDWEAVE_REQUIRE(event_wait);
    NDWEAVE_REQUIRE(last_error);
#undef NDWEAVE_REQUIRE
    const int graph_entries = !!p.graph_begin + !!p.graph_end + !!p.graph_launch + !!p.graph_destroy;
    return graph_entries == 0 || graph_entries == 4 ? nullptr
                                                    : "one of graph_begin, graph_end, graph_launch, graph_destroy";
}

/// Reads the struct without trusting it: its own size is checked against the symbol's.
plugin_library negotiate(const ndw_plugin* exported, const std::string& backend) {
    const std::size_t bytes = symbol_size(exported);
    if (bytes < offsetof(ndw_plugin, backend)) return refusal("its " NDW_PLUGIN_SYMBOL " is no plugin structure");
    if (exported->abi_version != NDW_PLUGIN_ABI_VERSION) {
        return refusal("it speaks version " + std::to_string(exported->abi_version) +
                       " of the plugin ABI, this ndweave speaks " + std::to_string(NDW_PLUGIN_ABI_VERSION));
    }
    if (exported->struct_size < min_struct_size || exported->struct_size > bytes) {
        return refusal("its " NDW_PLUGIN_SYMBOL " claims " + std::to_string(exported->struct_size) + " bytes and has " +
                       std::to_string(bytes) + "; at least " + std::to_string(min_struct_size) + " are needed");
    }
    ndw_plugin entries{};
    std::memcpy(&entries, exported, std::min<std::size_t>(exported->struct_size, sizeof entries));
    if (const char* missing = missing_entry(entries))
        return refusal("it lacks the required entry " + std::string(missing));
    if (!entries.backend || backend != entries.backend) {
        return refusal("it calls itself " + std::string(entries.backend ? entries.backend : "nothing") +
                       ", its file says " + backend);
    }
    // Read here, and so in the probing child first, like everything that the structure points to.
    constexpr std::size_t max_length = 4096;
    const char* const text = entries.description ? entries.description : "";
    return {entries, {}, {}, std::string(text, strnlen(text, max_length))};
}

}  // namespace

plugin_library open_plugin(const std::string& path, const std::string& backend) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* error = dlerror();
        return refusal("it cannot be loaded: " + std::string(error ? error : "no reason given"));
    }
    const auto* exported = static_cast<const ndw_plugin*>(dlsym(library, NDW_PLUGIN_SYMBOL));
    if (!exported) return refusal("it exports no " NDW_PLUGIN_SYMBOL);
    return negotiate(exported, backend);
}

}  // namespace ndweave::detail
