/// Structures of a few bytes, copied and swapped whole.
#include <utility>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

template <std::size_t Bytes, std::size_t Alignment>
struct alignas(Alignment) block {
    unsigned char bytes[Bytes];
    bool operator==(const block&) const = default;
};

template <class T>
class StructureCopies : public Conformance {
protected:
    std::vector<T> random_blocks(std::size_t count) {
        std::vector<T> blocks(count);
        for (T& b : blocks) {
            for (unsigned char& byte : b.bytes) byte = static_cast<unsigned char>(random());
        }
        return blocks;
    }
};

using Blocks = ::testing::Types<block<1, 1>, block<3, 1>, block<6, 2>, block<12, 4>, block<16, 4>, block<15, 1>,
                                block<16, 8>, block<16, 16>, block<24, 8>, block<32, 16>, block<40, 8>, block<48, 16>,
                                block<64, 16>, block<64, 4>, block<72, 8>, block<128, 16>>;
TYPED_TEST_SUITE(StructureCopies, Blocks);

constexpr std::size_t slots = 5;

constexpr auto swap_and_copy = [](auto* slot, unsigned pair) {
    std::swap(slot[pair / slots], slot[pair % slots]);
    std::swap(slot[0], slot[1]);
    slot[2] = slot[pair % slots];
};

/// `block` with one byte changed by one of `other`.
constexpr auto changed = [](auto block, const auto& other, std::size_t at) {
    block.bytes[at % sizeof block.bytes] ^= other.bytes[(at + 7) % sizeof other.bytes];
    return block;
};

/// Also with itself: what a swap reads first it writes last.
TYPED_TEST(StructureCopies, SwapWithAnyOfTheirOwn) {
    constexpr std::size_t n = 257;
    const std::vector<TypeParam> host = this->random_blocks(n * slots);
    std::vector<TypeParam> model = host;
    std::vector<unsigned> host_pairs(n);
    for (unsigned& p : host_pairs) p = static_cast<unsigned>(this->random() % (slots * slots));
    const buffer<TypeParam> blocks(this->q, host);
    const buffer<unsigned> pairs(this->q, host_pairs);
    TypeParam* const b = blocks.get();
    const unsigned* const p = pairs.get();
    this->q.parallel_for(range<1>(n), [=](id<1> i) { swap_and_copy(b + i[0] * slots, p[i]); });
    for (std::size_t i = 0; i < n; ++i) swap_and_copy(model.data() + i * slots, host_pairs[i]);
    this->expect_equal(blocks.read(), model);
}

/// Through local memory and a variable of the work-item, of which a part is changed that only the device knows.
TYPED_TEST(StructureCopies, GoThroughLocalMemoryAndVariablesAcrossBarriers) {
    constexpr std::size_t local = 64, n = local * 9;
    const std::vector<TypeParam> host = this->random_blocks(n);
    std::vector<TypeParam> model(n);
    const buffer<TypeParam> blocks(this->q, host);
    TypeParam* const b = blocks.get();
    this->q.submit([&](handler& h) {
        const local_accessor<TypeParam> tile(range<1>(local), h);
        h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
            const std::size_t l = it.get_local_id(0);
            tile[l] = b[it.get_global_id(0)];
            group_barrier(it.get_group());
            const TypeParam other = tile[(l + 1) % local];
            b[it.get_global_id(0)] = changed(tile[local - 1 - l], other, l);
        });
    });
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t l = i % local, first = i - l;
        model[i] = changed(host[first + local - 1 - l], host[first + (l + 1) % local], l);
    }
    this->expect_equal(blocks.read(), model);
}

}  // namespace
}  // namespace ndweave::conformance
