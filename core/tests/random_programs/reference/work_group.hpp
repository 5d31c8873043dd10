/// Runs the work-items of one work-group in turns on the calling thread: each goes from barrier to barrier, on a stack
/// of its own where there are barriers. The C library switches the stacks, so nothing here is shared with the fibers
/// that are tested.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <source_location>
#include <vector>

namespace reference {

/// Ends the program: the kernel breaks the rules of random programs (README.md), so nothing can be compared.
[[noreturn]] inline void rules_broken(const char* rule) {
    std::printf("RULES BROKEN: %s\n", rule);
    std::fflush(stdout);
    std::_Exit(70);
}

class work_group {
public:
    /// `backwards`: the last work-item goes first. Results must not depend on it.
    work_group(std::size_t items, bool backwards) : items_(items), backwards_(backwards), all_(items), cells_(items) {}

    /// Runs `kernel(i)` for every work-item i.
    void run(const std::function<void(std::size_t)>& kernel) {
        kernel_ = &kernel;
        running = this;
        std::size_t left = items_;
        for (bool first = true; left > 0; first = false) {
            left = 0;
            for (std::size_t step = 0; step < items_; ++step) {
                resume(backwards_ ? items_ - 1 - step : step, first);
                left += !all_[current_].done;
            }
            if (left != 0 && left != items_) rules_broken("some work-items of a group end before a barrier of others");
            if (left != 0) expect_same_barrier();
        }
    }

    /// Called by a work-item: returns when all others came here.
    void wait(const std::source_location& where) {
        work_item& mine = all_[current_];
        mine.line = where.line();
        mine.column = where.column();
        swapcontext(&mine.context, &scheduler_);
    }

    std::size_t items() const { return items_; }
    /// 16 bytes of a work-item, by which group functions hand values on.
    unsigned char* cell(std::size_t i) { return cells_[i].bytes; }

    static inline work_group* running = nullptr;

private:
    static constexpr std::size_t stack_bytes = 128 * 1024;

    struct work_item {
        ucontext_t context;
        std::unique_ptr<unsigned char[]> stack;
        std::size_t line = 0, column = 0;
        bool done = false;
    };
    struct cell_bytes {
        alignas(16) unsigned char bytes[16] = {};
    };

    void resume(std::size_t i, bool first) {
        current_ = i;
        work_item& mine = all_[i];
        if (first) {
            mine.stack.reset(new unsigned char[stack_bytes]);
            getcontext(&mine.context);
            mine.context.uc_stack.ss_sp = mine.stack.get();
            mine.context.uc_stack.ss_size = stack_bytes;
            mine.context.uc_link = &scheduler_;
            makecontext(&mine.context, &enter, 0);
        }
        swapcontext(&scheduler_, &mine.context);
        if (mine.done) mine.stack.reset();
    }

    static void enter() {
        work_group& group = *running;
        const std::size_t mine = group.current_;
        (*group.kernel_)(mine);
        group.all_[mine].done = true;
    }

    void expect_same_barrier() const {
        for (const work_item& one : all_) {
            if (one.line != all_[0].line || one.column != all_[0].column)
                rules_broken("the work-items of a group wait at different barriers");
        }
    }

    const std::size_t items_;
    const bool backwards_;
    const std::function<void(std::size_t)>* kernel_ = nullptr;
    ucontext_t scheduler_;
    std::size_t current_ = 0;
    std::vector<work_item> all_;
    std::vector<cell_bytes> cells_;
};

}  // namespace reference
