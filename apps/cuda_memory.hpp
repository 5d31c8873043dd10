/// What the CUDA C++ peers share: device memory that frees itself, and errors as text.
#pragma once

#include <cuda_runtime.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace ndweave::apps {

inline void check_cuda(cudaError_t code) {
    if (code != cudaSuccess) throw std::runtime_error(cudaGetErrorString(code));
}

template <class T>
class device_memory {
public:
    explicit device_memory(std::size_t count) : count_(count) { check_cuda(cudaMalloc(&data_, count * sizeof(T))); }
    device_memory(const T* host, std::size_t count) : device_memory(count) { assign(host); }
    device_memory(device_memory&& other) noexcept : data_(std::exchange(other.data_, nullptr)), count_(other.count_) {}
    ~device_memory() { cudaFree(data_); }

    T* get() const { return data_; }
    void assign(const T* host) { check_cuda(cudaMemcpy(data_, host, count_ * sizeof(T), cudaMemcpyHostToDevice)); }
    void read(T* host) const { check_cuda(cudaMemcpy(host, data_, count_ * sizeof(T), cudaMemcpyDeviceToHost)); }

private:
    T* data_ = nullptr;
    std::size_t count_;
};

/// Runs `f`; null, or what it threw as text that lasts until the next call.
template <class F>
const char* message_of(const F& f) {
    static std::string message;
    try {
        f();
        return nullptr;
    } catch (const std::exception& e) {
        message = e.what();
        return message.c_str();
    }
}

}  // namespace ndweave::apps
