/// A plugin inside the test program: works on the host and records its calls.
#pragma once

#include <string>
#include <vector>

#include "ndweave/plugin.h"

namespace ndweave::testing {

struct recording {
    std::vector<std::string> calls;    // of queues
    std::string binary;                // what module_binary gives, and all that module_load takes as one
    std::vector<ndw_launch> launches;  // their `arguments` are gone
    std::vector<std::vector<ndw_argument>> arguments;
    uint32_t capabilities = ~uint32_t{NDW_CAP_KEEPS_CODE};  // no thread of core loads modules beside a test
    int next_status = NDW_OK;                               // of the next queue call, then NDW_OK again
    std::string failing;                                    // queue calls that begin so fail
    double clock = 0;                                       // seconds, added to by every event
    bool is_gpu = false;
    std::string location;
    bool finds_pageable = false;   // memory that it did not allocate is pageable
    bool imports_wrongly = false;  // what it imports is memory of its own
    int live = 0;                  // objects not given back
};

/// Events that are not recorded as complete until `end_work`, which gives what waiting for them says.
void begin_work();
void end_work(int status = NDW_OK);

/// The one of this process; `reset` it in each test.
recording& recorded();
void reset();
ndw_plugin recording_plugin();

}  // namespace ndweave::testing
