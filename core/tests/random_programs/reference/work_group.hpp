/// Runs the work-items of one work-group in turns on the calling thread: each goes from where it waits for others of
/// the group, or of its sub-group, to the next such place, on a stack of its own where there are any. The C library
/// switches the stacks, so nothing here is shared with the fibers that are tested.
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
        bool first = true;
        do {
            for (std::size_t step = 0; step < items_; ++step) {
                const std::size_t i = backwards_ ? items_ - 1 - step : step;
                if (!all_[i].done && !all_[i].waits) resume(i, first);
            }
            first = false;
        } while (release());
        for (const work_item& one : all_) {
            if (!one.done) rules_broken("work-items wait for others that end, or wait elsewhere");
        }
    }

    /// Called by a work-item: returns when the `count` work-items from `first` on, of which it is one, came here.
    void wait(const std::source_location& where, std::size_t first, std::size_t count) {
        work_item& mine = all_[current_];
        mine.at = {where.line(), where.column(), first, count};
        mine.waits = true;
        swapcontext(&mine.context, &scheduler_);
    }

    std::size_t items() const { return items_; }
    /// 16 bytes of a work-item, by which group functions hand values on.
    unsigned char* cell(std::size_t i) { return cells_[i].bytes; }

    static inline work_group* running = nullptr;

private:
    static constexpr std::size_t stack_bytes = 128 * 1024;

    /// Where work-items wait in the source, and for which.
    struct meeting {
        std::size_t line, column, first, count;
        bool operator==(const meeting&) const = default;
    };
    struct work_item {
        ucontext_t context;
        std::unique_ptr<unsigned char[]> stack;
        meeting at = {};
        bool waits = false, done = false;
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

    /// Lets those go on that have all come to where they wait for each other; whether there are any.
    bool release() {
        bool any = false;
        for (std::size_t i = 0; i < items_; ++i) {
            const meeting at = all_[i].at;
            if (!all_[i].waits || at.first != i) continue;
            bool complete = true;
            for (std::size_t n = i; n < i + at.count; ++n) complete = complete && all_[n].waits && all_[n].at == at;
            for (std::size_t n = i; complete && n < i + at.count; ++n) all_[n].waits = false;
            any = any || complete;
        }
        return any;
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
