/// The memory that a launch accesses: its content before, and the expected content after.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cpu/number_kind.hpp"
#include "cpu/validation/reference_kernel.hpp"
#include "runtime/memory/allocation_map.hpp"

namespace ndweave::detail {

/// A number with a wrong value.
struct wrong_number {
    std::uintptr_t address = 0;
    number_kind kind = number_kind::none;  // none: a byte that the reference did not write
    std::size_t bytes = 0;
    unsigned char expected[8] = {}, found[8] = {};
};

struct comparison {
    std::uint64_t within = 0;         // numbers whose difference rounding explains
    std::uint64_t indeterminate = 0;  // not compared: correct runs of the kernel differ there
    std::uint64_t wrong = 0;
    wrong_number first;

    bool equal() const { return within == 0 && indeterminate == 0 && wrong == 0; }
};

/// Holds complete allocations, so that stray writes to them are found, and of other memory what the reference writes.
/// During its lifetime no other thread may write to memory that the launch accesses.
class memory_image final : public access_observer {
public:
    /// Saves the allocations that the functor points to.
    explicit memory_image(const launch& l);

    void note(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what, const char* place) override;

    /// Call after the reference: the current content is what other runs must produce. Restores the content before.
    void capture_expected();
    /// Restores the content before the launch.
    void restore();

    /// Call after further, equally correct runs of the reference. With another rounding: numbers may differ as far as
    /// these runs do. Repeated: bytes that differ between the two have no meaning (padding). Both restore the content
    /// before the launch.
    void add_rounded_run();
    void add_repeated_run();
    bool has_bytes() const { return has_bytes_; }

    comparison compare() const;

    /// Saves the current content, and restores it or the expected content.
    void save();
    void restore_saved() const;
    void restore_expected() const;

    /// Records the place from which the next run of the reference writes to the address.
    void watch(std::uintptr_t address) { watched_ = address; }
    const std::string& watched_place() const { return watched_place_; }

private:
    struct block {
        std::uintptr_t base = 0;
        bool whole = true;  // an allocation: every byte counts
        std::vector<unsigned char> before, expected, saved, repeated, kinds;
        std::vector<std::vector<unsigned char>> rounded;
        double max_magnitude = 0;  // of the expected numbers

        std::size_t size() const { return before.size(); }
        unsigned char* live() const { return reinterpret_cast<unsigned char*>(base); }
    };
    enum class verdict { same, within, indeterminate, wrong };

    block* find(std::uintptr_t address);
    block& add(std::uintptr_t base, std::size_t bytes, bool whole);
    void touch(std::uintptr_t address);
    void mark(std::uintptr_t address, std::uint64_t bytes, number_kind kind);
    void write_back(const block& b, const std::vector<unsigned char>& content) const;
    static void find_max_magnitude(block& b);
    void compare_block(const block& b, comparison& c) const;
    verdict compare_number(const block& b, std::size_t at, number_kind kind, std::size_t bytes) const;
    static verdict compare_floating(const block& b, std::size_t at, number_kind kind);
    void compare_rounded_integers(const block& b, const std::vector<unsigned char>& content);

    const std::vector<allocation> allocations_ = allocation_map::instance().all();
    std::map<std::uintptr_t, block> blocks_;
    std::array<block*, 256> recent_{};  // by page
    bool has_expected_ = false, has_bytes_ = false;
    bool rounding_changes_integers_ = false;  // some integer depends on the rounding
    std::uintptr_t watched_ = 0;
    std::string watched_place_;
};

}  // namespace ndweave::detail
