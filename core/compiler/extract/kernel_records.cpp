#include "compiler/extract/kernel_records.hpp"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>

#include "compiler/extract/annotations/annotations.hpp"
#include "compiler/extract/annotations/device_globals.hpp"
#include "compiler/extract/reachable.hpp"

namespace ndweave::extract {
namespace {

/// Leading members of detail::kernel_record.
enum member : unsigned {
    entry,
    name,
    bitcode,
    bitcode_size,
    hash,
    library,
    functor_size,
    kind,
    dimensions,
    required_sub_group_size,
    required_work_group_size,
    required_aspects,
    device_globals,
    members_read
};

/// The entry of a record that is laid out as expected, else null.
llvm::Function* entry_of(const llvm::GlobalVariable& record) {
    const auto* value = llvm::dyn_cast<llvm::ConstantStruct>(record.getInitializer());
    if (!value || value->getNumOperands() < members_read) return nullptr;
    for (unsigned m : {entry, name, bitcode, hash, device_globals}) {
        if (!value->getOperand(m)->getType()->isPointerTy()) return nullptr;
    }
    if (!value->getOperand(bitcode_size)->getType()->isIntegerTy(64)) return nullptr;
    if (!llvm::isa<llvm::ConstantInt>(value->getOperand(functor_size))) return nullptr;
    if (!value->getOperand(required_sub_group_size)->getType()->isIntegerTy(32)) return nullptr;
    if (!value->getOperand(required_work_group_size)->getType()->isArrayTy()) return nullptr;
    if (!value->getOperand(required_aspects)->getType()->isIntegerTy(64)) return nullptr;
    auto* function = llvm::dyn_cast<llvm::Function>(value->getOperand(entry)->stripPointerCastsAndAliases());
    return function && !function->isDeclaration() ? function : nullptr;
}

/// Makes the image a constant beside the record. One constant with fixed offsets, and an address that counts: identical
/// constants of two comdats must not be merged, since the linker may drop either.
llvm::GlobalVariable* emit(const llvm::GlobalVariable& record, llvm::Constant* contents, llvm::StringRef kernel_name) {
    llvm::Module& module = *const_cast<llvm::Module*>(record.getParent());
    auto* global = new llvm::GlobalVariable(module, contents->getType(), true, llvm::GlobalValue::PrivateLinkage,
                                            contents, "__ndweave_image." + kernel_name);
    global->setComdat(const_cast<llvm::Comdat*>(record.getComdat()));
    global->setAlignment(llvm::Align(16));
    llvm::GlobalValue::SanitizerMetadata unguarded;  // nobody indexes it
    unguarded.NoAddress = unguarded.NoHWAddress = true;
    global->setSanitizerMetadata(unguarded);
    return global;
}

llvm::SmallVector<llvm::Constant*> members_of(const kernel& kernel) {
    const auto* const record = llvm::cast<llvm::ConstantStruct>(kernel.record->getInitializer());
    llvm::SmallVector<llvm::Constant*> values;
    for (const llvm::Use& value : record->operands()) values.push_back(llvm::cast<llvm::Constant>(value.get()));
    return values;
}

void set_members(const kernel& kernel, llvm::ArrayRef<llvm::Constant*> values) {
    auto* const type = llvm::cast<llvm::ConstantStruct>(kernel.record->getInitializer())->getType();
    kernel.record->setInitializer(llvm::ConstantStruct::get(type, values));
}

/// A used_device_globals, of core/include/ndweave/detail/device_global.hpp.
llvm::Constant* list_device_globals(const kernel& kernel, llvm::ArrayRef<std::string> names, bool calls_others) {
    llvm::Module& module = *kernel.record->getParent();
    llvm::LLVMContext& context = module.getContext();
    llvm::SmallVector<llvm::Constant*> variables;
    for (const std::string& name : names) variables.push_back(module.getNamedGlobal(name));
    auto* const type = llvm::ArrayType::get(llvm::PointerType::getUnqual(context), variables.size());
    llvm::Constant* const list = emit(*kernel.record, llvm::ConstantArray::get(type, variables), "device_globals");
    const auto number = [&](std::uint64_t n) { return llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), n); };
    llvm::Constant* const members[] = {number(names.size()), number(functor_bytes(kernel)), list, number(calls_others)};
    return emit(*kernel.record, llvm::ConstantStruct::getAnon(members), "device_globals");
}

}  // namespace

llvm::SmallVector<kernel> find_kernels(llvm::Module& module) {
    llvm::SmallVector<kernel> kernels;
    for (llvm::GlobalValue* global : annotated(module, "ndweave.record")) {
        auto* record = llvm::dyn_cast<llvm::GlobalVariable>(global);
        if (!record || !record->hasInitializer()) continue;
        if (llvm::Function* function = entry_of(*record)) {
            kernels.push_back({record, function});
        } else {
            report(module, record->getName(),
                   "its record is not laid out as this extraction plugin expects; "
                   "use the ndweave headers and the plugin of one release");
        }
    }
    return kernels;
}

void fill_record(const kernel& kernel, const kernel_image& image) {
    llvm::LLVMContext& context = kernel.record->getContext();
    const auto text = [&](llvm::StringRef s) { return llvm::ConstantDataArray::getString(context, s); };
    const llvm::StringRef code(image.bitcode.data(), image.bitcode.size());
    llvm::Constant* parts[] = {llvm::ConstantDataArray::getString(context, code, false), text(image.hash),
                               text(kernel.entry->getName())};
    auto* global = emit(*kernel.record, llvm::ConstantStruct::getAnon(parts), kernel.entry->getName());
    const auto at = [&](std::uint64_t offset) {
        return llvm::ConstantExpr::getInBoundsGetElementPtr(
            llvm::Type::getInt8Ty(context), global, llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), offset));
    };

    llvm::SmallVector<llvm::Constant*> values = members_of(kernel);
    values[entry] = llvm::Constant::getNullValue(values[entry]->getType());
    values[bitcode] = at(0);
    values[bitcode_size] = llvm::ConstantInt::get(values[bitcode_size]->getType(), code.size());
    values[hash] = at(code.size());
    values[name] = at(code.size() + image.hash.size() + 1);
    if (!image.device_globals.empty() || image.calls_others)
        values[device_globals] = list_device_globals(kernel, image.device_globals, image.calls_others);
    if (!image.device_globals.empty()) {
        values[functor_size] =
            llvm::ConstantInt::get(values[functor_size]->getType(),
                                   place_of_device_global(functor_bytes(kernel), image.device_globals.size()));
    }
    set_members(kernel, values);
}

std::uint64_t functor_bytes(const kernel& kernel) {
    return llvm::cast<llvm::ConstantInt>(members_of(kernel)[functor_size])->getZExtValue();
}

void set_requirements(const kernel& kernel, const requirements& what) {
    llvm::SmallVector<llvm::Constant*> values = members_of(kernel);
    const auto set = [&](member m, std::uint64_t number) {
        values[m] = llvm::ConstantInt::get(values[m]->getType(), number);
    };
    set(required_sub_group_size, what.sub_group);
    set(required_aspects, what.aspects);
    if (!what.work_group.empty()) {
        auto* const type = llvm::cast<llvm::ArrayType>(values[required_work_group_size]->getType());
        llvm::SmallVector<llvm::Constant*> sizes;
        for (const std::uint64_t size : what.work_group)
            sizes.push_back(llvm::ConstantInt::get(type->getElementType(), size));
        values[required_work_group_size] = llvm::ConstantArray::get(type, sizes);
    }
    set_members(kernel, values);
}

void erase_unused_entries(llvm::ArrayRef<kernel> kernels) {
    global_set entries;
    for (const kernel& k : kernels) entries.insert(k.entry);
    for (llvm::GlobalValue* entry : entries) {
        entry->removeDeadConstantUsers();
        if (entry->use_empty() && entry->isDiscardableIfUnused()) entry->eraseFromParent();
    }
}

void report(llvm::Module& module, llvm::StringRef mangled_name, const llvm::Twine& problem) {
    module.getContext().emitError("ndweave: cannot extract kernel '" + llvm::Twine(llvm::demangle(mangled_name.str())) +
                                  "': " + problem);
}

}  // namespace ndweave::extract
