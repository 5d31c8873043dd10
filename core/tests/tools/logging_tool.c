/* A library for Kokkos Tools that appends a line to the file $TOOL_LOG for each call: process, thread, function and
   arguments, with '|' between them. $TOOL_FENCES: what it answers when it is asked whether it wants fences.
   $TOOL_ENDS_PROCESS: it ends the process, with status 3, as a kernel begins. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct space {
    char name[64];
};

struct settings {
    bool requires_global_fencing;
    bool padding[255];
};

struct actions {
    void (*fence)(uint32_t device);
    void (*padding[31])(void);
};

static void (*fence)(uint32_t device);
static uint64_t last_id = 40;

__attribute__((format(printf, 1, 2))) static void say(const char* format, ...) {
    char line[2000];
    int length = snprintf(line, sizeof line, "%ld|%ld|", (long)getpid(), syscall(SYS_gettid));
    va_list arguments;
    va_start(arguments, format);
    length += vsnprintf(line + length, sizeof line - (size_t)length - 1, format, arguments);
    va_end(arguments);
    line[length++] = '\n';
    const char* const path = getenv("TOOL_LOG");
    const int file = open(path ? path : "", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || write(file, line, (size_t)length) != length) abort();
    close(file);
}

/* As of an object of the thread in a C++ tool. */
extern int __cxa_thread_atexit_impl(void (*function)(void*), void* argument, void* library);
extern void* __dso_handle;
static bool thread_is_over;
static void end_thread(void* argument) {
    (void)argument;
    thread_is_over = true;
}

void kokkosp_init_library(int sequence, uint64_t version, uint32_t device_count, void* devices) {
    if (__cxa_thread_atexit_impl(end_thread, NULL, &__dso_handle) != 0) abort();
    say("init_library|%d|%llu|%u|%s", sequence, (unsigned long long)version, device_count,
        devices ? "devices" : "null");
}

void kokkosp_finalize_library(void) { say(thread_is_over ? "finalize_library|late" : "finalize_library"); }

void kokkosp_request_tool_settings(uint32_t count, struct settings* of) {
    say("request_tool_settings|%u|%d", count, of->requires_global_fencing);
    const char* const wanted = getenv("TOOL_FENCES");
    if (wanted) of->requires_global_fencing = wanted[0] == '1';
}

void kokkosp_provide_tool_programming_interface(uint32_t count, struct actions given) {
    say("provide_tool_programming_interface|%u", count);
    fence = given.fence;
}

void kokkosp_parse_args(int count, char** arguments) {
    say("parse_args|%d|%s", count, arguments[count] ? "not null" : count > 1 ? arguments[1] : "");
}

static void begin(const char* what, const char* name, uint32_t device, uint64_t* id) {
    if (thread_is_over) say("thread_is_over");
    if (getenv("TOOL_ENDS_PROCESS")) exit(3);
    *id = ++last_id;
    say("begin_%s|%s|%x|%llu", what, name, device, (unsigned long long)*id);
}

static void end(const char* what, uint64_t id) {
    if (getenv("TOOL_ASKS_FOR_FENCES")) fence(0);
    say("end_%s|%llu", what, (unsigned long long)id);
}

void kokkosp_begin_parallel_for(const char* name, uint32_t device, uint64_t* id) {
    begin("parallel_for", name, device, id);
}
void kokkosp_end_parallel_for(uint64_t id) { end("parallel_for", id); }

void kokkosp_begin_parallel_reduce(const char* name, uint32_t device, uint64_t* id) {
    begin("parallel_reduce", name, device, id);
}
void kokkosp_end_parallel_reduce(uint64_t id) { end("parallel_reduce", id); }

void kokkosp_begin_fence(const char* name, uint32_t device, uint64_t* id) { begin("fence", name, device, id); }
void kokkosp_end_fence(uint64_t id) { say("end_fence|%llu", (unsigned long long)id); }

void kokkosp_push_profile_region(const char* name) { say("begin_region|%s", name); }
void kokkosp_pop_profile_region(void) { say("end_region"); }

void kokkosp_allocate_data(struct space space, const char* label, const void* pointer, uint64_t bytes) {
    say("allocate_data|%s|%s|%p|%llu", space.name, label, pointer, (unsigned long long)bytes);
}
void kokkosp_deallocate_data(struct space space, const char* label, const void* pointer, uint64_t bytes) {
    say("deallocate_data|%s|%s|%p|%llu", space.name, label, pointer, (unsigned long long)bytes);
}

void kokkosp_begin_deep_copy(struct space to, const char* to_label, const void* to_pointer, struct space from,
                             const char* from_label, const void* from_pointer, uint64_t bytes) {
    (void)to_pointer, (void)from_pointer;
    say("begin_deep_copy|%s|%s|%s|%s|%llu", to.name, to_label, from.name, from_label, (unsigned long long)bytes);
}
void kokkosp_end_deep_copy(void) { say("end_deep_copy"); }
