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

namespace {

/// Each lane gets what the one that it asks has given.
template <class Item>
void shuffle(std::span<Item> lanes, std::size_t size, bool keeps_rules) {
    std::vector<std::uint64_t> given(size);
    std::ranges::transform(lanes, given.begin(), &Item::given);
    for (Item& lane : lanes) {
        const std::uint64_t from = lane.lane_asked();
        if (keeps_rules && from >= lanes.size()) throw illegal_kernel("a lane that is not there is asked");
        lane.receive(given[from % size]);
    }
}

}  // namespace

/// Lets those sub-groups go on that wait for nobody else; whether there are any.
bool serial_interpreter::serve_sub_groups(std::span<work_item> items, const run_surroundings& beside,
                                          std::size_t size) {
    bool any = false;
    for (std::size_t first = 0; first < items.size(); first += size) {
        const auto lanes = items.subspan(first, std::min(size, items.size() - first));
        const auto waits = find_if(lanes, [](const work_item& lane) { return lane.waits_for_sub_group(); });
        if (waits == lanes.end()) continue;
        if (!all_of(lanes, [&](const work_item& lane) { return lane.waits_with(*waits); }))
            throw illegal_kernel("not all work-items of a sub-group reach its operation");
        if (waits->waits_for() == work_item::meeting::shuffle) {
            shuffle(lanes, size, beside.rules);
        } else if (beside.rules) {
            beside.rules->pass_sub_group_barrier(first / size);
        }
        for (work_item& lane : lanes) lane.advance();
        any = true;
    }
    return any;
}

/// Pre: all wait for the group.
void serial_interpreter::serve_group(std::span<work_item> items, const run_surroundings& beside) {
    const bool is_vote = items.front().waits_for() == work_item::meeting::vote;
    const bool holds = is_vote && any_of(items, [](const work_item& item) { return item.given() != 0; });
    if (!is_vote && beside.rules) beside.rules->pass_barrier();
    for (work_item& item : items) {
        if (is_vote) item.receive(holds);
    }
    for (work_item& item : items) item.advance();
}

void serial_interpreter::run(work_group& group, const void* functor, const run_surroundings& beside) const {
    group_run of(*this, group, beside);
    std::vector<work_item> running;
    running.reserve(group.items());
    if (beside.observer) beside.observer->begins(group, group.items());
    for (std::size_t n = 0; n < group.items(); ++n) running.emplace_back(*this, of, n, functor);
    for (work_item& item : running) item.advance();
    for (;;) {
        const bool together = all_of(running, [&](const work_item& item) { return item.waits_with(running.front()); });
        if (together && beside.observer) beside.observer->meets();
        if (serve_sub_groups(running, beside, group.sub_group_size)) continue;
        if (!together) throw illegal_kernel("the kernel has a divergent barrier");
        if (running.front().has_ended()) return;
        serve_group(running, beside);
    }
}

void serial_interpreter::run_once(work_group& group, ArrayRef<const void*> arguments,
                                  const run_surroundings& beside) const {
    if (beside.observer) beside.observer->begins(group, 1);
    group_run of(*this, group, beside);
    work_item alone(*this, of, 0, arguments);
    alone.advance();
    if (!alone.has_ended()) throw illegal_kernel("a barrier is left in what runs a whole group");
    if (beside.observer) beside.observer->meets();
}

}  // namespace ndweave::compiler::testing
