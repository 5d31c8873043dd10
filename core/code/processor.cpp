#include "code/processor.hpp"

#include <cpuid.h>

#include <cstdint>

namespace ndweave::code {

namespace {

class leaf_text {
public:
    /// The registers of a leaf; which of them change from core to core is left out.
    void add(unsigned leaf, unsigned subleaf, bool with_ebx = true) {
        unsigned a = 0, b = 0, c = 0, d = 0;
        __get_cpuid_count(leaf, subleaf, &a, &b, &c, &d);
        add(a);
        if (with_ebx) add(b);
        add(c);
        add(d);
    }
    void add(std::uint64_t number) { text += std::to_string(number) + " "; }

    std::string text;
};

std::uint64_t enabled_states() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    constexpr unsigned has_xgetbv = 1u << 27;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & has_xgetbv)) return 0;
    unsigned low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
}

std::string read_identity() {
    leaf_text all;
    all.add(0, 0);
    all.add(1, 0, false);  // EBX: which core this is
    all.add(7, 0);
    all.add(7, 1);
    all.add(0xd, 1, false);  // EBX: the size of what is enabled
    all.add(0x14, 0);
    all.add(0x19, 0);
    all.add(0x24, 0);
    all.add(0x80000001, 0);
    all.add(0x80000008, 0);
    all.add(enabled_states());
    return all.text;
}

}  // namespace

const std::string& processor_identity() {
    static const std::string& identity = *new std::string(read_identity());
    return identity;
}

}  // namespace ndweave::code
