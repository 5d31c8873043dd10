#include "compiler/passes/after_vectorizer/gathers_and_scatters/merge_scatters.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/passes/after_vectorizer/gathers_and_scatters/lane_addresses.hpp"

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr std::uint64_t register_bytes = 64;

struct scatter {
    IntrinsicInst* call;
    lane_addresses to;

    Value& stored() const { return *call->getArgOperand(0); }
    FixedVectorType& type() const { return *cast<FixedVectorType>(stored().getType()); }
};

/// Scatters to members of the same structures, with nothing between them that accesses memory.
using group = SmallVector<scatter, 8>;

std::optional<scatter> as_scatter(Instruction& i, const DataLayout& layout) {
    auto* call = dyn_cast<IntrinsicInst>(&i);
    if (!call || call->getIntrinsicID() != Intrinsic::masked_scatter || !match(call->getArgOperand(3), m_AllOnes())) {
        return {};
    }
    Type* const element = call->getArgOperand(0)->getType()->getScalarType();
    if (!element->isIntegerTy() && !element->isFloatTy() && !element->isDoubleTy()) return {};
    const lane_addresses to = lane_addresses::of(*call->getArgOperand(1), layout);
    if (!to.stride) return {};
    return scatter{call, to};
}

std::vector<group> groups_of(BasicBlock& block) {
    std::vector<group> groups;
    group open;
    const auto close = [&] {
        if (!open.empty()) groups.push_back(std::move(open));
        open.clear();
    };
    for (Instruction& i : block) {
        if (!i.mayReadOrWriteMemory()) continue;
        const auto found = as_scatter(i, block.getDataLayout());
        const bool fits =
            found && !open.empty() && found->to.same_structures(open[0].to) && &found->type() == &open[0].type();
        if (!fits) close();
        if (found) open.push_back(*found);
    }
    close();
    return groups;
}

class merger {
public:
    merger(const group& scatters, unsigned cost_of_lane)
        : scatters_(scatters), cost_of_lane_(cost_of_lane), type_(scatters[0].type()) {
        element_ = static_cast<std::int64_t>(type_.getScalarSizeInBits() / 8);
        stride_ = *scatters[0].to.stride;
        half_ = static_cast<unsigned>(register_bytes / 2 / static_cast<std::uint64_t>(element_));
    }

    bool run() {
        if (!place_members()) return false;
        std::int64_t cost = 0;
        for (unsigned first = 0; first < lanes(); first += half_) cost += cost_of_half();
        if (cost > static_cast<std::int64_t>(cost_of_lane_ * lanes() * scatters_.size())) return false;
        IRBuilder<> at(scatters_.back().call);
        for (unsigned first = 0; first < lanes(); first += half_) store_half(at, first);
        for (const scatter& each : scatters_) each.call->eraseFromParent();
        return true;
    }

private:
    unsigned lanes() const { return type_.getNumElements(); }
    std::size_t pairs() const { return (scatters_.size() + 1) / 2; }

    /// Which member is stored at each place of a structure; false for places that are not the elements' or are shared.
    bool place_members() {
        if ((element_ != 4 && element_ != 8) || lanes() % half_ != 0 || stride_ % element_ != 0) return false;
        begin_ = scatters_[0].to.offset;
        for (const scatter& each : scatters_) begin_ = std::min(begin_, each.to.offset);
        // From where the structure begins, for members of one lie in one cache line where the structure does.
        if (begin_ >= 0 && begin_ < stride_) begin_ = 0;
        members_.assign(static_cast<std::size_t>(stride_ / element_), -1);
        for (std::size_t n = 0; n < scatters_.size(); ++n) {
            const std::int64_t place = scatters_[n].to.offset - begin_;
            if (place >= stride_ || place % element_ != 0) return false;
            int& member = members_[static_cast<std::size_t>(place / element_)];
            if (member >= 0) return false;
            member = static_cast<int>(n);
        }
        return true;
    }

    /// The member at a place of the register that begins at `from`, counted in elements from a half's first lane on;
    /// and its lane.
    std::pair<int, unsigned> at_place(std::size_t place) const {
        return {members_[place % members_.size()], static_cast<unsigned>(place / members_.size())};
    }

    /// Elements of the register that begins at `from`: no more than belong to this half's lanes. A load of those behind
    /// them, in the next iteration, would wait for the store although its mask spares them.
    unsigned width(std::size_t from) const { return from + half_ < half_ * members_.size() ? 2 * half_ : half_; }

    template <class Visit>
    void for_each_register(Visit visit) const {
        for (std::size_t from = 0; from < half_ * members_.size(); from += 2 * half_) {
            SmallVector<unsigned, 4> used;
            for (std::size_t place = from; place < from + width(from); ++place) {
                const int member = at_place(place).first;
                const auto pair = static_cast<unsigned>(member / 2);
                if (member >= 0 && !is_contained(used, pair)) used.push_back(pair);
            }
            if (!used.empty()) visit(from, used);
        }
    }

    /// In shuffles; a masked store counts as two.
    std::int64_t cost_of_half() const {
        std::int64_t cost = static_cast<std::int64_t>(pairs());
        for_each_register([&](std::size_t, const auto& used) {
            cost += std::max<std::int64_t>(1, static_cast<std::int64_t>(used.size()) - 1) + 2;
        });
        return cost;
    }

    /// Stores the lanes [first, first + half_): members side by side in pairs, and these mixed for each register.
    void store_half(IRBuilder<>& at, unsigned first) const {
        SmallVector<Value*, 4> sides;
        for (std::size_t pair = 0; pair < pairs(); ++pair) {
            Value& left = scatters_[2 * pair].stored();
            const bool two = 2 * pair + 1 < scatters_.size();
            SmallVector<int, 16> order(2 * half_, PoisonMaskElem);
            for (unsigned lane = 0; lane < half_; ++lane) {
                order[lane] = static_cast<int>(first + lane);
                if (two) order[half_ + lane] = static_cast<int>(lanes() + first + lane);
            }
            sides.push_back(at.CreateShuffleVector(&left, two ? &scatters_[2 * pair + 1].stored() : &left, order));
        }
        Value* const origin = scatters_[0].to.origins(at, 1)[0];
        for_each_register([&](std::size_t from, const SmallVectorImpl<unsigned>& used) {
            const std::int64_t place = begin_ + first * stride_ + static_cast<std::int64_t>(from) * element_;
            CallInst* const made =
                at.CreateMaskedStore(mix(at, sides, from, used),
                                     at.CreateConstGEP1_64(at.getInt8Ty(), origin, static_cast<std::uint64_t>(place)),
                                     Align(alignment()), mask(at, from));
            if (MDNode* accesses = scatters_[0].call->getMetadata(LLVMContext::MD_access_group)) {
                made->setMetadata(LLVMContext::MD_access_group, accesses);
            }
        });
    }

    std::uint64_t alignment() const {
        auto least = static_cast<std::uint64_t>(element_);
        for (const scatter& each : scatters_) {
            least = std::min(least, cast<ConstantInt>(each.call->getArgOperand(2))->getZExtValue());
        }
        return least;
    }

    /// The register that begins at `from`: the first two pairs it has members of, then one more at a time.
    Value* mix(IRBuilder<>& at, ArrayRef<Value*> sides, std::size_t from, ArrayRef<unsigned> used) const {
        Value* mixed = nullptr;
        for (std::size_t n = used.size() == 1 ? 0 : 1; n < used.size(); ++n) {
            const bool last = n + 1 == used.size();
            SmallVector<int, 16> order(last ? width(from) : 2 * half_, PoisonMaskElem);
            for (unsigned to = 0; to < width(from); ++to) {
                const auto [member, lane] = at_place(from + to);
                if (member < 0) continue;
                const auto pair = static_cast<unsigned>(member / 2);
                const int in_side = static_cast<int>(lane + (member % 2 ? half_ : 0));
                if (pair == used[n]) {
                    order[to] = n == 0 ? in_side : static_cast<int>(2 * half_) + in_side;
                } else if (n == 1 && pair == used[0]) {
                    order[to] = in_side;
                } else if (n > 1 && is_contained(used.take_front(n), pair)) {
                    order[to] = static_cast<int>(to);
                }
            }
            mixed = at.CreateShuffleVector(mixed ? mixed : sides[used[0]], sides[used[n]], order);
        }
        return mixed;
    }

    Value* mask(IRBuilder<>& at, std::size_t from) const {
        SmallVector<Constant*, 16> stored;
        for (unsigned to = 0; to < width(from); ++to) stored.push_back(at.getInt1(at_place(from + to).first >= 0));
        return ConstantVector::get(stored);
    }

    const group& scatters_;
    const unsigned cost_of_lane_;
    FixedVectorType& type_;
    std::int64_t element_, stride_, begin_ = 0;  // bytes
    unsigned half_;                              // elements of half a register
    SmallVector<int, 16> members_;               // by their place in the structure, in elements; -1: a gap
};

}  // namespace

PreservedAnalyses merge_scatters::run(Function& function, FunctionAnalysisManager& analyses) {
    bool changed = false;
    for (BasicBlock& block : function) {
        for (const group& scatters : groups_of(block)) changed |= merger(scatters, cost_of_lane_).run();
    }
    if (!changed) return PreservedAnalyses::all();
    drop_unused_addresses(function, analyses);
    return PreservedAnalyses::none();
}

}  // namespace ndweave::compiler
