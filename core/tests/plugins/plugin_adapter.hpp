/// The adapter between plugins and the runtime, over a plugin that records its calls.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "recording_plugin.hpp"
#include "runtime/plugin/device.hpp"

namespace ndweave::detail {

class PluginAdapter : public ::testing::Test {
protected:
    void SetUp() override { ::ndweave::testing::reset(); }

    std::shared_ptr<plugin_device> make_device() { return std::make_shared<plugin_device>(plugin_, 0); }

    ndw_plugin plugin_ = ::ndweave::testing::recording_plugin();
};

template <class F>
kernel_record record_of(const F&, kernel_kind kind, std::uint32_t dimensions) {
    kernel_record r{};
    r.functor_size = sizeof(F);
    r.kind = kind;
    r.dimensions = dimensions;
    r.source_name = "[T = test kernel]";
    return r;
}

}  // namespace ndweave::detail
