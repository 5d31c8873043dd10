#include "construct.hpp"

namespace ndweave::compiler::testing {

std::string vector_of(unsigned lanes, const std::string& scalar) {
    return lanes == 1 ? scalar : "<" + std::to_string(lanes) + " x " + scalar + ">";
}

std::string scalar_of(const std::string& type) {
    if (type[0] != '<') return type;
    const std::size_t begin = type.find(" x ") + 3;
    return type.substr(begin, type.size() - begin - 1);
}

unsigned lanes_of(const std::string& type) {
    return type[0] == '<' ? static_cast<unsigned>(std::stoul(type.substr(1))) : 1;
}

bool is_integer(const std::string& type) { return scalar_of(type)[0] == 'i'; }

unsigned bits_of(const std::string& type) {
    const std::string scalar = scalar_of(type);
    if (scalar == "half" || scalar == "bfloat") return 16;
    if (scalar == "float") return 32;
    if (scalar == "double") return 64;
    if (scalar == "x86_fp80") return 80;
    return scalar == "fp128" ? 128 : static_cast<unsigned>(std::stoul(scalar.substr(1)));
}

unsigned stored_bits(const std::string& type) {
    unsigned bits = 8;
    while (bits < bits_of(type)) bits *= 2;
    return bits;
}

unsigned bytes_of(const std::string& type) { return lanes_of(type) * stored_bits(type) / 8; }

std::string mangled(const std::string& type) {
    const std::string lanes = lanes_of(type) == 1 ? "" : "v" + std::to_string(lanes_of(type));
    const std::string scalar = scalar_of(type);
    if (is_integer(type)) return lanes + scalar;
    return lanes + (scalar == "bfloat" ? "bf" : "f") + std::to_string(bits_of(type));
}

}  // namespace ndweave::compiler::testing
