#include "compiler/passes/after_vectorizer/gathers_and_scatters/merge_gathers.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/bit.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "compiler/passes/after_vectorizer/gathers_and_scatters/lane_addresses.hpp"

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Of a row that is loaded at once: a register's at most, and so many that it saves more than its address costs, which
/// leaves a vector of indices where lanes are not at even distances.
constexpr std::uint64_t max_row_bytes = 64, min_row_bytes = 8, min_row_bytes_at_any_distance = 16;

struct gather {
    IntrinsicInst* call;
    lane_addresses from;

    FixedVectorType& type() const { return *cast<FixedVectorType>(call->getType()); }
};

std::optional<gather> as_gather(Instruction& i, const DataLayout& layout) {
    auto* const call = dyn_cast<IntrinsicInst>(&i);
    if (!call || call->getIntrinsicID() != Intrinsic::masked_gather || !match(call->getArgOperand(2), m_AllOnes()))
        return {};
    auto& type = *cast<FixedVectorType>(call->getType());
    Type* const element = type.getElementType();
    const unsigned bits = type.getScalarSizeInBits();
    if (!(element->isIntegerTy() || element->isFloatingPointTy()) || (bits != 32 && bits != 64)) return {};
    if (type.getNumElements() < 2 || !isPowerOf2_32(type.getNumElements())) return {};
    return gather{call, lane_addresses::of(*call->getArgOperand(0), layout)};
}

/// Gathers from the same structures, in program order, the first of which may be where all are.
using group = SmallVector<gather, 8>;

/// Which writes leave alone what a gather reads: those that their scopes set apart.
class writers {
public:
    explicit writers(AAResults& aliases) : query_(aliases) {}

    bool may_change(const gather& read, const Instruction& i) {
        if (!i.mayWriteToMemory()) return false;
        if (!isa<StoreInst>(i) && !match(&i, m_Intrinsic<Intrinsic::masked_scatter>()) &&
            !match(&i, m_Intrinsic<Intrinsic::masked_store>()))
            return true;
        const auto scopes_of = [&](const Instruction& access) {
            return MemoryLocation(read.from.base, LocationSize::beforeOrAfterPointer(), access.getAAMetadata());
        };
        return scopes_.alias(scopes_of(i), scopes_of(*read.call), query_, nullptr) != AliasResult::NoAlias;
    }

private:
    ScopedNoAliasAAResult scopes_;
    SimpleAAQueryInfo query_;
};

std::vector<group> groups_of(BasicBlock& block, writers& others) {
    std::vector<group> groups, open;
    for (Instruction& i : block) {
        if (auto found = as_gather(i, block.getDataLayout())) {
            const auto fits = [&](const group& g) {
                return g[0].from.same_structures(found->from) && &g[0].type() == &found->type();
            };
            const auto with = find_if(open, fits);
            if (with != open.end())
                with->push_back(*found);
            else
                open.push_back({*found});
            continue;
        }
        const bool ends_all = !isGuaranteedToTransferExecutionToSuccessor(&i);
        for (std::size_t n = open.size(); n-- > 0;) {
            if (!ends_all && none_of(open[n], [&](const gather& g) { return others.may_change(g, i); })) continue;
            groups.push_back(std::move(open[n]));
            open.erase(open.begin() + static_cast<std::ptrdiff_t>(n));
        }
    }
    groups.insert(groups.end(), open.begin(), open.end());
    return groups;
}

class merger {
public:
    explicit merger(const group& gathers)
        : at_(gathers[0].call),
          // What other groups were merged to may be in it by now.
          from_(lane_addresses::of(*gathers[0].call->getArgOperand(0), gathers[0].call->getDataLayout())),
          element_(*gathers[0].type().getElementType()),
          bytes_(gathers[0].type().getScalarSizeInBits() / 8),
          lanes_(gathers[0].type().getNumElements()) {
        for (const gather& g : gathers) members_[g.from.offset].push_back(g.call);
    }

    bool run() {
        bool changed = false;
        for (auto first = members_.begin(); first != members_.end();) {
            const unsigned width = row_at(first);
            const auto next = members_.lower_bound(first->first + static_cast<std::int64_t>(width * bytes_));
            if (width > 1) {
                merge(first, next, width);
                changed = true;
            }
            first = next;
        }
        for (IntrinsicInst* const call : merged_) call->eraseFromParent();
        return changed;
    }

private:
    using members = std::map<std::int64_t, SmallVector<IntrinsicInst*, 2>>;

    /// Members of the row that begins with `first`: a power of two, 1 where it is not worth it.
    unsigned row_at(members::const_iterator first) const {
        const unsigned max_width = static_cast<unsigned>(std::min<std::uint64_t>(lanes_, max_row_bytes / bytes_));
        const unsigned width = std::max(dense_row_at(first, max_width), aligned_row_at(first, max_width));
        const auto min_bytes = from_.stride ? min_row_bytes : min_row_bytes_at_any_distance;
        return width * bytes_ >= min_bytes ? width : 1;
    }

    /// All of whose members are read.
    unsigned dense_row_at(members::const_iterator first, unsigned max_width) const {
        unsigned run = 1;
        for (auto next = std::next(first); next != members_.end() && run < max_width; ++next, ++run) {
            if (next->first != first->first + static_cast<std::int64_t>(run * bytes_)) break;
        }
        return llvm::bit_floor(run);
    }

    /// Half of whose members are read or more: a row at a multiple of its size lies in one page with each of them.
    unsigned aligned_row_at(members::const_iterator first, unsigned max_width) const {
        const std::uint64_t align = alignment(*first->second[0]).value();
        unsigned width = static_cast<unsigned>(std::min<std::uint64_t>(max_width, align / bytes_));
        for (; width > 1; width /= 2) {
            const auto end = members_.lower_bound(first->first + static_cast<std::int64_t>(width * bytes_));
            const auto in_place = [&](const auto& member) {
                return static_cast<std::uint64_t>(member.first - first->first) % bytes_ == 0;
            };
            const auto read = static_cast<unsigned>(std::distance(first, members::const_iterator(end)));
            if (2 * read >= width && all_of(make_range(first, members::const_iterator(end)), in_place)) return width;
        }
        return 1;
    }

    static Align alignment(const IntrinsicInst& gather) {
        return cast<ConstantInt>(gather.getArgOperand(1))->getMaybeAlignValue().valueOrOne();
    }

    void merge(members::iterator begin, members::iterator end, unsigned width) {
        std::vector<Value*> registers = registers_of(rows(begin, end, width), width);
        for (unsigned distance = 1; distance < width; distance *= 2) exchange(registers, distance);
        for (const auto& [offset, calls] : make_range(begin, end)) {
            Value*& numbers = registers[static_cast<std::uint64_t>(offset - begin->first) / bytes_];
            for (IntrinsicInst* const call : calls) {
                call->replaceAllUsesWith(numbers);
                merged_.push_back(call);
            }
            numbers = nullptr;
        }
        for (Value* const unused : registers) {
            if (unused) RecursivelyDeleteTriviallyDeadInstructions(unused);
        }
    }

    /// A load for each lane.
    std::vector<Value*> rows(members::iterator begin, members::iterator end, unsigned width) {
        AAMDNodes aliases = begin->second[0]->getAAMetadata();
        MDNode* accesses = begin->second[0]->getMetadata(LLVMContext::MD_access_group);
        for (const auto& [offset, calls] : make_range(begin, end)) {
            for (const IntrinsicInst* const call : calls) {
                aliases = aliases.merge(call->getAAMetadata());
                if (call->getMetadata(LLVMContext::MD_access_group) != accesses) accesses = nullptr;
            }
        }
        const Align align = alignment(*begin->second[0]);
        if (origins_.empty()) origins_ = from_.origins(at_, lanes_);
        std::vector<Value*> loads;
        for (unsigned lane = 0; lane < lanes_; ++lane) {
            Value* const place =
                at_.CreateConstGEP1_64(at_.getInt8Ty(), origins_[lane], static_cast<std::uint64_t>(begin->first));
            LoadInst* const load = at_.CreateAlignedLoad(FixedVectorType::get(&element_, width), place, align, "row");
            load->setAAMetadata(aliases);
            if (accesses) load->setMetadata(LLVMContext::MD_access_group, accesses);
            loads.push_back(load);
        }
        return loads;
    }

    /// As many as a row has members: number n has the rows of lanes n, n + width, n + 2 * width, ..
    std::vector<Value*> registers_of(const std::vector<Value*>& rows, unsigned width) {
        std::vector<Value*> registers;
        for (unsigned first = 0; first < width; ++first) {
            std::vector<Value*> parts;
            for (unsigned lane = first; lane < lanes_; lane += width) parts.push_back(rows[lane]);
            registers.push_back(concatenateVectors(at_, parts));
        }
        return registers;
    }

    /// Of each two registers that far apart, the blocks of so many numbers that change places in a transposition.
    void exchange(std::vector<Value*>& registers, unsigned distance) {
        SmallVector<int, 16> lower, upper;
        for (unsigned at = 0; at < lanes_; ++at) {
            const bool odd = (at & distance) != 0;
            lower.push_back(static_cast<int>(odd ? lanes_ + (at ^ distance) : at));
            upper.push_back(static_cast<int>(odd ? lanes_ + at : at ^ distance));
        }
        for (std::size_t n = 0; n < registers.size(); ++n) {
            if (n & distance) continue;
            Value *const a = registers[n], *const b = registers[n + distance];
            registers[n] = at_.CreateShuffleVector(a, b, lower);
            registers[n + distance] = at_.CreateShuffleVector(a, b, upper);
        }
    }

    IRBuilder<> at_;
    const lane_addresses from_;
    Type& element_;
    const std::uint64_t bytes_;
    const unsigned lanes_;
    members members_{};              // by their offset in the structure
    std::vector<Value*> origins_{};  // addresses of the lanes' structures
    std::vector<IntrinsicInst*> merged_{};
};

}  // namespace

PreservedAnalyses merge_gathers::run(Function& function, FunctionAnalysisManager& analyses) {
    writers others(analyses.getResult<AAManager>(function));
    bool changed = false;
    for (BasicBlock& block : function) {
        for (const group& gathers : groups_of(block, others)) changed |= merger(gathers).run();
    }
    if (!changed) return PreservedAnalyses::all();
    drop_unused_addresses(function, analyses);
    return PreservedAnalyses::none();
}

}  // namespace ndweave::compiler
