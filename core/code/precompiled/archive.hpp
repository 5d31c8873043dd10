/// Kernels that were compiled before the program runs, in a file beside it: PROGRAM.aot.
///
///     magic "NDWAOT\n\n" · NDW_KERNEL_ABI_VERSION · targets · for each kernel, ordered by key: key, offset, size ·
///     entries
///
/// A target is a level of x86-64's psABI ("x86-64-v3") or an architecture of NVIDIA's ("sm_80"), whose PTX later ones
/// run as well; beside the PTX there may be machine code, an entry under a key of the PTX. Keys say nothing of the
/// kernel compiler's build: an update of the library leaves the file as it is, until the convention changes by which
/// kernels are called.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "code/artifact.hpp"

namespace ndweave::code::precompiled {

/// The host's targets are levels of x86-64; others are architectures of PTX. Empty: it is one; else why it is none.
std::string problem_of_target(const std::string& target);
bool is_of_host(const std::string& target);
/// Whether code for the target runs on this processor.
bool runs_here(const std::string& target);

/// The key of the machine code that ptxas made of the PTX for an architecture.
std::string machine_code_key(std::string_view ptx, std::string_view target);

/// The file's bytes. Kernels go by cache::portable_key_of their request and target.
std::string encode_archive(const std::vector<std::string>& targets, const std::map<std::string, entry>& kernels);

class archive {
public:
    /// Null where there is no such file, another user could have written it, or it is of another version.
    static std::unique_ptr<const archive> open(const std::string& path);
    /// That of the running program; null where there is none.
    static const archive* of_program();

    ~archive();
    archive(const archive&) = delete;
    archive& operator=(const archive&) = delete;

    /// The best that runs on this processor or on the request's device.
    std::optional<entry> find(const ndw_compile_request& request) const;

    /// What was assembled of the PTX for the device's architecture, or an earlier minor version of it (CUDA C++
    /// Programming Guide, "Binary Compatibility"). The driver may be too old for the assembler's code.
    std::optional<std::string> find_machine_code(std::string_view ptx, std::string_view architecture) const;

private:
    struct place {
        std::uint64_t offset, size;
    };
    explicit archive(int file) : file_(file) {}

    std::optional<entry> read(const std::string& key) const;

    int file_;
    std::vector<std::string> targets_;  // the best first
    std::map<std::string, place, std::less<>> places_;
};

}  // namespace ndweave::code::precompiled
