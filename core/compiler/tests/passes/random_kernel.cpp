#include "random_kernel.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <cstddef>
#include <random>
#include <stdexcept>

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

constexpr unsigned varying_count = 5;
constexpr unsigned uniform_count = 3;
constexpr unsigned private_length = 4;

class generator {
public:
    generator(std::uint64_t seed, unsigned items, random_kind kind)
        : random_(seed),
          items_(items),
          basic_(kind == random_kind::basic),
          barriers_(kind == random_kind::with_barriers),
          by_parts_(random_() % 4 == 0),
          module_("random", context_),
          at_(context_) {
        module_.setDataLayout(
            "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");  // x86-64's
    }

    std::string run() {
        FunctionType* type = FunctionType::get(at_.getVoidTy(), {at_.getPtrTy()}, false);
        kernel_ = Function::Create(type, Function::ExternalLinkage, "kernel", module_);
        at_.SetInsertPoint(BasicBlock::Create(context_, "entry", kernel_));
        end_ = BasicBlock::Create(context_, "end", kernel_);
        make_state();
        body(1 + pick(4), 2 + pick(5), true);  // most are small: more of them in the same time
        at_.CreateBr(end_);
        at_.SetInsertPoint(end_);
        for (unsigned v = 0; v < varying_count; ++v) output(v, load(varying_[v]));
        for (unsigned v = 0; v < uniform_count; ++v) output(varying_count + v, load(uniform_[v]));
        at_.CreateRetVoid();
        std::string text;
        raw_string_ostream out(text);
        if (verifyModule(module_, &out)) throw std::logic_error("random kernel: " + text);
        module_.print(out, nullptr);
        return text;
    }

private:
    unsigned pick(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }
    bool chance(unsigned percent) { return pick(100) < percent; }

    Type* word() { return at_.getInt32Ty(); }
    Value* load(Value* pointer) { return at_.CreateLoad(word(), pointer); }
    Value* constant(unsigned value) { return at_.getInt32(value); }

    Value* builtin(const char* name, Type* result, ArrayRef<Value*> arguments) {
        SmallVector<Type*> types;
        for (Value* argument : arguments) types.push_back(argument->getType());
        return at_.CreateCall(module_.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
    }

    Value* field(unsigned offset, Type* type) {
        return at_.CreateLoad(type, at_.CreateConstGEP1_32(at_.getInt8Ty(), kernel_->getArg(0), offset));
    }

    Value* element(Value* base, Value* index) {
        return at_.CreateInBoundsGEP(word(), base, at_.CreateZExt(index, at_.getInt64Ty()));
    }

    void make_state() {
        Function* barrier = cast<Function>(
            module_.getOrInsertFunction("__ndweave_barrier", FunctionType::get(at_.getVoidTy(), false)).getCallee());
        barrier->setConvergent();
        private_ = at_.CreateAlloca(ArrayType::get(word(), private_length), nullptr, "mine");
        for (auto& v : varying_) v = at_.CreateAlloca(word(), nullptr, "v");
        for (auto& u : uniform_) u = at_.CreateAlloca(word(), nullptr, "u");
        if (basic_) {
            make_basic_ids();
        } else {
            make_group_ids();
        }
        for (unsigned i = 0; i < private_length; ++i) at_.CreateStore(linear_, element(private_, constant(i)));
        for (auto* v : varying_) at_.CreateStore(varying_source(), v);
        for (auto* u : uniform_) at_.CreateStore(uniform_source(), u);
        at_.CreateStore(linear_, own_memory());
    }

    void make_group_ids() {
        for (unsigned a = 0; a < 3; ++a) id_[a] = builtin("__ndweave_local_id", word(), {constant(a)});
        Value* rows = builtin("__ndweave_local_range", word(), {constant(1)});
        Value* columns = builtin("__ndweave_local_range", word(), {constant(0)});
        linear_ = linear_id(id_, rows, columns);
        group_ = at_.CreateTrunc(builtin("__ndweave_group_id", at_.getInt64Ty(), {constant(0)}), word());
        memory_ = builtin("__ndweave_local_memory", at_.getPtrTy(), {});
    }

    void make_basic_ids() {
        Value* place[3];
        for (unsigned a = 0; a < 3; ++a) {
            id_[a] = at_.CreateTrunc(builtin("__ndweave_global_id", at_.getInt64Ty(), {constant(a)}), word());
            place[a] = at_.CreateSub(id_[a], field(offsetof(random_functor, first) + 4 * a, word()));
        }
        const std::size_t extent = offsetof(random_functor, extent);
        linear_ = linear_id(place, field(extent + 4, word()), field(extent, word()));
        group_ = constant(0);
    }

    Value* linear_id(Value* const id[3], Value* rows, Value* columns) {
        return at_.CreateAdd(at_.CreateMul(at_.CreateAdd(at_.CreateMul(id[2], rows), id[1]), columns), id[0]);
    }

    /// Memory that only this work-item uses: local, behind the exchange's array.
    Value* own_memory() {
        if (basic_) return element(field(offsetof(random_functor, own), at_.getPtrTy()), linear_);
        return element(memory_, at_.CreateAdd(linear_, constant(items_)));
    }

    Value* input(Value* index) {
        return load(element(field(0, at_.getPtrTy()), at_.CreateURem(index, constant(input_size))));
    }

    Value* uniform_source() {
        switch (pick(4)) {
            case 0:
                return constant(pick(20));
            case 1:
                return field(24, word());
            case 2:
                return field(28, word());
            default:
                return group_;
        }
    }

    Value* varying_source() {
        switch (pick(4)) {
            case 0:
                return id_[pick(3)];
            case 1:
                return linear_;
            case 2:
                return input(at_.CreateAdd(linear_, constant(pick(100))));
            default:
                return uniform_source();
        }
    }

    Value* combine(Value* a, Value* b) {
        switch (pick(7)) {
            case 0:
                return at_.CreateAdd(a, b);
            case 1:
                return at_.CreateSub(a, b);
            case 2:
                return at_.CreateMul(a, b);
            case 3:
                return at_.CreateXor(a, b);
            case 4:
                return at_.CreateLShr(a, at_.CreateAnd(b, constant(7)));
            case 5:
                return at_.CreateSelect(at_.CreateICmpULT(a, b), a, b);
            default:
                return at_.CreateURem(a, at_.CreateOr(b, constant(1)));
        }
    }

    Value* uniform_value(unsigned depth = 2) {
        if (depth == 0) return chance(60) ? load(uniform_[pick(uniform_count)]) : uniform_source();
        if (chance(15)) return input(uniform_value(depth - 1));
        return combine(uniform_value(depth - 1), uniform_value(depth - 1));
    }

    Value* value(unsigned depth = 2) {
        if (depth == 0) {
            if (chance(70)) return load(varying_[pick(varying_count)]);
            return chance(50) ? varying_source() : load(uniform_[pick(uniform_count)]);
        }
        switch (pick(8)) {
            case 0:
                return input(value(depth - 1));
            case 1:
                return read_private(depth);
            case 2:
                return load(own_memory());
            default:
                return combine(value(depth - 1), value(depth - 1));
        }
    }

    Value* condition(Value* of) {
        return at_.CreateICmpULT(at_.CreateURem(of, constant(2 + pick(5))), constant(1 + pick(3)));
    }

    BasicBlock* block(const char* name) { return BasicBlock::Create(context_, name, kernel_, end_); }

    void output(unsigned slot, Value* value) {
        Value* item = at_.CreateAdd(at_.CreateMul(group_, constant(items_)), linear_);
        Value* index = at_.CreateAdd(at_.CreateMul(item, constant(outputs_per_item)), constant(slot));
        at_.CreateStore(value, element(field(8, at_.getPtrTy()), index));
    }

    void barrier() { builtin("__ndweave_barrier", at_.getVoidTy(), {}); }

    /// `converged`: the whole group is here.
    void body(unsigned depth, unsigned statements, bool converged) {
        for (unsigned i = 0; i < 1 + pick(statements); ++i) statement(depth, converged);
    }

    void statement(unsigned depth, bool converged) {
        switch (pick(18)) {
            case 16:
            case 17:
                return depth ? strided_loop(depth) : assign();
            case 0:
            case 1:
                return converged && barriers_ ? exchange() : assign();
            case 2:
                return converged && barriers_ ? barrier() : assign();
            case 3:
                return write_private();
            case 4:
                at_.CreateStore(value(), own_memory());
                return;
            case 5:
                return add_atomically();
            case 6:
                return converged ? assign_uniform() : assign();
            case 7:
                return depth ? branch(depth, converged, converged) : assign();
            case 8:
                return depth ? branch(depth, converged, false) : assign();
            case 9:
                return depth ? loop(depth, converged, converged) : assign();
            case 10:
                return depth ? loop(depth, converged, false) : assign();
            case 11:
                return converged && barriers_ && depth && chance(10) ? unequal_trips() : assign();
            case 12:
                return converged && chance(10) ? return_early() : assign();
            default:
                return assign();
        }
    }

    void assign() { at_.CreateStore(value(), varying_[pick(varying_count)]); }
    void assign_uniform() { at_.CreateStore(uniform_value(), uniform_[pick(uniform_count)]); }

    Value* private_place(unsigned depth) {
        return element(private_, at_.CreateAnd(value(depth), constant(private_length - 1)));
    }

    Value* read_private(unsigned depth) {
        Value* place = private_place(depth - 1);
        if (by_parts_ && chance(30)) return at_.CreateZExt(at_.CreateLoad(at_.getInt16Ty(), place), word());
        if (chance(20)) place = at_.CreateSelect(condition(value(depth - 1)), place, private_place(depth - 1));
        return load(place);
    }

    void write_private() {
        if (chance(15)) {
            const unsigned first = pick(private_length);
            at_.CreateMemSet(element(private_, constant(first)), at_.CreateTrunc(value(1), at_.getInt8Ty()),
                             4 * (1 + pick(private_length - first)), MaybeAlign(4));
            return;
        }
        at_.CreateStore(value(), private_place(1));
    }

    void add_atomically() {
        Value* sum = element(field(16, at_.getPtrTy()), at_.CreateAnd(value(1), constant(sum_count - 1)));
        at_.CreateAtomicRMW(AtomicRMWInst::Add, sum, value(1), MaybeAlign(4), AtomicOrdering::Monotonic);
    }

    /// Every work-item writes its element and reads another's.
    void exchange() {
        at_.CreateStore(value(), element(memory_, linear_));
        barrier();
        Value* from = chance(30) ? uniform_value(1) : at_.CreateAdd(linear_, uniform_value(1));
        Value* other = load(element(memory_, at_.CreateURem(from, constant(items_))));
        at_.CreateStore(other, varying_[pick(varying_count)]);
        barrier();
    }

    void return_early() {
        BasicBlock* go_on = block("go_on");
        at_.CreateCondBr(at_.CreateICmpEQ(at_.CreateURem(uniform_value(), constant(16)), constant(3)), end_, go_on);
        at_.SetInsertPoint(go_on);
    }

    void branch(unsigned depth, bool converged, bool together) {
        BasicBlock *yes = block("yes"), *no = block("no"), *join = block("join");
        const bool otherwise = chance(50);
        at_.CreateCondBr(condition(together ? uniform_value() : value()), yes, otherwise ? no : join);
        at_.SetInsertPoint(yes);
        body(depth - 1, 3, converged && together);
        at_.CreateBr(join);
        at_.SetInsertPoint(no);
        if (otherwise) body(depth - 1, 3, converged && together);
        at_.CreateBr(join);
        at_.SetInsertPoint(join);
        if (!otherwise) no->eraseFromParent();
    }

    /// At most 4 trips, with a break in the middle of some.
    void loop(unsigned depth, bool converged, bool together) {
        IRBuilder<> entry(&kernel_->getEntryBlock(), kernel_->getEntryBlock().begin());
        Value* count = entry.CreateAlloca(word(), nullptr, "i");
        BasicBlock *test = block("test"), *trip = block("trip"), *left = block("left");
        Value* trips = at_.CreateURem(together ? uniform_value() : value(), constant(5));
        at_.CreateStore(constant(0), count);
        at_.CreateBr(test);
        at_.SetInsertPoint(test);
        at_.CreateCondBr(at_.CreateICmpULT(load(count), trips), trip, left);
        at_.SetInsertPoint(trip);
        body(depth - 1, 3, converged && together);
        if (chance(30)) {
            BasicBlock* stay = block("stay");
            at_.CreateCondBr(condition(together ? uniform_value() : value()), left, stay);
            at_.SetInsertPoint(stay);
            body(depth - 1, 2, converged && together);
        }
        at_.CreateStore(at_.CreateAdd(load(count), constant(1)), count);
        at_.CreateBr(test);
        at_.SetInsertPoint(left);
    }

    /// `for (i = begin; i < bound; i += step)` with begin by work-item and the same step for all, over neighbouring
    /// elements of the input; some with a break, some count in 64 bits.
    void strided_loop(unsigned depth) {
        IRBuilder<> entry(&kernel_->getEntryBlock(), kernel_->getEntryBlock().begin());
        Type* type = chance(50) ? at_.getInt64Ty() : word();
        Value* index = entry.CreateAlloca(type, nullptr, "i");
        BasicBlock *test = block("test"), *trip = block("trip"), *left = block("left");
        const auto widen = [&](Value* of) { return at_.CreateZExt(of, type); };
        Value* begin = chance(50) ? linear_ : id_[pick(3)];
        if (chance(50)) begin = at_.CreateAdd(begin, at_.CreateURem(uniform_value(1), constant(20)));
        if (chance(10)) begin = at_.CreateURem(value(1), constant(64));
        Value* bound = widen(at_.CreateURem(chance(90) ? uniform_value() : value(1), constant(input_size + 1)));
        if (chance(25)) bound = widen(constant(pick(input_size + 1)));
        Value* step = chance(50) ? constant(chance(50) ? items_ : 1 + pick(64))
                                 : at_.CreateAdd(at_.CreateURem(uniform_value(1), constant(64)), constant(8));
        step = widen(at_.CreateAdd(step, constant(type == word() ? 4 : 5)));
        const bool flags = chance(50);
        at_.CreateStore(widen(begin), index);
        at_.CreateBr(test);
        at_.SetInsertPoint(test);
        Value* i = at_.CreateLoad(type, index);
        at_.CreateCondBr(chance(70) ? at_.CreateICmpULT(i, bound) : at_.CreateICmpSLT(i, bound), trip, left);
        at_.SetInsertPoint(trip);
        Value* read = at_.CreateLoad(word(), at_.CreateInBoundsGEP(word(), field(0, at_.getPtrTy()), i));
        Value* sum = varying_[pick(varying_count)];
        at_.CreateStore(combine(load(sum), read), sum);
        if (chance(30)) at_.CreateStore(at_.CreateTrunc(i, word()), varying_[pick(varying_count)]);
        if (chance(40)) body(depth - 1, 2, false);
        if (chance(20)) {
            BasicBlock* stay = block("stay");
            at_.CreateCondBr(condition(chance(50) ? uniform_value() : value()), left, stay);
            at_.SetInsertPoint(stay);
        }
        at_.CreateStore(at_.CreateAdd(at_.CreateLoad(type, index), step, "", flags, flags), index);
        at_.CreateBr(test);
        at_.SetInsertPoint(left);
    }

    /// Loops of 2 to 4 trips, by work-item, with a barrier in the first two of them.
    void unequal_trips() {
        IRBuilder<> entry(&kernel_->getEntryBlock(), kernel_->getEntryBlock().begin());
        Value* count = entry.CreateAlloca(word(), nullptr, "i");
        BasicBlock *trip = block("trip"), *wait = block("wait"), *next = block("next"), *left = block("left");
        Value* trips = at_.CreateAdd(at_.CreateURem(linear_, constant(3)), constant(2));
        at_.CreateStore(constant(0), count);
        at_.CreateBr(trip);
        at_.SetInsertPoint(trip);
        Value* sum = at_.CreateAdd(load(own_memory()), at_.CreateAdd(value(1), load(count)));
        at_.CreateStore(sum, own_memory());
        at_.CreateCondBr(at_.CreateICmpULT(load(count), constant(2)), wait, next);
        at_.SetInsertPoint(wait);
        barrier();
        at_.CreateBr(next);
        at_.SetInsertPoint(next);
        at_.CreateStore(at_.CreateAdd(load(count), constant(1)), count);
        at_.CreateCondBr(at_.CreateICmpULT(load(count), trips), trip, left);
        at_.SetInsertPoint(left);
    }

    std::mt19937_64 random_;
    unsigned items_;
    bool basic_, barriers_;
    bool by_parts_;  // private memory is accessed in parts of its elements too
    LLVMContext context_;
    Module module_;
    IRBuilder<> at_;
    Function* kernel_ = nullptr;
    BasicBlock* end_ = nullptr;
    Value *private_ = nullptr, *linear_ = nullptr, *group_ = nullptr, *memory_ = nullptr;
    Value* id_[3] = {};
    Value* varying_[varying_count] = {};
    Value* uniform_[uniform_count] = {};
};

}  // namespace

kernel_text random_kernel(std::uint64_t seed, unsigned group_items, random_kind kind) {
    return {generator(seed, group_items, kind).run()};
}

}  // namespace ndweave::compiler::testing
