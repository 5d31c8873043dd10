#include "ptx_check.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "ptx_shrinker.hpp"

namespace ndweave::compiler::testing {

namespace {

using std::chrono::steady_clock;
using program_list = std::vector<ptx_program::pointer>;

constexpr char between_fields = '\x1f', between_findings = '\x1e';  // ASCII's separators of units and records

std::string text_of(const ptx_numbers& n) {
    char text[64];
    std::snprintf(text, sizeof text, "%#llx, %#llx", static_cast<unsigned long long>(n.first),
                  static_cast<unsigned long long>(n.second));
    return text;
}

bool is_slow(const cuda_driver::module& module, unsigned index, const ptx_memory& in) {
    const auto begin = steady_clock::now();
    module.run(index, in);
    return steady_clock::now() - begin > std::chrono::seconds(1);
}

/// What is wrong; empty where nothing is. A program that goes on until its counter has come round may be right then.
std::string fault(const cuda_driver::module& module, unsigned index, const ptx_program& program, const ptx_memory& in) {
    const auto begin = steady_clock::now();
    const ptx_memory out = module.run(index, in);
    const bool late = steady_clock::now() - begin > std::chrono::seconds(1);
    for (unsigned i = 0; i < ptx_threads; ++i) {
        const auto expected = program.evaluate(in[i]);
        if (expected && out[i] != *expected)
            return "of " + text_of(in[i]) + " it makes " + text_of(out[i]) + " instead of " + text_of(*expected);
    }
    return late && is_slow(module, index, in) ? "it takes more than a second" : "";
}

/// The same of a program that may be assembled or end or not, with the numbers of a failing one or others.
std::string fault_alone(const cuda_driver& driver, const ptx_program& program, const ptx_memory& in,
                        ptx_spelling spelling) {
    const ptx_program::pointer one(&program, [](const ptx_program*) {});
    std::mt19937_64 random(1);
    const ptx_memory others = random_ptx_memory(random);
    const auto what = [&](const cuda_driver::module& module, const ptx_memory& numbers) {
        const bool ends = std::ranges::all_of(numbers, [&](const auto& n) { return program.evaluate(n).has_value(); });
        return ends ? fault(module, 0, program, numbers) : "";
    };
    try {
        const cuda_driver::module module(driver, ptx_module({&one, 1}, spelling));
        const std::string found = what(module, in);
        return found.empty() ? what(module, others) : found;
    } catch (const not_assembled&) {
        return {};
    }
}

std::vector<ptx_finding> check(const cuda_driver& driver, const program_list& programs, const ptx_memory& in,
                               ptx_spelling spelling, bool shrinks) {
    std::vector<ptx_finding> found;
    const cuda_driver::module module(driver, ptx_module(programs, spelling));
    for (unsigned i = 0; i < programs.size(); ++i) {
        std::string what = fault(module, i, *programs[i], in);
        if (what.empty()) continue;
        const auto fails = [&](const ptx_program& one) {
            const std::string found = fault_alone(driver, one, in, spelling);
            if (!found.empty()) what = found;
            return !found.empty();
        };
        const ptx_program::pointer smallest = shrinks ? smallest_failing(programs[i], fails) : programs[i];
        found.push_back({smallest->name(), what});
    }
    return found;
}

}  // namespace

std::vector<ptx_finding> check_ptx_programs(const cuda_driver& driver, std::uint64_t seed, ptx_spelling spelling) {
    ptx_memory in;
    const program_list programs = random_ptx_programs(seed, in);
    try {
        return check(driver, programs, in, spelling, true);
    } catch (const not_assembled&) {  // which one is it?
        std::vector<ptx_finding> found;
        for (std::size_t i = 0; i < programs.size(); ++i)
            std::ranges::move(check_ptx_program(driver, seed, i, spelling), std::back_inserter(found));
        return found;
    }
}

std::vector<ptx_finding> check_ptx_program(const cuda_driver& driver, std::uint64_t seed, std::size_t index,
                                           ptx_spelling spelling) {
    ptx_memory in;
    const program_list one{random_ptx_programs(seed, in).at(index)};
    try {
        return check(driver, one, in, spelling, false);
    } catch (const not_assembled& refusal) {
        return {{one[0]->name(), std::string("not assembled: ") + refusal.what()}};
    }
}

std::string line_of(const std::vector<ptx_finding>& found) {
    std::string line;
    for (const ptx_finding& f : found) line += f.program + between_fields + f.example + between_findings;
    std::ranges::replace(line, '\n', ' ');
    return line;
}

std::vector<ptx_finding> findings_of(const std::string& line) {
    std::vector<ptx_finding> found;
    for (std::size_t at = 0, end; (end = line.find(between_findings, at)) != std::string::npos; at = end + 1) {
        const std::string one = line.substr(at, end - at);
        const std::size_t field = one.find(between_fields);
        if (field != std::string::npos) found.push_back({one.substr(0, field), one.substr(field + 1)});
    }
    return found;
}

}  // namespace ndweave::compiler::testing
