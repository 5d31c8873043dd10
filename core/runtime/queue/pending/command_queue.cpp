#include "runtime/queue/pending/command_queue.hpp"

#include <cstring>

#include "runtime/graph/recorded_command.hpp"
#include "runtime/kernel/kernel_name.hpp"

namespace ndweave::detail {
namespace {

/// The builtin alone makes it a prefetch for reading where the compiler is not told that the processor has PREFETCHW;
/// those of 64 bits that have it not do nothing (Intel's manual, volume 2, PREFETCHW).
void prefetch_for_writing(const void* line) {
#ifdef __x86_64__
    asm volatile("prefetchw %0" : : "m"(*static_cast<const char*>(line)));
#else
    __builtin_prefetch(line, 1);
#endif
}

/// With its functor, of ordinary size, beside it.
class small_launch final : public pending_command {
public:
    static constexpr std::size_t max_functor_bytes = 256;  // with the launch, what a slot of the list has

    explicit small_launch(const launch& l) : launch_(l) {
        std::memcpy(functor_, l.functor, l.kernel->functor_size);
        launch_.functor = functor_;
    }
    void run(queue_impl& target) override { target.launch(launch_); }
    std::string describe() const override { return "kernel " + kernel_name(*launch_.kernel); }

private:
    launch launch_;
    alignas(functor_alignment) std::byte functor_[max_functor_bytes];
};

class large_launch final : public pending_command {
public:
    explicit large_launch(const launch& l) : recorded_(record_launch(l)) {}
    void run(queue_impl& target) override { submit(target, recorded_); }
    std::string describe() const override { return "kernel " + kernel_name(*recorded_.launch.kernel); }

private:
    recorded_launch recorded_;
};

class pending_copy final : public pending_command {
public:
    explicit pending_copy(const recorded_copy& copy) : copy_(copy) {}
    void run(queue_impl& target) override { submit(target, copy_); }
    std::string describe() const override { return "a copy of " + std::to_string(copy_.bytes) + " bytes"; }

private:
    recorded_copy copy_;
};

class pending_fill final : public pending_command {
public:
    explicit pending_fill(recorded_fill fill) : fill_(std::move(fill)) {}
    void run(queue_impl& target) override { submit(target, fill_); }
    std::string describe() const override {
        return "a fill of " + std::to_string(fill_.pattern.size() * fill_.count) + " bytes";
    }

private:
    recorded_fill fill_;
};

class pending_call final : public pending_command {
public:
    pending_call(std::function<void(queue_impl&)> function, std::string what)
        : function_(std::move(function)), what_(std::move(what)) {}
    void run(queue_impl& target) override { function_(target); }
    std::string describe() const override { return what_; }

private:
    std::function<void(queue_impl&)> function_;
    std::string what_;
};

}  // namespace

command_queue::~command_queue() {
    while (!empty()) std::destroy_at(&take_front());
    delete head_;
    delete spare_.load(std::memory_order_acquire);
}

template <class Command, class... Arguments>
void command_queue::emplace(Arguments&&... arguments) {
    static_assert(sizeof(Command) <= slot_bytes && alignof(Command) <= alignof(slot));
    ::new (free_slot()) Command(std::forward<Arguments>(arguments)...);
    ++tail_slots_;
    // One thread adds: without a locked instruction, which would wait for the slot's lines to come from the taker.
    added_.store(added_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    fetch_next_slot();
}

/// Which the taker had last, for writing: otherwise each of its lines is waited for in turn.
void command_queue::fetch_next_slot() {
    if (tail_slots_ == chunk_slots) return;
    for (std::size_t at = 0; at < usual_command_bytes; at += tuning::cache_line_bytes) {
        prefetch_for_writing(tail_->slots[tail_slots_].memory + at);
    }
}

void* command_queue::free_slot() {
    if (tail_slots_ == chunk_slots) {
        chunk* next = spare_.exchange(nullptr, std::memory_order_acq_rel);
        if (!next) next = new chunk;
        next->next = nullptr;
        tail_->next = next;
        tail_ = next;
        tail_slots_ = 0;
    }
    return tail_->slots[tail_slots_].memory;
}

void command_queue::add_launch(const launch& l) {
    if (l.kernel->functor_size <= small_launch::max_functor_bytes) return emplace<small_launch>(l);
    emplace<large_launch>(l);
}

void command_queue::add_copy(void* to, const void* from, std::size_t bytes) {
    emplace<pending_copy>(recorded_copy{to, from, bytes});
}

void command_queue::add_fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
    const auto* const first = static_cast<const unsigned char*>(pattern);
    emplace<pending_fill>(recorded_fill{to, {first, first + pattern_bytes}, count});
}

void command_queue::add_call(std::function<void(queue_impl&)> function, std::string what) {
    emplace<pending_call>(std::move(function), std::move(what));
}

/// A command begins with its first base, so it is at the address of its slot.
pending_command& command_queue::command(std::size_t n) const {
    return *std::launder(reinterpret_cast<pending_command*>(head_->slots[n].memory));
}

pending_command& command_queue::front() {
    if (head_slots_ == chunk_slots) leave_chunk();
    return command(head_slots_);
}

pending_command& command_queue::take_front() {
    pending_command& first = front();
    ++head_slots_;
    ++taken_;
    return first;
}

/// For the next one, which is there if a command is.
void command_queue::leave_chunk() {
    chunk* const used = std::exchange(head_, head_->next);
    head_slots_ = 0;
    if (keeps_memory_) return void(kept_.emplace_back(used));
    delete spare_.exchange(used, std::memory_order_acq_rel);
}

}  // namespace ndweave::detail
