#include "runtime/plugin/kernel/modules.hpp"

#include "code/precompiled/archive.hpp"
#include "runtime/kernel/kernel_compiler.hpp"
#include "support/build_id.hpp"

namespace ndweave::detail {
namespace {

/// Another build of a plugin may build the same source in another way. Empty if the plugin has no build id.
std::string build_of(const ndw_plugin& plugin) {
    return support::build_id_at(reinterpret_cast<const void*>(plugin.device_count));
}

bool is_cacheable(const ndw_plugin& plugin, const ndw_module_source& source) {
    return plugin.module_binary && source.format != NDW_CODE_NONE && !build_of(plugin).empty();
}

std::string_view text_of(const ndw_module_source& source) {
    return {static_cast<const char*>(source.code), source.size};
}

std::string identity_of(const ndw_plugin& plugin, const ndw_device_info& info, const ndw_module_source& source) {
    return std::string("backend ") + plugin.backend + "\nbuild " + build_of(plugin) + "\ndevice " + info.name +
           "\nvendor " + info.vendor + "\narch " + info.arch + "\ndriver " + info.driver_version + "\nflags " +
           std::to_string(source.flags) + "\n" + std::string(text_of(source));
}

int load_binary(const ndw_plugin& plugin, ndw_device* device, const ndw_module_source& source, const std::string& bytes,
                ndw_module** module) {
    ndw_module_source binary = source;
    binary.format = NDW_CODE_BINARY;
    binary.code = bytes.data();
    binary.size = bytes.size();
    return plugin.module_load(device, &binary, module);
}

/// Empty if the driver provides none.
std::string binary_of(const ndw_plugin& plugin, ndw_module* module) {
    std::uint64_t size = 0;
    if (plugin.module_binary(module, nullptr, &size) != NDW_OK) return {};
    std::string bytes(size, '\0');
    if (size == 0 || plugin.module_binary(module, bytes.data(), &size) != NDW_OK) return {};
    return bytes;
}

std::optional<std::string> assembled_before(std::string_view ptx, std::string_view architecture) {
    const code::precompiled::archive* const beside = code::precompiled::archive::of_program();
    return beside ? beside->find_machine_code(ptx, architecture) : std::nullopt;
}

/// Nothing where the binary is right as it is.
std::optional<std::string> repaired(const std::string& binary) {
    void* bytes = nullptr;
    std::uint64_t size = 0;
    if (!kernel_compiler().repair_binary(binary.data(), binary.size(), &bytes, &size)) return std::nullopt;
    std::string right(static_cast<const char*>(bytes), size);
    kernel_compiler().free_bytes(bytes);
    return right;
}

}  // namespace

const binary_store& disk_binaries() {
    static const binary_store disk{load_driver_binary, store_driver_binary, repaired, assembled_before};
    return disk;
}

int load_module(const ndw_plugin& plugin, ndw_device* device, const ndw_device_info& info,
                const ndw_module_source& source, const binary_store& binaries, ndw_module** module) {
    if (source.format == NDW_CODE_PTX) {
        const std::optional<std::string> assembled = binaries.find_assembled(text_of(source), info.arch);
        if (assembled && load_binary(plugin, device, source, *assembled, module) == NDW_OK) return NDW_OK;
    }
    if (!is_cacheable(plugin, source)) return plugin.module_load(device, &source, module);
    const std::string identity = identity_of(plugin, info, source);
    const std::optional<std::string> cached = binaries.load(identity);
    if (cached && load_binary(plugin, device, source, *cached, module) == NDW_OK) return NDW_OK;
    if (const int status = plugin.module_load(device, &source, module)) return status;
    std::string bytes = binary_of(plugin, *module);
    if (bytes.empty()) return NDW_OK;
    if (std::optional<std::string> repaired = binaries.repair(bytes)) {
        plugin.module_unload(*module);
        *module = nullptr;
        bytes = *std::move(repaired);
        if (const int status = load_binary(plugin, device, source, bytes, module)) return status;
    }
    binaries.store(identity, bytes);
    return NDW_OK;
}

}  // namespace ndweave::detail
