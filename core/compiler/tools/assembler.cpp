#include "assembler.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "code/cuda_toolkit.hpp"
#include "code/precompiled/archive.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::code::precompiled {
namespace {

/// Empty where the assembler refuses it. `base` names scratch files, which no other call has.
std::string machine_code_of(const std::string& ptx, const std::string& ptxas, const std::string& architecture,
                            const std::string& base) {
    std::ofstream(base + ".ptx") << ptx;
    const support::command_result run = support::run_command("'" + ptxas + "' -arch=" + architecture + " -o '" + base +
                                                             ".cubin' '" + base + ".ptx' 2>&1");
    std::ifstream made(base + ".cubin", std::ios::binary);
    if (run.status == 0 && made) return {std::istreambuf_iterator<char>(made), {}};
    std::fprintf(stderr, "ndweave-precompile: %s: no machine code of a kernel, its PTX is kept: %s\n",
                 architecture.c_str(), run.output.c_str());
    return {};
}

}  // namespace

std::map<std::string, entry> assemble(const std::map<std::string, entry>& kernels, const std::string& architecture) {
    const std::string ptxas = find_ptxas();
    if (ptxas.empty()) return {};
    std::set<std::string> distinct;
    for (const auto& [key, kernel] : kernels) distinct.insert(kernel.made.code);
    const std::vector<std::string> texts(distinct.begin(), distinct.end());
    std::vector<std::string> codes(texts.size());
    const support::temporary_folder scratch;
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (unsigned left = std::max(std::thread::hardware_concurrency(), 1u); left != 0; --left)
        threads.emplace_back([&] {
            for (std::size_t i = next++; i < texts.size(); i = next++)
                codes[i] = machine_code_of(texts[i], ptxas, architecture, scratch / std::to_string(i));
        });
    threads.clear();
    std::map<std::string, entry> made;
    for (std::size_t i = 0; i != texts.size(); ++i) {
        if (!codes[i].empty()) made[machine_code_key(texts[i], architecture)].made.code = std::move(codes[i]);
    }
    return made;
}

}  // namespace ndweave::code::precompiled
