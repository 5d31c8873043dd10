/// The operations of random kernels, each free of undefined behaviour, over a pool of values by type.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <random>
#include <vector>

namespace ndweave::compiler::testing {

class random_operations {
protected:
    using Type = llvm::Type;
    using Value = llvm::Value;
    using pool = std::map<Type*, std::vector<Value*>>;

    random_operations(llvm::Module& module, std::uint64_t seed);

    /// Appends one operation and keeps its result.
    void operation();
    /// A value of the pool, a recent one by preference, or a constant.
    Value* any(Type* type);
    void keep(Value* v) { values_[v->getType()].push_back(v); }

    unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
    Type* any_integer() { return integers_[pick(static_cast<unsigned>(integers_.size()))]; }
    Type* any_float() { return floats_[pick(2)]; }
    Type* any_type() { return pick(4) == 0 ? any_float() : pick(8) == 0 ? vectors_[pick(3)] : any_integer(); }

    Value* compare();
    /// An index below `limit`, a power of two.
    Value* bounded(Value* v, unsigned limit);
    /// NaN's bits are not specified, so floating-point numbers become integers with every NaN alike.
    Value* bits_of(Value* v);

    llvm::Module& module_;
    llvm::IRBuilder<> b_;
    std::mt19937_64 random_;
    llvm::Function* function_ = nullptr;
    pool values_;
    Value* array_ = nullptr;  // private, 8 x i64
    Value* table_ = nullptr;  // constant, 16 x i16

private:
    Value* constant(Type* type);
    /// No NaN, whose sign is not specified
    Value* number(Value* a);
    Value* shift_amount(Type* type);
    Value* integer_arithmetic(Type* type);
    Value* divide(Type* type, Value* a, Value* c);
    Value* integer_intrinsic(Type* type);
    Value* overflow();
    Value* float_arithmetic(Type* type);
    Value* convert();
    Value* memory();
    Value* vector();
    Value* integer_arithmetic_lanes(Type* type);
    std::vector<int> mask(unsigned count);

    std::vector<Type*> integers_, floats_, vectors_;
};

}  // namespace ndweave::compiler::testing
