/// libndweave-extract.so: `clang++-19 -fpass-plugin=…` embeds every kernel of a translation unit as LLVM bitcode.
///
///     record<F> = {&kernel_entry<F>, null, null, 0, null, …}
/// becomes
///     image     = {bitcode of kernel_entry<F> and what it calls, its SHA-256, its name}
///     record<F> = {null, name, bitcode, size, hash, …}
///
/// A SYCL_EXTERNAL function that others' kernels may call gets an image and a record of its own
/// (external_functions.hpp). Both say which device globals the code uses (device_globals.hpp). It runs before any
/// optimisation, at -O0 and in the first half of LTO too.
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "compiler/extract/annotations/annotations.hpp"
#include "compiler/extract/annotations/device_globals.hpp"
#include "compiler/extract/annotations/requirements.hpp"
#include "compiler/extract/annotations/specialization_keys.hpp"
#include "compiler/extract/device_module.hpp"
#include "compiler/extract/external_functions.hpp"
#include "compiler/extract/host_traces.hpp"
#include "compiler/extract/kernel_image.hpp"
#include "compiler/extract/kernel_records.hpp"

namespace ndweave::extract {
namespace {

/// The device code of the whole translation unit, cleaned once for all its kernels and functions for others.
std::unique_ptr<llvm::Module> device_code_of(const llvm::Module& module, llvm::ArrayRef<kernel> kernels,
                                             llvm::ArrayRef<llvm::Function*> functions, llvm::OptimizationLevel level) {
    llvm::SmallVector<llvm::StringRef> entries;
    for (const kernel& k : kernels) entries.push_back(k.entry->getName());
    for (const llvm::Function* f : functions) entries.push_back(f->getName());
    auto device_code = clone_device_code(module, entries);
    remove_host_traces(*device_code);
    if (level == llvm::OptimizationLevel::O1) allow_unrolling(*device_code);
    return device_code;
}

void embed(llvm::Module& module, llvm::ArrayRef<kernel> kernels, llvm::ArrayRef<llvm::Function*> functions,
           const known_names& known, llvm::OptimizationLevel level) {
    const std::unique_ptr<llvm::Module> device_code = device_code_of(module, kernels, functions, level);
    for (const kernel& k : kernels) {
        const auto name = [&](std::size_t n) { return name_by_place(place_of_device_global(functor_bytes(k), n)); };
        if (auto image = make_image(*device_code, k.entry->getName(), known, name)) {
            fill_record(k, *image);
        } else {
            report(module, k.entry->getName(), llvm::toString(image.takeError()));
        }
    }
    for (llvm::Function* f : functions) {
        const auto name = [&](std::size_t n) { return name_by_key(key_of_device_global(f->getName(), n)); };
        if (auto image = make_image(*device_code, f->getName(), known, name)) {
            list_external_function(*f, *image);
        } else {
            report(module, f->getName(), llvm::toString(image.takeError()));
        }
    }
}

class extract_kernels : public llvm::PassInfoMixin<extract_kernels> {
public:
    explicit extract_kernels(llvm::OptimizationLevel level) : level_(level) {}

    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
        const llvm::SmallVector<kernel> kernels = find_kernels(module);
        const llvm::SmallVector<llvm::Function*> functions = find_external_functions(module);
        set_specialization_keys(module);
        const known_names known{find_device_globals(module), find_declared_externals(module)};
        remove_annotations(module);
        take_requirements(module, kernels);
        if (kernels.empty() && functions.empty()) return llvm::PreservedAnalyses::all();
        embed(module, kernels, functions, known, level_);
        erase_unused_entries(kernels);
        return llvm::PreservedAnalyses::none();
    }

    static bool isRequired() { return true; }  // -O0's optnone must not skip it

private:
    llvm::OptimizationLevel level_;
};

void register_pass(llvm::PassBuilder& builder) {
    builder.registerPipelineStartEPCallback(
        [](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) { passes.addPass(extract_kernels(level)); });
}

}  // namespace
}  // namespace ndweave::extract

extern "C" [[gnu::visibility("default")]] llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "ndweave-extract", LLVM_VERSION_STRING, ndweave::extract::register_pass};
}
