// ndweave-precompile: compiles what runs of a program asked for (NDWEAVE_RECORD_KERNELS), for the processors named,
// into a file that the program finds beside itself.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "assembler.hpp"
#include "code/byte_stream.hpp"
#include "code/cache/entry_format.hpp"
#include "code/cache/key.hpp"
#include "code/compile_by.hpp"
#include "code/cuda_toolkit.hpp"
#include "code/precompiled/archive.hpp"
#include "code/precompiled/recording.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::code::precompiled {
namespace {

constexpr const char* usage =
    "ndweave-precompile --for TARGET[,TARGET…] -o FILE RECORDING…\n"
    "  compiles what runs with NDWEAVE_RECORD_KERNELS=RECORDING asked for\n"
    "  TARGET     x86-64, x86-64-v2, x86-64-v3, x86-64-v4 (that this processor has), or sm_80 and so on: PTX, and\n"
    "             machine code where the CUDA toolkit's ptxas is found\n"
    "  FILE       PROGRAM.aot, which PROGRAM looks for beside itself\n";

struct usage_error : std::runtime_error {
    using runtime_error::runtime_error;
};

struct options {
    std::vector<std::string> targets, recordings;
    std::string output;
};

void add_targets(options& o, const std::string& list) {
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string target = list.substr(begin, end - begin);
        if (const std::string problem = problem_of_target(target); !problem.empty()) throw usage_error(problem);
        if (is_of_host(target) && !runs_here(target))
            throw usage_error("this processor has not all of " + target + ": its code is made on one that has");
        o.targets.push_back(target);
        begin = end + 1;
    }
}

options options_of(int argc, char** argv) {
    options o;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--for" || word == "-o") {
            if (++i == argc) throw usage_error(word + " needs a value");
            word == "-o" ? void(o.output = argv[i]) : add_targets(o, argv[i]);
        } else if (word.starts_with('-')) {
            throw usage_error("unknown option " + word);
        } else {
            o.recordings.push_back(word);
        }
    }
    if (o.targets.empty() || o.output.empty() || o.recordings.empty())
        throw usage_error("--for, -o and a recording are needed");
    return o;
}

const ndw_compiler_api& compiler() {
    const char* const name = "libndweave-compiler.so." NDWEAVE_ABI;  // beside this program, by its run path
    void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    const auto* const api = library ? static_cast<const ndw_compiler_api*>(dlsym(library, "ndw_compiler")) : nullptr;
    if (!api) throw std::runtime_error(std::string("the kernel compiler cannot be loaded: ") + dlerror());
    if (api->abi_version != NDW_COMPILER_ABI_VERSION)
        throw std::runtime_error(std::string(name) + " is of another version: install both from one build");
    return *api;
}

/// What of the requests is for such a target, compiled. What the target cannot do is left out, and said.
std::map<std::string, entry> compile_for(const std::string& target, const std::vector<recorded_request>& requests) {
    const bool host = is_of_host(target);
    if (host) setenv("NDWEAVE_CPU_NAME", target.c_str(), 1);
    std::map<std::string, entry> made;
    for (const recorded_request& request : requests) {
        if (request.variant.target != (host ? NDW_TARGET_HOST : NDW_TARGET_PTX)) continue;
        const request_view view(request, host ? "" : target);
        const std::string key = cache::portable_key_of(view.get(), target);
        if (made.contains(key)) continue;
        compile_result result = compile_by(compiler(), view.get());
        if (result.status == NDW_COMPILE_OK) {
            made.emplace(key, std::move(result.made));
        } else {
            std::fprintf(stderr, "ndweave-precompile: %s: left out: %s\n", target.c_str(), result.error.c_str());
        }
    }
    if (!host) made.merge(assemble(made, target));
    return made;
}

void write(const std::string& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << bytes;
    file.close();
    if (!file) throw std::runtime_error(path + " cannot be written");
}

std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A process of its own: the compiler reads its processor's name once.
pid_t start(const std::string& target, const std::vector<recorded_request>& requests, const std::string& output) {
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error(std::string("no process for ") + target + ": " + std::strerror(errno));
    if (child != 0) return child;
    try {
        byte_writer out;
        for (const auto& [key, what] : compile_for(target, requests)) {
            out.text(key);
            out.text(cache::encode(key, what));
        }
        write(output, out.out);
        _exit(0);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "ndweave-precompile: %s\n", e.what());
        _exit(1);
    }
}

struct added {
    std::size_t kernels = 0, assembled = 0;
};

added add(std::map<std::string, entry>& kernels, const std::string& file) {
    const std::string bytes = read(file);
    added count;
    for (byte_reader r(bytes); !r.rest().empty();) {
        const std::string key(r.text());
        std::optional<entry> what = cache::decode(key, r.text());
        if (!r.ok || !what) throw std::runtime_error(file + " is damaged");
        ++(what->made.entry_name.empty() ? count.assembled : count.kernels);  // machine code has no name beside it
        kernels.emplace(key, std::move(*what));
    }
    return count;
}

int run(const options& o) {
    std::vector<recorded_request> requests;
    for (const std::string& file : o.recordings) {
        for (recorded_request& request : read_recording(file)) requests.push_back(std::move(request));
    }
    const support::temporary_folder scratch;
    std::vector<std::pair<std::string, pid_t>> children;
    for (const std::string& target : o.targets)
        children.emplace_back(target, start(target, requests, scratch.path() / target));
    std::map<std::string, entry> kernels;
    bool failed = false, has_ptx = false;
    for (const auto& [target, child] : children) {
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        if (status != 0) {
            failed = true;
            continue;
        }
        const added count = add(kernels, scratch.path() / target);
        std::printf("%s: %zu %s%s\n", target.c_str(), count.kernels, count.kernels == 1 ? "kernel" : "kernels",
                    is_of_host(target) || count.kernels == 0 ? ""
                    : count.assembled == 0                   ? ", PTX alone"
                                                             : ", PTX and machine code");
        has_ptx |= !is_of_host(target) && count.kernels != 0;
        if (count.kernels == 0)
            std::fprintf(stderr, "ndweave-precompile: no recorded run launched kernels on %s\n",
                         is_of_host(target) ? "the CPU" : "an NVIDIA GPU");
    }
    if (has_ptx && find_ptxas().empty())
        std::fprintf(stderr,
                     "ndweave-precompile: there is no ptxas, so that the driver assembles the PTX at the first "
                     "launch; NDWEAVE_CUDA_PATH names a CUDA toolkit\n");
    if (failed) return 1;
    const std::string written = o.output + ".new";
    write(written, encode_archive(o.targets, kernels));
    std::filesystem::permissions(written, std::filesystem::perms::group_write | std::filesystem::perms::others_write,
                                 std::filesystem::perm_options::remove);
    std::filesystem::rename(written, o.output);
    return 0;
}

}  // namespace
}  // namespace ndweave::code::precompiled

int main(int argc, char** argv) {
    using namespace ndweave::code::precompiled;
    if (argc == 2 && std::string(argv[1]) == "--help") {
        std::fputs(usage, stdout);
        return 0;
    }
    try {
        return run(options_of(argc, argv));
    } catch (const usage_error& e) {
        std::fprintf(stderr, "ndweave-precompile: %s\n%s", e.what(), usage);
        return 2;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "ndweave-precompile: %s\n", e.what());
        return 1;
    }
}
