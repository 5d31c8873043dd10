/// An owned file descriptor.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace ndweave::harness {

class descriptor {
public:
    descriptor() = default;
    explicit descriptor(int fd) : fd_(fd) {}
    descriptor(descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    descriptor& operator=(descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~descriptor() { reset(); }

    int get() const { return fd_; }
    explicit operator bool() const { return fd_ >= 0; }
    void reset() {
        if (fd_ >= 0) close(std::exchange(fd_, -1));
    }

private:
    int fd_ = -1;
};

/// Read end and write end, both closed on exec; two empty ones where the system has no descriptors left.
inline std::pair<descriptor, descriptor> pipe_pair() {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) return {};
    return {descriptor(ends[0]), descriptor(ends[1])};
}

}  // namespace ndweave::harness
