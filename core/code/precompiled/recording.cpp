#include "code/precompiled/recording.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <span>
#include <stdexcept>
#include <type_traits>

#include "code/byte_stream.hpp"
#include "code/cache/hash.hpp"

namespace ndweave::code::precompiled {

namespace {

constexpr std::string_view magic = "NDWASKS1";

using variant_numbers = std::array<std::uint32_t, sizeof(ndw_kernel_variant) / sizeof(std::uint32_t)>;

constexpr auto visit = [](auto& s, auto& r) {
    auto numbers = std::bit_cast<variant_numbers>(r.variant);
    for (std::uint32_t& number : numbers) s.number(number);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(r)>>)
        r.variant = std::bit_cast<ndw_kernel_variant>(numbers);
    s.text(r.kernel_name);
    s.text(r.bitcode);
    s.text(r.bitcode_hash);
    s.text(r.arch);
    s.number(r.functor_size);
    s.each(r.constants, [&](auto& c) {
        s.number(c.key);
        s.text(c.value);
    });
    s.each(r.captures, [&](auto& c) {
        s.number(c.offset);
        s.text(c.value);
    });
    s.each(r.externals, [&](auto& f) {
        s.text(f.name);
        s.text(f.bitcode);
        s.text(f.hash);
    });
};

std::string bytes_at(const void* where, std::uint64_t size) {
    return {static_cast<const char*>(where), static_cast<std::size_t>(size)};
}

recorded_request copy_of(const ndw_compile_request& r) {
    recorded_request copy{r.variant,
                          r.kernel_name,
                          bytes_at(r.bitcode, r.bitcode_size),
                          r.bitcode_hash ? r.bitcode_hash : "",
                          r.arch ? r.arch : "",
                          r.functor_size,
                          {},
                          {},
                          {}};
    for (const ndw_constant& c : std::span(r.constants, r.constant_count))
        copy.constants.push_back({c.key, bytes_at(c.value, c.bytes)});
    for (const ndw_captured_value& c : std::span(r.captures, r.capture_count))
        copy.captures.push_back({c.at.offset, bytes_at(c.value, c.at.bytes)});
    for (const ndw_external_function& f : std::span(r.externals, r.external_count))
        copy.externals.push_back({f.name, bytes_at(f.bitcode, f.bitcode_size), f.hash});
    return copy;
}

/// One write, so that processes that append to one file do not mix.
void append(const std::string& path, const std::string& request) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) return;
    (void)::flock(file, LOCK_EX);
    struct stat status;
    byte_writer out;
    if (::fstat(file, &status) == 0 && status.st_size == 0) out.out = magic;
    out.text(request);
    (void)!::write(file, out.out.data(), out.out.size());
    ::close(file);
}

}  // namespace

request_view::request_view(const recorded_request& from, const std::string& arch) {
    for (const auto& c : from.constants) constants_.push_back({c.key, c.value.data(), c.value.size()});
    for (const auto& c : from.captures)
        captures_.push_back(
            {{static_cast<std::uint32_t>(c.offset), static_cast<std::uint32_t>(c.value.size())}, c.value.data()});
    for (const auto& f : from.externals)
        externals_.push_back({f.name.c_str(), f.bitcode.data(), f.bitcode.size(), f.hash.c_str()});
    request_.struct_size = sizeof request_;
    request_.variant = from.variant;
    request_.kernel_name = from.kernel_name.c_str();
    request_.bitcode = from.bitcode.data();
    request_.bitcode_size = from.bitcode.size();
    request_.bitcode_hash = from.bitcode_hash.c_str();
    request_.functor_size = static_cast<std::uint32_t>(from.functor_size);
    request_.arch = !arch.empty() ? arch.c_str() : from.arch.empty() ? nullptr : from.arch.c_str();
    request_.constants = constants_.data();
    request_.constant_count = static_cast<std::uint32_t>(constants_.size());
    request_.captures = captures_.data();
    request_.capture_count = static_cast<std::uint32_t>(captures_.size());
    request_.externals = externals_.data();
    request_.external_count = static_cast<std::uint32_t>(externals_.size());
}

void record(const ndw_compile_request& request) {
    const char* const path = ::secure_getenv("NDWEAVE_RECORD_KERNELS");
    if (!path || *path != '/') return;
    const std::string bytes = to_bytes(copy_of(request), visit);
    static std::mutex& mutex = *new std::mutex;
    static std::set<std::string>& known = *new std::set<std::string>;
    const std::lock_guard lock(mutex);
    if (known.insert(cache::hash_text(bytes)).second) append(path, bytes);
}

std::vector<recorded_request> read_recording(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file.is_open() || file.bad()) throw std::runtime_error(path + " cannot be read");
    byte_reader reader(bytes);
    if (reader.raw(magic.size()) != magic)
        throw std::runtime_error(
            path + " is no recording of this version: run the program with NDWEAVE_RECORD_KERNELS=" + path);
    std::vector<recorded_request> requests;
    while (!reader.rest().empty()) {
        const std::string_view one = reader.text();
        std::optional<recorded_request> request = from_bytes<recorded_request>(one, visit);
        if (!reader.ok || !request) break;
        requests.push_back(std::move(*request));
    }
    return requests;
}

}  // namespace ndweave::code::precompiled
