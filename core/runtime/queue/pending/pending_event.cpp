#include "runtime/queue/pending/pending_event.hpp"

namespace ndweave::detail {

std::shared_ptr<pending_event> pending_event::with_time(std::shared_ptr<submission_thread> thread) {
    const auto event = std::make_shared<pending_event>(thread, 0);
    event->position_ = thread->append([&](command_queue& commands) {
        commands.add_call([event](queue_impl& target) { event->recorded_ = target.record(); }, "an event");
    });
    return event;
}

void pending_event::wait() {
    if (const auto event = submitted(false)) event->wait();
}

bool pending_event::complete() {
    if (!thread_->has_passed(position_)) return false;
    const auto event = submitted(false);
    return !event || event->complete();
}

double pending_event::seconds() {
    wait();
    return recorded_->seconds();
}

std::shared_ptr<event_impl> pending_event::submitted(bool blocking) {
    thread_->wait(position_);
    if (recorded_) return recorded_;
    return blocking ? thread_->target()->record_blocking() : thread_->target()->record();
}

}  // namespace ndweave::detail
