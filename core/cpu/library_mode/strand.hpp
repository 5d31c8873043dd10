/// A fiber that runs work-items of one group, one after the other, until one of them has to wait for others.
///
/// Until the first wait of a group, one strand runs it like a plain loop. On each wait the executor starts another
/// strand for the work-items that have not started. Strands are reused for later groups; destroying a waiting strand
/// unwinds its work-item's stack.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "cpu/library_mode/work_item.hpp"

namespace ndweave::detail {

class strand;

/// What the work-items of a sub-group do together. Which call it was is not known: host compilers may double one.
enum class sub_group_operation : std::uint8_t { barrier, shuffle_u32, shuffle_u64 };

/// Those of a sub-group that wait for the others.
struct sub_group_wait {
    std::uint32_t lanes = 0;
    sub_group_operation operation = sub_group_operation::barrier;  // of the first
    bool mixed = false;                                            // others wait in other operations
};

/// Shared state of a running group's strands; used on the executor's thread only.
struct group_progress {
    const group_context* context = nullptr;
    std::uint32_t next_item = 0;  // the first that has not started
    std::uint32_t finished = 0;
    std::uint32_t waiting_for_group = 0;
    sub_group_wait* waiting_for_sub_group = nullptr;  // per sub-group
    std::uint64_t* exchange[2] = {};                  // per work-item: values in shuffles, of even and odd ones
    std::vector<strand*> waiting_for_members;         // in operations of a part of a sub-group
    std::exception_ptr error;
};

class strand {
public:
    enum class waits_for { nothing, group, sub_group, members, others };  // others: yields

    /// `number` counts the strands of an executor.
    strand(group_progress& group, std::size_t number);
    strand(const strand&) = delete;

    /// Runs until its work-item waits or no work-item is left to start. Called by the executor.
    void resume();
    waits_for waiting() const { return waiting_; }
    /// Whether a work-item is suspended on this strand, released or not.
    bool busy() const { return busy_; }
    void release() { waiting_ = waits_for::nothing; }
    const work_item& item() const { return item_; }
    /// Of the operation that the work-item waits in, where it waits for members.
    std::uint64_t members() const { return offer_.members; }
    /// Whether both wait for the same members.
    bool is_with(const strand& other) const;
    /// "file:line" of the barrier at which the work-item waits; empty if unknown. Pre: busy(). Called by the
    /// executor.
    std::string waiting_place();

    /// Suspends the running work-item until the executor releases it. Called by the builtins, on this strand.
    void wait(waits_for what);
    void wait_for_sub_group(sub_group_operation operation);
    /// Ends the group's run with an error, which the executor throws. For code that cannot be unwound: the work-item
    /// stays suspended and is leaked. Pre: the group's `unwinds` is false.
    void abort_group(const std::exception_ptr& error);
    /// The value that lane `lane` of the sub-group passed to the same call.
    std::uint64_t exchange(std::uint64_t value, std::uint32_t lane, sub_group_operation operation);
    /// The same among `members`, lanes of the sub-group as bits; it waits for no others.
    std::uint64_t exchange_among(std::uint64_t members, std::uint64_t value, std::uint32_t lane);
    /// The members whose value is not 0.
    std::uint64_t ballot_among(std::uint64_t members, std::uint32_t value);

private:
    /// What an operation of members takes and gives.
    struct offer {
        std::uint64_t members, value;
        std::uint32_t lane;  // whose value is asked for
        std::uint64_t result, votes;
    };

    void run_items();
    std::uint32_t lane() const { return item_.linear_id % item_.group->sub_group_size; }
    void meet_members();

    group_progress& group_;
    work_item item_;
    waits_for waiting_ = waits_for::nothing;
    bool busy_ = false;
    bool asked_for_place_ = false;
    std::string place_;
    offer offer_{};
    std::uint32_t shuffles_ = 0;      // of the running work-item
    boost::context::fiber fiber_;     // this strand, while it is suspended
    boost::context::fiber executor_;  // to return to, while it runs
};

}  // namespace ndweave::detail
