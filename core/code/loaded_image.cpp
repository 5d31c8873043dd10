#include "code/loaded_image.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "code/perf_map.hpp"

namespace ndweave::code {

namespace {

std::size_t whole_pages(std::size_t bytes) { return (bytes + page_bytes - 1) / page_bytes * page_bytes; }

std::runtime_error no_memory() {
    return std::runtime_error("no memory for its code: " + std::generic_category().message(errno));
}

}  // namespace

loaded_image::loaded_image(const code_image& image, const std::function<void*(std::string_view)>& find)
    : size_(whole_pages(image.bytes.size())), code_bytes_(image.writable) {
    void* const mapped = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw no_memory();
    memory_ = static_cast<std::byte*>(mapped);
    std::memcpy(memory_, image.bytes.data(), image.bytes.size());
    entry_ = memory_ + image.entry;
    try {
        bind(image, find);
        if (mprotect(memory_, whole_pages(image.writable), PROT_READ | PROT_EXEC) != 0) throw no_memory();
    } catch (...) {
        munmap(memory_, size_);
        throw;
    }
}

loaded_image::~loaded_image() {
    if (has_perf_map() &&
        mmap(memory_, size_, PROT_NONE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED)
        return;
    munmap(memory_, size_);
}

void loaded_image::bind(const code_image& image, const std::function<void*(std::string_view)>& find) {
    for (const std::uint64_t at : image.addresses) {
        std::uint64_t address = 0;
        std::memcpy(&address, memory_ + at, sizeof address);
        address += reinterpret_cast<std::uintptr_t>(memory_);
        std::memcpy(memory_ + at, &address, sizeof address);
    }
    std::string missing;
    for (const auto& [name, slot] : image.imports) {
        const void* const address = find(name);
        if (!address) missing += (missing.empty() ? "" : ", ") + name;
        std::memcpy(memory_ + slot, &address, sizeof address);
    }
    if (!missing.empty()) throw std::runtime_error("its code calls " + missing + ", which no library here has");
}

}  // namespace ndweave::code
