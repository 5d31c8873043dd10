/// Hints on their way to a plugin, and to one without entries for them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "plugin_adapter.hpp"
#include "runtime/error_of.hpp"
#include "runtime/graph/recorded_command.hpp"
#include "runtime/memory/allocation_map.hpp"
#include "runtime/queue/submission.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::error_of;
using ::ndweave::testing::recorded;

using call_list = std::vector<std::string>;

TEST_F(PluginAdapter, HintsReachThePluginInOrder) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    int a = 0, b = 1;
    submit(*queue, recorded_hint{&a, 4, {}});
    queue->copy(&a, &b, 4);
    submit(*queue, recorded_hint{&a, 3, -7});
    submit(*queue, recorded_hint{&a, 2, 0});
    EXPECT_EQ(recorded().calls, call_list({"prefetch 4", "copy 4", "advise 3 -7", "advise 2 0"}));
}

TEST_F(PluginAdapter, HintsThatAreRefusedNameCommandAndBytes) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    int a = 0;
    recorded().next_status = NDW_INVALID;
    const exception refused = error_of([&] { queue->advise(&a, 4, 99); });
    EXPECT_EQ(refused.code(), errc::invalid);
    EXPECT_NE(std::string(refused.what()).find("advice 99 about 4 bytes on recorder"), std::string::npos)
        << refused.what();
    recorded().next_status = NDW_DEVICE_LOST;
    const exception lost = error_of([&] { queue->prefetch(&a, 4); });
    EXPECT_EQ(lost.code(), errc::runtime);
    EXPECT_NE(std::string(lost.what()).find("prefetch 4 bytes on recorder"), std::string::npos) << lost.what();
}

class ReductionResults : public PluginAdapter {
protected:
    /// The calls of two reductions into `result` on a device of that kind.
    call_list calls_of_reductions(bool is_gpu, usm_kind kind, void* result) {
        recorded().is_gpu = is_gpu;
        const auto device = make_device();
        queue_core queue(device, false, false);
        allocation_map::instance().insert({reinterpret_cast<std::uintptr_t>(memory_), sizeof memory_, kind, device});
        submission group(queue, nullptr);
        for (int k = 0; k < 2; ++k) group.run([&](handler& h) { handler_access::expect_result(h, result, 8); });
        allocation_map::instance().take(memory_);
        return recorded().calls;
    }

    alignas(4096) unsigned char memory_[10000] = {};
};

TEST_F(ReductionResults, InSharedMemoryAreAccessedInPlace) {
    EXPECT_EQ(calls_of_reductions(true, usm_kind::shared, memory_ + 80), call_list({"advise 4096 -1"}));
}

TEST_F(ReductionResults, TheLastPageEndsWithItsAllocation) {
    EXPECT_EQ(calls_of_reductions(true, usm_kind::shared, memory_ + 9992), call_list({"advise 1808 -1"}));
}

TEST_F(ReductionResults, ElsewhereNeedNoAdvice) {
    int local = 0;
    EXPECT_EQ(calls_of_reductions(true, usm_kind::device, memory_), call_list());
    EXPECT_EQ(calls_of_reductions(true, usm_kind::host, memory_), call_list());
    EXPECT_EQ(calls_of_reductions(true, usm_kind::shared, &local), call_list());
    EXPECT_EQ(calls_of_reductions(false, usm_kind::shared, memory_), call_list());
}

TEST_F(PluginAdapter, HintsAreIgnoredWithoutEntries) {
    plugin_.memory_prefetch = nullptr;
    plugin_.memory_advise = nullptr;
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    int a = 0;
    queue->prefetch(&a, 4);
    queue->advise(&a, 4, 1);
    EXPECT_EQ(recorded().calls, call_list());
}

}  // namespace
}  // namespace ndweave::detail
