/// How commands that touch the same memory are kept in their order, and others are not.
#pragma once

#include <cstddef>
#include <vector>

#include "random_commands.hpp"

namespace ndweave::testing {

/// What a thread waits for on the host.
struct host_wait {
    enum class by { event, queue, time };  // time: asks an event for when its command ended

    by what;
    std::size_t number;  // of the command, or of the queue
};

/// What a thread does around the submission of a command. Numbers are indices of commands.
struct submission_order {
    std::vector<std::size_t> submitted;       // other threads' commands that have to be submitted before
    std::vector<host_wait> waits;             // then these
    bool shortcut = false;                    // not in a command group
    std::vector<std::size_t> before, behind;  // events, named in front of the action and behind it
    std::vector<host_wait> waits_after;
};

/// One for each command. Two commands of which one writes what the other touches are ordered as they stand: by events,
/// by the order of a queue where it is known who submits first, or by a thread that waits. Which of these is drawn from
/// the commands' seeds, so that it changes little when commands are left out. A thread that goes through its commands
/// one after the other only ever waits for commands in front of its own.
std::vector<submission_order> order(const setting&, const std::vector<command>&);

}  // namespace ndweave::testing
