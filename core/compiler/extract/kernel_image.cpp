#include "compiler/extract/kernel_image.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SHA256.h>

#include "compiler/extract/annotations/device_globals.hpp"
#include "compiler/extract/canonical_form.hpp"
#include "compiler/extract/device_module.hpp"

namespace ndweave::extract {
namespace {

/// Without the linker's symbol table: kernels are loaded by name from a module of their own.
llvm::SmallVector<char, 0> write_bitcode(const llvm::Module& module) {
    llvm::SmallVector<char, 0> bytes;
    llvm::BitcodeWriter writer(bytes);
    writer.writeModule(module);
    writer.writeStrtab();
    return bytes;
}

std::string sha256(llvm::StringRef bytes) {
    return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes)), /*LowerCase=*/true);
}

llvm::Error verify(const llvm::Module& module) {
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    if (!llvm::verifyModule(module, &stream)) return llvm::Error::success();
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "its device code is not valid IR: " + problems);
}

}  // namespace

llvm::Expected<kernel_image> make_image(const llvm::Module& device_code, llvm::StringRef entry,
                                        const known_names& known, llvm::function_ref<std::string(std::size_t)> name) {
    kernel_image image;
    std::unique_ptr<llvm::Module> alone = clone_device_code(device_code, {entry});
    image.device_globals = take_device_globals(*alone, entry, known.device_globals, name);
    if (!image.device_globals.empty()) alone = clone_device_code(*alone, {entry});  // without their initial values
    image.calls_others =
        llvm::any_of(*alone, [&](const llvm::Function& f) { return known.declared_externals.contains(f.getName()); });
    const llvm::SmallVector<char, 0> draft = write_bitcode(*alone);

    // Type names and their numbers belong to the context; a fresh one makes them depend on this kernel only.
    llvm::LLVMContext context;
    auto module = llvm::parseBitcodeFile({llvm::StringRef(draft.data(), draft.size()), entry}, context);
    if (!module) return module.takeError();
    make_canonical(**module, entry);
    if (llvm::Error error = verify(**module)) return error;

    image.bitcode = write_bitcode(**module);
    image.hash = sha256({image.bitcode.data(), image.bitcode.size()});
    return image;
}

}  // namespace ndweave::extract
