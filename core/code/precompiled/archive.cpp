#include "code/precompiled/archive.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <system_error>

#include "code/byte_stream.hpp"
#include "code/cache/entry_format.hpp"
#include "code/cache/hash.hpp"
#include "code/cache/key.hpp"

namespace ndweave::code::precompiled {

namespace {

constexpr std::string_view magic = "NDWAOT\n\n";
constexpr std::array<std::string_view, 4> levels{"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};

std::size_t level_of(const std::string& target) {
    return static_cast<std::size_t>(std::ranges::find(levels, target) - levels.begin());
}

/// 80 of "sm_80"; 0 of what is no architecture.
unsigned architecture_of(std::string_view target) {
    unsigned number = 0;
    if (!target.starts_with("sm_")) return 0;
    const auto [end, error] = std::from_chars(target.data() + 3, target.data() + target.size(), number);
    return error == std::errc() && end == target.data() + target.size() ? number : 0;
}

bool is_set(const char* variable) {
    const char* const value = std::getenv(variable);
    return value && *value;
}

bool applies(const std::string& target, const ndw_compile_request& request) {
    if (request.variant.target == NDW_TARGET_HOST)
        return is_of_host(target) && runs_here(target) && !is_set("NDWEAVE_CPU_NAME");
    if (request.variant.target != NDW_TARGET_PTX || is_of_host(target) || !request.arch) return false;
    return architecture_of(target) <= architecture_of(request.arch);
}

/// As plugins are: nobody else may put code into the process.
bool is_trusted(const struct stat& status) {
    return S_ISREG(status.st_mode) && (status.st_uid == 0 || status.st_uid == ::geteuid()) &&
           (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::optional<std::string> read_at(int file, std::uint64_t offset, std::uint64_t size) {
    std::string bytes(static_cast<std::size_t>(size), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
        if (got <= 0) return std::nullopt;
        done += static_cast<std::size_t>(got);
    }
    return bytes;
}

}  // namespace

std::string problem_of_target(const std::string& target) {
    if (level_of(target) != levels.size() || architecture_of(target) >= 50) return "";
    return "'" + target +
           "' is no target: x86-64, x86-64-v2, x86-64-v3, x86-64-v4, or an architecture of NVIDIA's, as sm_80";
}

bool is_of_host(const std::string& target) { return target.starts_with("x86-64"); }

bool runs_here(const std::string& target) {
    switch (level_of(target)) {
        case 0:
            return true;
        case 1:
            return __builtin_cpu_supports("x86-64-v2");
        case 2:
            return __builtin_cpu_supports("x86-64-v3");
        case 3:
            return __builtin_cpu_supports("x86-64-v4");
        default:
            return false;
    }
}

std::string machine_code_key(std::string_view ptx, std::string_view target) {
    return cache::hash_text("machine code\ntarget " + std::string(target) + "\n" + std::string(ptx));
}

std::string encode_archive(const std::vector<std::string>& targets, const std::map<std::string, entry>& kernels) {
    std::string entries;
    byte_writer index;
    index.each(targets, [&](const std::string& target) { index.text(target); });
    index.number(kernels.size());
    for (const auto& [key, what] : kernels) {
        const std::string bytes = cache::encode(key, what);
        index.text(key);
        index.number(entries.size());
        index.number(bytes.size());
        entries += bytes;
    }
    byte_writer head;
    head.out = magic;
    head.number(NDW_KERNEL_ABI_VERSION);
    head.text(index.out);
    return head.out + entries;
}

std::unique_ptr<const archive> archive::open(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return nullptr;
    std::unique_ptr<archive> result(new archive(file));
    struct stat status;
    constexpr std::uint64_t head_bytes = magic.size() + 16;
    if (::fstat(file, &status) != 0 || !is_trusted(status)) return nullptr;
    const auto file_bytes = static_cast<std::uint64_t>(status.st_size);
    const std::optional<std::string> head = file_bytes >= head_bytes ? read_at(file, 0, head_bytes) : std::nullopt;
    if (!head || !head->starts_with(magic)) return nullptr;
    byte_reader numbers(std::string_view(*head).substr(magic.size()));
    const std::uint64_t version = numbers.number(), index_bytes = numbers.number();
    if (version != NDW_KERNEL_ABI_VERSION || index_bytes > file_bytes - head_bytes) return nullptr;
    const std::optional<std::string> index = read_at(file, head_bytes, index_bytes);
    if (!index) return nullptr;
    byte_reader r(*index);
    r.each(result->targets_, [&](std::string& target) { r.text(target); });
    for (std::uint64_t left = r.number(); left != 0 && r.ok; --left) {
        const std::string key(r.text());
        const std::uint64_t offset = r.number(), size = r.number(), begin = head_bytes + index_bytes;
        if (offset > file_bytes - begin || size > file_bytes - begin - offset) return nullptr;
        result->places_[key] = {begin + offset, size};
    }
    if (!r.ok || !r.rest().empty()) return nullptr;
    const auto rank = [](const std::string& target) {
        return is_of_host(target) ? level_of(target) : architecture_of(target);
    };
    std::ranges::sort(result->targets_, std::ranges::greater(), rank);
    return result;
}

const archive* archive::of_program() {
    static const archive* const the_program = [] {
        std::error_code error;
        const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
        return error ? nullptr : open(program.string() + ".aot").release();
    }();
    return the_program;
}

archive::~archive() { ::close(file_); }

std::optional<entry> archive::find(const ndw_compile_request& request) const {
    if (is_set("NDWEAVE_LEAVE_OUT_PASSES")) return std::nullopt;
    for (const std::string& target : targets_) {
        if (!applies(target, request)) continue;
        if (std::optional<entry> found = read(cache::portable_key_of(request, target))) return found;
    }
    return std::nullopt;
}

std::optional<std::string> archive::find_machine_code(std::string_view ptx, std::string_view architecture) const {
    const unsigned device = architecture_of(architecture);
    for (const std::string& target : targets_) {
        const unsigned made_for = architecture_of(target);
        if (made_for == 0 || made_for > device || made_for / 10 != device / 10) continue;
        if (std::optional<entry> found = read(machine_code_key(ptx, target))) return std::move(found->made.code);
    }
    return std::nullopt;
}

std::optional<entry> archive::read(const std::string& key) const {
    const auto found = places_.find(key);
    if (found == places_.end()) return std::nullopt;
    const std::optional<std::string> bytes = read_at(file_, found->second.offset, found->second.size);
    return bytes ? cache::decode(key, *bytes) : std::nullopt;
}

}  // namespace ndweave::code::precompiled
