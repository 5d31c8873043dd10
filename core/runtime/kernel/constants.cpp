#include "runtime/kernel/constants.hpp"

#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace ndweave::detail {

constinit thread_local const constant_set* current_constants = nullptr;

namespace {

/// What launches have asked for. Never destroyed: kernels may be launched by destructors of static objects.
struct known_sets {
    std::mutex mutex;
    std::map<constant_set::contents, std::unique_ptr<constant_set>> sets;
};

const constant_set* the_set_of(constant_set::contents values) {
    static auto& known = *new known_sets;
    if (values.empty()) return nullptr;
    const std::lock_guard lock(known.mutex);
    auto& place = known.sets[values];
    if (!place) place = std::make_unique<constant_set>(std::move(values));
    return place.get();
}

/// A record and what it was made of: another kernel may have the address of one that was unloaded.
struct specialised {
    kernel_record record;
    std::string hash;

    bool is_of(const kernel_record& kernel) const {
        return record.bitcode == kernel.bitcode && record.library.item == kernel.library.item &&
               hash == (kernel.hash ? kernel.hash : "");
    }
};

struct known_records {
    std::mutex mutex;
    std::map<std::pair<const kernel_record*, const constant_set*>, std::unique_ptr<specialised>> records;
};

}  // namespace

const constant_set* with_constant(const constant_set* of, std::uint64_t key, const void* value, std::size_t bytes) {
    constant_set::contents values;
    if (of) values = of->values();
    const auto* const first = static_cast<const unsigned char*>(value);
    values[key].assign(first, first + bytes);
    return the_set_of(std::move(values));
}

bool read_constant(const constant_set* set, std::uint64_t key, void* value, std::size_t bytes) noexcept {
    if (!set) return false;
    const auto found = set->values().find(key);
    if (found == set->values().end() || found->second.size() != bytes) return false;
    std::memcpy(value, found->second.data(), bytes);
    return true;
}

bool has_offset(const constant_set* set) { return set && set->values().contains(offset_key); }

const constant_set* merged(const constant_set* first, const constant_set* second) {
    if (!first || !second) return first ? first : second;
    constant_set::contents values = second->values();
    values.insert(first->values().begin(), first->values().end());
    return the_set_of(std::move(values));
}

kernel_record& specialised_record(kernel_record& kernel, const constant_set& constants) {
    static auto& known = *new known_records;
    const std::lock_guard lock(known.mutex);
    auto& place = known.records[{&kernel, &constants}];
    if (place && place->is_of(kernel)) return place->record;
    auto made = std::make_unique<specialised>(specialised{kernel, kernel.hash ? kernel.hash : ""});
    made->record.slot = nullptr;
    made->record.constants = &constants;
    read_constant(&constants, extent_key, &made->record.functor_size, sizeof made->record.functor_size);
    // Launches of the unloaded kernel may still use its record.
    if (place) static_cast<void>(place.release());
    place = std::move(made);
    return place->record;
}

}  // namespace ndweave::detail
