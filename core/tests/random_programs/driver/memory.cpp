#include "memory.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

namespace random_programs {

memory::memory(std::span<const buffer> buffers, std::uint64_t seed) : buffers_(buffers) {
    std::size_t end = margin;
    for (const buffer& b : buffers) {
        offsets_.push_back(end);
        end = (end + b.count * b.element_bytes + 2 * margin - 1) / margin * margin;
    }
    bytes_.assign(end, 0xc3);
    for (std::size_t k = 0; k < buffers.size(); ++k) fill(k, seed + k);
    std::mt19937_64 random(seed);
    for (std::uint32_t& n : numbers_) n = static_cast<std::uint32_t>(random() % 8);
}

std::vector<void*> memory::pointers(unsigned char* start) const {
    std::vector<void*> all;
    for (const std::size_t offset : offsets_) all.push_back(start + offset);
    return all;
}

void memory::fill(std::size_t k, std::uint64_t seed) {
    const buffer& b = buffers_[k];
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> order(b.before == content::order ? b.count : 0);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::shuffle(order, random);
    for (std::size_t i = 0; i < b.count; ++i) {
        unsigned char* const at = bytes_.data() + offsets_[k] + i * b.element_bytes;
        if (b.kind == element::real) {
            const double value = b.before == content::zero ? 0 : (static_cast<double>(random() % 257) - 128) / 4;
            const float single = static_cast<float>(value);
            std::memcpy(at, b.element_bytes == 4 ? static_cast<const void*>(&single) : &value, b.element_bytes);
            continue;
        }
        std::uint64_t value = random();
        if (b.before == content::small) value %= 8;
        if (b.before == content::list) value = i == 0 ? 0 : i - 1 - value % std::min<std::size_t>(i, 32);
        if (b.before == content::order) value = order[i];
        if (b.before == content::zero) value = 0;
        std::memcpy(at, &value, b.element_bytes);  // little-endian
    }
}

std::string memory::element_text(std::size_t k, std::size_t i) const {
    const buffer& b = buffers_[k];
    const unsigned char* const at = bytes_.data() + offsets_[k] + i * b.element_bytes;
    std::string text = "0x";
    for (std::size_t byte = b.element_bytes; byte-- > 0;) {
        char two[3];
        std::snprintf(two, sizeof two, "%02x", at[byte]);
        text += two;
    }
    if (b.kind == element::real) {
        float single;
        double wide;
        std::memcpy(&single, at, 4);
        std::memcpy(&wide, at, b.element_bytes);
        text += " (" + std::to_string(b.element_bytes == 4 ? double(single) : wide) + ")";
    }
    return text;
}

std::string memory::difference(const memory& expected) const {
    if (bytes_ == expected.bytes_) return {};
    for (std::size_t k = 0; k < buffers_.size(); ++k) {
        const std::size_t size = buffers_[k].element_bytes;
        std::size_t wrong = 0, first = 0;
        for (std::size_t i = buffers_[k].count; i-- > 0;) {
            const std::size_t at = offsets_[k] + i * size;
            if (std::memcmp(bytes_.data() + at, expected.bytes_.data() + at, size) == 0) continue;
            ++wrong;
            first = i;
        }
        if (wrong == 0) continue;
        return std::to_string(wrong) + " of " + std::to_string(buffers_[k].count) + " in buffer " + std::to_string(k) +
               ", first " + std::to_string(first) + ": " + element_text(k, first) + " instead of " +
               expected.element_text(k, first);
    }
    return "beside the buffers";
}

}  // namespace random_programs
