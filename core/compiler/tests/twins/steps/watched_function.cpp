#include "watched_function.hpp"

#include "compiler/tests/twins/analyses/affine_twin.hpp"
#include "compiler/tests/twins/analyses/element_twin.hpp"
#include "compiler/tests/twins/analyses/index_set_twin.hpp"
#include "compiler/tests/twins/analyses/liveness_twin.hpp"
#include "compiler/tests/twins/analyses/parallel_twin.hpp"
#include "compiler/tests/twins/analyses/range_twin.hpp"
#include "compiler/tests/twins/analyses/region_twin.hpp"
#include "compiler/tests/twins/analyses/uniformity_twin.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

watched_function::watched_function(Function& function, function_form form, std::vector<const AllocaInst*> shared)
    : interpreter_(function, std::move(shared)) {
    twins_.push_back(std::make_unique<range_twin>(range_claims_of(function), poison_));
    twins_.push_back(std::make_unique<liveness_twin>(function));
    if (form == function_form::item) {
        const uniformity values(function);
        twins_.push_back(std::make_unique<uniformity_twin>(function, claims_of(values, function)));
        twins_.push_back(std::make_unique<affine_twin>(function, affine_claims_of(values, function), poison_));
    }
    if (form == function_form::group) {
        twins_.push_back(std::make_unique<parallel_twin>(function));
    } else {
        twins_.push_back(std::make_unique<element_twin>(element_claims_of(function)));
    }
    if (form == function_form::item_by_regions) twins_.push_back(std::make_unique<region_twin>());
    if (form == function_form::split_item)
        twins_.push_back(std::make_unique<index_set_twin>(index_set_claims_of(function)));
    all_ = {&poison_, &memory_};
    for (const auto& twin : twins_) all_.push_back(twin.get());
}

void watched_function::run_items(work_group& group, const void* functor, run_surroundings beside) {
    beside.observer = this;
    interpreter_.run(group, functor, beside);
}

void watched_function::run_once(work_group& group, ArrayRef<const void*> arguments, run_surroundings beside) {
    beside.observer = this;
    interpreter_.run_once(group, arguments, beside);
}

void watched_function::begins(const work_group& group, std::size_t items) {
    for (run_observer* each : all_) each->begins(group, items);
}

void watched_function::enters(const running_item& item, const BasicBlock* from, const BasicBlock& to) {
    for (run_observer* each : all_) each->enters(item, from, to);
}

void watched_function::executes(const running_item& item, const Instruction& i) {
    for (run_observer* each : all_) each->executes(item, i);
}

void watched_function::computes(const running_item& item, const Instruction& i, std::uint64_t value) {
    for (run_observer* each : all_) each->computes(item, i, value);
}

void watched_function::meets() {
    for (run_observer* each : all_) each->meets();
}

}  // namespace ndweave::compiler::testing
