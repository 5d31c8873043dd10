#include "ptx_program.hpp"

#include <algorithm>

#include "compiler/codegen/ptx/text/assembler_faults.hpp"
#include "ptx_chain.hpp"
#include "ptx_loop.hpp"

namespace ndweave::compiler::testing {

namespace {

constexpr unsigned chains = 40, loops = 8;  // of a module

/// One of 2^64, of 2^bits, of a byte with its sign, or a power of two, or 0.
std::uint64_t random_number(std::mt19937_64& random, unsigned bits) {
    const std::uint64_t drawn = random();
    switch (random() % 5) {
        case 0:
            return drawn >> (64 - bits);
        case 1:
            return drawn >> 56;
        case 2:
            return static_cast<std::uint64_t>(static_cast<std::int64_t>(drawn) >> 56);
        case 3:
            return drawn >> 63 << drawn % 64;
        default:
            return drawn;
    }
}

bool ends(const ptx_program& program, const ptx_memory& memory) {
    return std::ranges::all_of(memory, [&](const ptx_numbers& n) { return program.evaluate(n).has_value(); });
}

std::string entry(const ptx_program& program, unsigned index) {
    const std::string name = "k" + std::to_string(index);
    return "\n.visible .entry " + name + "(\n\t.param .u64 " + name + "_param_0,\n\t.param .u64 " + name +
           "_param_1\n)\n{\n\t.reg .pred \t%p<40>;\n\t.reg .b16 \t%rs<40>;\n\t.reg .b32 \t%r<100>;\n"
           "\t.reg .f32 \t%f<40>;\n\t.reg .f64 \t%fd<40>;\n\t.reg .b64 \t%rd<40>;\n\n\tld.param.u64 \t%rd1, [" +
           name + "_param_0];\n\tld.param.u64 \t%rd2, [" + name +
           "_param_1];\n\tcvta.to.global.u64 \t%rd3, %rd1;\n\tcvta.to.global.u64 \t%rd5, %rd2;\n"
           "\tmov.u32 \t%r1, %tid.x;\n\tmul.wide.u32 \t%rd8, %r1, 16;\n\tadd.s64 \t%rd6, %rd3, %rd8;\n"
           "\tadd.s64 \t%rd7, %rd5, %rd8;\n\tld.global.u64 \t%rd4, [%rd6+8];\n\tcvt.u32.u64 \t%r4, %rd4;\n"
           "\tcvt.u16.u64 \t%rs4, %rd4;\n" +
           program.body(index) + "\tret;\n\n}\n";
}

}  // namespace

ptx_memory random_ptx_memory(std::mt19937_64& random) {
    ptx_memory made;
    for (ptx_numbers& n : made) {
        n.first = random_number(random, random() % 2 ? 16 : 3);
        n.second = random_number(random, 9);
    }
    return made;
}

std::vector<ptx_program::pointer> random_ptx_programs(std::uint64_t seed, ptx_memory& memory) {
    std::mt19937_64 random(seed);
    memory = random_ptx_memory(random);
    std::vector<ptx_program::pointer> made;
    while (made.size() < chains) made.push_back(std::make_shared<ptx_chain>(ptx_chain::draw(random)));
    while (made.size() < chains + loops) {
        auto loop = std::make_shared<ptx_loop>(ptx_loop::draw(random));
        if (ends(*loop, memory)) made.push_back(std::move(loop));
    }
    return made;
}

std::string ptx_module(std::span<const ptx_program::pointer> programs, ptx_spelling spelling) {
    std::string text = ".version 7.8\n.target sm_90\n.address_size 64\n";
    for (unsigned i = 0; i < programs.size(); ++i) text += entry(*programs[i], i);
    return spelling == ptx_spelling::plain ? text : ptx::avoid_assembler_faults(text);
}

}  // namespace ndweave::compiler::testing
