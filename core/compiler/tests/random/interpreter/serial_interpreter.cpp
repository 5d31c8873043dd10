#include "serial_interpreter.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/SourceMgr.h>

#include <cstring>
#include <stdexcept>

#include "work_item.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

serial_interpreter::serial_interpreter(const kernel_text& kernel) : context_(std::make_unique<LLVMContext>()) {
    SMDiagnostic problem;
    module_ = parseAssemblyString(kernel.module, problem, *context_);
    if (!module_) throw std::logic_error("test kernel: " + problem.getMessage().str());
    kernel_ = module_->getFunction(kernel.name);
    number_values();
    lay_out_tables();
}

serial_interpreter::serial_interpreter(const Function& function, std::vector<const AllocaInst*> shared)
    : kernel_(&function), shared_(std::move(shared)) {
    number_values();
    lay_out_tables();
}

serial_interpreter::~serial_interpreter() = default;

void serial_interpreter::number_values() {
    for (const Function& function : *kernel_->getParent()) {
        unsigned next = 0;
        for (const Argument& argument : function.args()) numbers_[&argument] = next++;
        for (const Instruction& i : instructions(function)) {
            if (!i.getType()->isVoidTy()) numbers_[&i] = next++;
            if (i.getType()->isStructTy()) ++next;
            const auto* one = dyn_cast<AllocaInst>(&i);
            if (one && !is_contained(shared_, one)) {
                private_bytes_ += item_stack::room_for(one->getAllocationSize(i.getDataLayout())->getFixedValue());
            }
        }
        register_counts_[&function] = next;
    }
}

void serial_interpreter::lay_out_tables() {
    for (const GlobalVariable& table : kernel_->getParent()->globals()) {
        const auto* numbers = table.hasInitializer() ? dyn_cast<ConstantDataArray>(table.getInitializer()) : nullptr;
        if (!numbers) continue;
        const StringRef bytes = numbers->getRawDataValues();
        std::vector<std::uint64_t>& kept = tables_[&table];
        kept.resize((bytes.size() + 7) / 8);
        std::memcpy(kept.data(), bytes.data(), bytes.size());
    }
}

/// All wait: those at a shuffle get what the lanes that they ask have given.
void serial_interpreter::exchange(std::vector<work_item>& items, const work_group& group) const {
    const bool any = any_of(items, [](const work_item& item) { return item.votes().value_or(false); });
    for (work_item& item : items) {
        if (item.votes()) item.receive(any);
    }
    std::vector<std::uint64_t> sent(items.size() + group.sub_group_size);
    for (std::size_t n = 0; n < items.size(); ++n) {
        if (const auto one = items[n].shuffled()) sent[n] = one->first;
    }
    for (std::size_t n = 0; n < items.size(); ++n) {
        const auto one = items[n].shuffled();
        if (!one) continue;
        const std::size_t from = n - n % group.sub_group_size + one->second % group.sub_group_size;
        if (items[n].keeps_rules() && (one->second >= group.sub_group_size || from >= items.size())) {
            throw illegal_kernel("a lane that is not there is asked");
        }
        items[n].receive(sent[from]);
    }
}

void serial_interpreter::run(work_group& group, const void* functor, const run_surroundings& beside) const {
    group_run of(*this, group, beside);
    std::vector<work_item> running;
    running.reserve(group.items());
    if (beside.observer) beside.observer->begins(group, group.items());
    for (std::size_t n = 0; n < group.items(); ++n) running.emplace_back(*this, of, n, functor);
    for (;;) {
        std::size_t waiting = 0;
        for (work_item& item : running) waiting += item.advance();
        const auto alike = [&](const work_item& item) { return item.waits_with(running.front()); };
        if (waiting != 0 && (waiting != running.size() || (beside.rules && !all_of(running, alike)))) {
            throw illegal_kernel("the kernel has a divergent barrier");
        }
        if (beside.observer) beside.observer->meets();
        if (waiting == 0) return;
        if (beside.rules && !running.front().shuffled()) beside.rules->pass_barrier();
        exchange(running, group);
    }
}

void serial_interpreter::run_once(work_group& group, ArrayRef<const void*> arguments,
                                  const run_surroundings& beside) const {
    if (beside.observer) beside.observer->begins(group, 1);
    group_run of(*this, group, beside);
    work_item alone(*this, of, 0, arguments);
    while (alone.advance()) throw illegal_kernel("a barrier is left in what runs a whole group");
    if (beside.observer) beside.observer->meets();
}

}  // namespace ndweave::compiler::testing
