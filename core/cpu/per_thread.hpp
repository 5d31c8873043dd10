/// Per-thread objects that live from launch to launch.
#pragma once

extern "C" {
extern void* __dso_handle;
/// Itanium C++ ABI: has `destroy(object)` called while the calling thread ends, before what was registered earlier.
int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* dso_handle) noexcept;
}

namespace ndweave::detail {

/// The calling thread's T, created by its first call and destroyed while the thread ends. Unlike a thread_local object
/// it is created again for later calls: destructors of older thread-local objects and, at process exit, of static
/// objects may launch kernels.
template <class T>
T& of_calling_thread() {
    constinit static thread_local T* mine = nullptr;
    if (mine == nullptr) {
        mine = new T;
        const auto destroy = [](void*) {
            delete mine;
            mine = nullptr;
        };
        __cxa_thread_atexit(destroy, mine, &__dso_handle);
    }
    return *mine;
}

}  // namespace ndweave::detail
