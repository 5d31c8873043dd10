/// The OpenCL plugin straight through its C ABI, with kernels written by hand: on the first device that is there, with
/// shared virtual memory (parameter "1") and without ("0").
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ndweave/plugin.h"

extern "C" const ndw_plugin ndweave_plugin;  // the plugin is part of the test program, which looks into it

namespace ndweave {

class OpenclPlugin : public ::testing::TestWithParam<const char*> {
public:
    /// Of the parameter, for the tests' names.
    static std::string memory_name(const ::testing::TestParamInfo<const char*>&);

protected:
    void SetUp() override;
    void TearDown() override;

    std::string error() const;
    void ok(int status) const { ASSERT_EQ(status, NDW_OK) << error(); }

    template <class T>
    T* allocate(std::size_t count) {
        void* p = nullptr;
        ok(api_->memory_alloc(device_, NDW_MEMORY_DEVICE, count * sizeof(T), 64, &p));
        allocated_.push_back(p);
        return static_cast<T*>(p);
    }
    template <class T>
    T* upload(const std::vector<T>& host) {
        T* p = allocate<T>(host.size());
        ok(api_->copy(queue_, p, host.data(), host.size() * sizeof(T)));
        ok(api_->queue_sync(queue_));  // the host vector may be a temporary
        return p;
    }
    template <class T>
    std::vector<T> download(const T* p, std::size_t count) {
        std::vector<T> host(count);
        ok(api_->copy(queue_, host.data(), p, count * sizeof(T)));
        ok(api_->queue_sync(queue_));
        return host;
    }

    /// A module of the kernels in opencl_plugin.cpp.
    ndw_module* load(ndw_device*);
    /// Of the first device's module.
    ndw_kernel* kernel(const char* name);

    /// Missing extents are 1.
    int launch(ndw_queue*, ndw_kernel*, const std::vector<std::uint64_t>& groups,
               const std::vector<std::uint32_t>& local, const std::vector<ndw_argument>& arguments,
               std::uint32_t flags = 0);
    int launch(ndw_kernel* k, const std::vector<std::uint64_t>& groups, const std::vector<std::uint32_t>& local,
               const std::vector<ndw_argument>& arguments, std::uint32_t flags = 0) {
        return launch(queue_, k, groups, local, arguments, flags);
    }

    template <class T>
    static ndw_argument value(const T& v) {
        return {&v, sizeof v, NDW_ARGUMENT_VALUE, 0};
    }
    template <class T>
    static ndw_argument pointer(T* const& p) {
        return {&p, sizeof p, NDW_ARGUMENT_POINTER, 0};
    }
    static ndw_argument local_memory(std::uint64_t bytes) { return {nullptr, bytes, NDW_ARGUMENT_LOCAL, 0}; }

    const ndw_plugin* const api_ = &ndweave_plugin;
    ndw_device_info info_{};
    ndw_device* device_ = nullptr;
    ndw_queue* queue_ = nullptr;
    ndw_module* module_ = nullptr;
    std::vector<void*> allocated_;
};

}  // namespace ndweave
