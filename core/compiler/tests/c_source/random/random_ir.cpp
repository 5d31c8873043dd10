#include "compiler/tests/c_source/random/random_ir.hpp"

#include "compiler/tests/c_source/kernel.hpp"
#include "compiler/tests/c_source/random/random_operations.hpp"

namespace ndweave::compiler::testing {
namespace {

/// A kernel around random operations: inputs, nested control flow, outputs that depend on everything. Values of inner
/// blocks do not dominate what follows; phis carry some of them out.
class generator : random_operations {
public:
    generator(llvm::Module& module, std::uint64_t seed) : random_operations(module, seed) {}

    void run() {
        function_ = llvm::Function::Create(llvm::FunctionType::get(b_.getVoidTy(), {b_.getPtrTy()}, false),
                                           llvm::Function::ExternalLinkage, "kernel", module_);
        b_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", function_));
        load_inputs();
        body(1 + pick(2));
        store_outputs();
        b_.CreateRetVoid();
    }

private:
    llvm::BasicBlock* block(const char* name) {
        return llvm::BasicBlock::Create(module_.getContext(), name, function_);
    }

    Value* field(unsigned offset, Type* type) {
        return b_.CreateAlignedLoad(type, b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), function_->getArg(0), offset),
                                    llvm::Align(4));
    }

    void load_inputs() {
        auto index = module_.getFunction("__ndweave_global_id");
        gid_ = b_.CreateCall(index, {b_.getInt32(0)});
        keep(gid_);
        Value* in = field(0, b_.getPtrTy());
        for (int i = 0; i < 4; ++i) {
            Value* at = b_.CreateInBoundsGEP(b_.getInt64Ty(), in, b_.CreateAdd(b_.CreateShl(gid_, 2), b_.getInt64(i)));
            keep(b_.CreateLoad(b_.getInt64Ty(), at));
        }
        keep(field(16, b_.getInt64Ty()));
        keep(field(24, b_.getInt32Ty()));
        keep(field(28, b_.getFloatTy()));
        keep(field(32, b_.getDoubleTy()));
        array_ = b_.CreateAlloca(llvm::ArrayType::get(b_.getInt64Ty(), 8));
        b_.CreateMemSet(array_, b_.getInt8(static_cast<std::uint8_t>(random_())), 64, llvm::Align(8));
        std::vector<std::uint16_t> words(16);
        for (auto& word : words) word = static_cast<std::uint16_t>(random_());
        llvm::Constant* table = llvm::ConstantDataArray::get(module_.getContext(), words);
        table_ = new llvm::GlobalVariable(module_, table->getType(), true, llvm::GlobalValue::InternalLinkage, table);
    }

    Value* as_word(Value* v) {
        if (v->getType()->isVectorTy()) v = b_.CreateExtractElement(v, b_.getInt32(0));
        if (v->getType()->isFloatingPointTy()) v = bits_of(v);
        return b_.CreateZExtOrTrunc(v, b_.getInt64Ty());
    }

    void store_outputs() {
        Value* out = field(8, b_.getPtrTy());
        for (unsigned i = 0; i < 8; ++i) {
            Value* sum = i ? static_cast<Value*>(b_.getInt64(0)) : b_.CreateLoad(b_.getInt64Ty(), array_);
            for (auto& [type, known] : values_) {
                if (!known.empty()) sum = b_.CreateXor(b_.CreateMul(sum, b_.getInt64(31)), as_word(any(type)));
            }
            b_.CreateStore(
                sum, b_.CreateInBoundsGEP(b_.getInt64Ty(), out, b_.CreateAdd(b_.CreateShl(gid_, 3), b_.getInt64(i))));
        }
    }

    void body(unsigned depth) {
        for (unsigned i = 0; i < 6 + pick(6); ++i) operation();
        if (depth == 0) return;
        switch (pick(3)) {
            case 0:
                branch(depth);
                break;
            case 1:
                loop(depth);
                break;
            default:
                choice(depth);
                break;
        }
        for (unsigned i = 0; i < 4; ++i) operation();
        if (pick(2)) body(depth - 1);
    }

    void branch(unsigned depth) {
        Type *first = any_integer(), *second = any_type();
        auto *yes = block("yes"), *no = block("no"), *join = block("join");
        b_.CreateCondBr(compare(), yes, no);
        const auto [a1, a2, a] = arm(yes, join, depth, first, second);
        const auto [c1, c2, c] = arm(no, join, 0, first, second);
        b_.SetInsertPoint(join);
        merge({{a1, a}, {c1, c}});
        merge({{a2, a}, {c2, c}});
    }

    std::tuple<Value*, Value*, llvm::BasicBlock*> arm(llvm::BasicBlock* at, llvm::BasicBlock* join, unsigned depth,
                                                      Type* first, Type* second) {
        const pool outer = values_;
        b_.SetInsertPoint(at);
        if (depth) body(depth - 1);
        operation();
        Value *a = any(first), *c = any(second);
        llvm::BasicBlock* end = b_.GetInsertBlock();
        b_.CreateBr(join);
        values_ = outer;
        return {a, c, end};
    }

    void merge(const std::vector<std::pair<Value*, llvm::BasicBlock*>>& incoming) {
        auto* phi = llvm::PHINode::Create(incoming[0].first->getType(), 2, "", b_.GetInsertBlock()->begin());
        for (const auto& [v, from] : incoming) phi->addIncoming(v, from);
        keep(phi);
    }

    void choice(unsigned depth) {
        Type *index = b_.getIntNTy(pick(2) ? 8 : 64), *carried = any_integer();
        auto *join = block("join"), *other = block("other");
        auto* s = b_.CreateSwitch(b_.CreateAnd(any(index), llvm::ConstantInt::get(index, 3)), other, 3);
        std::vector<std::pair<Value*, llvm::BasicBlock*>> incoming;
        for (unsigned i = 0; i < 3; ++i) {
            auto* target = block("case");
            s->addCase(llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(index, i)), target);
            const auto [a, unused, end] = arm(target, join, i == 0 ? depth - 1 : 0, carried, carried);
            incoming.push_back({a, end});
        }
        const auto [a, unused, end] = arm(other, join, 0, carried, carried);
        incoming.push_back({a, end});
        b_.SetInsertPoint(join);
        merge(incoming);
    }

    /// A loop of a few iterations whose carried values swap places: phis that need parallel copies.
    void loop(unsigned depth) {
        Type *type = any_integer(), *other = any_type();
        llvm::BasicBlock* before = b_.GetInsertBlock();
        auto *head = block("head"), *exit = block("exit");
        Value *first = any(type), *second = any(type), *third = any(other), *trips = bounded(any(any_integer()), 8);
        b_.CreateBr(head);
        b_.SetInsertPoint(head);
        auto* counter = b_.CreatePHI(b_.getInt64Ty(), 2);
        auto *x = b_.CreatePHI(type, 2), *y = b_.CreatePHI(type, 2), *z = b_.CreatePHI(other, 2);
        const pool outer = values_;
        for (Value* v :
             {static_cast<Value*>(counter), static_cast<Value*>(x), static_cast<Value*>(y), static_cast<Value*>(z)}) {
            keep(v);
        }
        body(depth - 1);
        Value *next = b_.CreateAdd(counter, b_.getInt64(1)), *new_x = pick(2) ? static_cast<Value*>(y) : any(type),
              *new_z = any(other);
        llvm::BasicBlock* latch = b_.GetInsertBlock();
        b_.CreateCondBr(b_.CreateICmpULT(next, trips), head, exit);
        for (auto [phi, initial, again] : std::initializer_list<std::tuple<llvm::PHINode*, Value*, Value*>>{
                 {counter, b_.getInt64(0), next}, {x, first, new_x}, {y, second, x}, {z, third, new_z}}) {
            phi->addIncoming(initial, before);
            phi->addIncoming(again, latch);
        }
        values_ = outer;
        b_.SetInsertPoint(exit);
        keep(x);
        keep(y);
        keep(z);
    }

    Value* gid_ = nullptr;
};

}  // namespace

std::unique_ptr<llvm::Module> random_kernel(llvm::LLVMContext& context, std::uint64_t seed) {
    std::unique_ptr<llvm::Module> module = parse_kernel(context, "");
    generator(*module, seed).run();
    return module;
}

}  // namespace ndweave::compiler::testing
