/// Runs work-groups whose work-items wait for each other, on one thread, with fibers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpu/library_mode/strand.hpp"

namespace ndweave::detail {

class fiber_executor {
public:
    /// The calling thread's executor; its strands are reused for later groups.
    static fiber_executor& of_this_thread();

    /// Runs all work-items of the group. If one throws, unwinds the others and rethrows. Throws errc::kernel if some
    /// work-items wait for a barrier or sub-group operation that others of the group or sub-group never reach; the text
    /// names one of these.
    void run(const group_context& group);

private:
    void start(const group_context& group);
    bool release_yielding();
    bool release_waiting();
    bool release_sub_groups();
    void resume_released();
    void abandon();
    bool is_complete(std::size_t sub_group) const;
    std::string waiting_place(std::optional<std::size_t> sub_group);
    std::string divergence_of_sub_group(std::size_t sub_group) const;
    std::string divergence_of_members() const;
    std::string divergence_of_group() const;
    [[noreturn]] void fail();

    group_progress progress_;
    std::vector<std::unique_ptr<strand>> strands_;
    std::size_t used_ = 0;  // strands of the running group
    std::vector<sub_group_wait> sub_group_waits_;
    std::vector<std::uint64_t> exchange_;
};

}  // namespace ndweave::detail
