/// The memory that a launch touches: what it held before, and what it should hold afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cpu/number_kind.hpp"
#include "cpu/reference_kernel.hpp"
#include "runtime/allocation_map.hpp"

namespace ndweave::detail {

/// A number that is not what it should be.
struct wrong_number {
    std::uintptr_t address = 0;
    number_kind kind = number_kind::none;  // none: a byte that the reference did not write
    std::size_t bytes = 0;
    unsigned char expected[8] = {}, found[8] = {};
};

struct comparison {
    std::uint64_t within = 0;     // numbers that differ no more than rounding may
    std::uint64_t unsettled = 0;  // not compared: right runs of the kernel differ there
    std::uint64_t wrong = 0;
    wrong_number first;

    bool equal() const { return within == 0 && unsettled == 0 && wrong == 0; }
};

/// Allocations are kept whole, so that stray writes to them are seen; of other memory what the reference writes. While
/// one lives, nobody else may write to what the launch touches.
class memory_image final : public access_observer {
public:
    /// Keeps the allocations that the functor points to.
    explicit memory_image(const launch& l);

    void note(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what, const char* place) override;

    /// After the reference: what memory holds now is expected of the others. Puts back what it held before.
    void settle();
    /// Puts back what memory held before.
    void restore();

    /// Runs of the reference that are as right: by the one, numbers may differ as far as with other rounding; by the
    /// other, bytes that the two do not agree on have no meaning (padding). Both put back what memory held before.
    void take_rounded();
    void take_repeated();
    bool has_bytes() const { return has_bytes_; }

    comparison compare() const;

    /// What memory holds now, and to hold that again.
    void save();
    void put_saved() const;
    void put_expected() const;

    /// Notes where the next run of the reference writes to the address.
    void watch(std::uintptr_t address) { watched_ = address; }
    const std::string& watched_place() const { return watched_place_; }

private:
    struct block {
        std::uintptr_t base = 0;
        bool whole = true;  // an allocation: every byte counts
        std::vector<unsigned char> before, expected, saved, repeated, kinds;
        std::vector<std::vector<unsigned char>> rounded;
        double largest = 0;  // absolute value that is expected

        std::size_t size() const { return before.size(); }
        unsigned char* live() const { return reinterpret_cast<unsigned char*>(base); }
    };
    enum class verdict { same, within, unsettled, wrong };

    block* find(std::uintptr_t address);
    block& add(std::uintptr_t base, std::size_t bytes, bool whole);
    void touch(std::uintptr_t address);
    void mark(std::uintptr_t address, std::uint64_t bytes, number_kind kind);
    void put(const block& b, const std::vector<unsigned char>& content) const;
    static void find_largest(block& b);
    void compare_block(const block& b, comparison& c) const;
    verdict judge(const block& b, std::size_t at, number_kind kind, std::size_t bytes) const;
    static verdict judge_floating(const block& b, std::size_t at, number_kind kind);
    void look_for_unsteady_integers(const block& b, const std::vector<unsigned char>& content);

    const std::vector<allocation> allocations_ = allocation_map::instance().all();
    std::map<std::uintptr_t, block> blocks_;
    std::array<block*, 256> lately_{};  // found, by page
    bool settled_ = false, has_bytes_ = false;
    bool unsteady_integers_ = false;  // that change with the rounding
    std::uintptr_t watched_ = 0;
    std::string watched_place_;
};

}  // namespace ndweave::detail
