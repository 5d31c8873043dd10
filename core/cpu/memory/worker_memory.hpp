/// Scratch memory of a thread that runs work-groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace ndweave::detail {

/// Buffers of the calling thread, 64-byte aligned, reused between launches and grown on demand; growing discards their
/// contents.
class worker_memory {
public:
    static worker_memory& of_this_thread();

    /// Dynamic local memory of the running group.
    void* local_memory(std::size_t bytes) { return local_.reserve(bytes); }
    /// Memory for the executor itself: the compiled kernel's arena, or the library's group scratch.
    void* arena(std::size_t bytes) { return arena_.reserve(bytes); }
    /// The array that a kernel declares in the local memory of the running group (`__ndweave_group_memory`).
    void* declared_array(const void* id, std::size_t bytes) { return declared_[id].reserve(bytes); }
    /// Whether `address` is in one of those.
    bool is_declared(std::uintptr_t address) const;

private:
    class buffer {
    public:
        buffer() = default;
        buffer(const buffer&) = delete;
        ~buffer();
        void* reserve(std::size_t bytes) { return bytes <= size_ ? data_ : grow(bytes); }
        bool holds(std::uintptr_t address) const { return address - reinterpret_cast<std::uintptr_t>(data_) < size_; }

    private:
        void* grow(std::size_t bytes);
        void* data_ = nullptr;
        std::size_t size_ = 0;
    };

    buffer local_, arena_;
    std::unordered_map<const void*, buffer> declared_;
};

}  // namespace ndweave::detail
