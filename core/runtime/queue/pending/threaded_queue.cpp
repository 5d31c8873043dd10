#include "runtime/queue/pending/threaded_queue.hpp"

#include "ndweave/exception.hpp"
#include "runtime/queue/pending/pending_event.hpp"

namespace ndweave::detail {
namespace {

/// Throws the error of what the next command depends on, whatever its type, as one of this library.
void wait_for_dependency(submission_thread& thread, const std::shared_ptr<event_impl>& event) {
    const auto refuse = [&](std::error_code code, const char* why) {
        throw exception(code, thread.next_command() + " was not run, since what it depends on failed: " + why);
    };
    try {
        auto* const pending = dynamic_cast<pending_event*>(event.get());
        if (const auto submitted = pending ? pending->submitted(true) : event) thread.target()->wait_for(submitted);
    } catch (const exception& e) {
        refuse(e.code(), e.what());
    } catch (const std::exception& e) {
        refuse(errc::event, e.what());
    }
}

}  // namespace

void threaded_queue::copy(void* to, const void* from, std::size_t bytes) {
    thread_->append([&](command_queue& commands) { commands.add_copy(to, from, bytes); });
}

void threaded_queue::fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
    thread_->append([&](command_queue& commands) { commands.add_fill(to, pattern, pattern_bytes, count); });
}

void threaded_queue::prefetch(const void* memory, std::size_t bytes) {
    call([=](queue_impl& target) { target.prefetch(memory, bytes); },
         "a prefetch of " + std::to_string(bytes) + " bytes");
}

void threaded_queue::advise(const void* memory, std::size_t bytes, int advice) {
    call([=](queue_impl& target) { target.advise(memory, bytes, advice); },
         "advice about " + std::to_string(bytes) + " bytes");
}

void threaded_queue::wait() {
    thread_->wait(thread_->appended());
    thread_->target()->wait();
}

std::shared_ptr<event_impl> threaded_queue::record() {
    if (profiling_) return pending_event::with_time(thread_);
    return std::make_shared<pending_event>(thread_, thread_->appended());
}

void threaded_queue::wait_for(const std::shared_ptr<event_impl>& event) {
    if (event) call([this, event](queue_impl&) { wait_for_dependency(*thread_, event); }, "a dependency");
}

}  // namespace ndweave::detail
