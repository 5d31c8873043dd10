#include "compiler/codegen/ptx/math/libdevice.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include "code/cuda_toolkit.hpp"
#include "compiler/error.hpp"

namespace ndweave::compiler::ptx {
namespace {

std::string first_missing(const llvm::Module& module) {
    for (const llvm::Function& function : module) {
        if (function.isDeclaration() && function.getName().starts_with("__nv_") && !function.use_empty()) {
            return function.getName().str();
        }
    }
    return {};
}

llvm::Error not_found(const std::string& called) {
    const std::string start = "it calls " + called + ", which needs libdevice.10.bc of the CUDA toolkit: ";
    if (const std::string named = code::named_toolkit(); !named.empty()) {
        return unsupported(start + "NDWEAVE_CUDA_PATH is '" + named +
                           "', where there is none; set it to the folder that holds nvvm/libdevice, or unset it");
    }
    return unsupported(start +
                       "it was looked for in CUDA_PATH, CUDA_HOME, /usr/local/cuda*, /opt/cuda and "
                       "/usr/lib/nvidia-cuda-toolkit; install the toolkit's nvvm component or set NDWEAVE_CUDA_PATH to "
                       "the folder that holds nvvm/libdevice");
}

}  // namespace

llvm::Error link_libdevice(llvm::Module& module) {
    if (first_missing(module).empty()) return llvm::Error::success();
    const std::string path = code::find_libdevice();
    if (path.empty()) return not_found(first_missing(module).substr(5));
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer) return unsupported("it needs " + path + ", which cannot be read: " + buffer.getError().message());
    auto library = llvm::getOwningLazyBitcodeModule(std::move(*buffer), module.getContext());
    if (!library) return unsupported("it needs " + path + ", which is damaged: " + llvm::toString(library.takeError()));
    (*library)->setTargetTriple(module.getTargetTriple());
    (*library)->setDataLayout(module.getDataLayout());
    if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded)) {
        return failed("linking " + path + " failed");
    }
    const std::string missing = first_missing(module);
    if (!missing.empty()) return unsupported("it calls " + missing.substr(5) + ", which " + path + " does not have");
    return llvm::Error::success();
}

}  // namespace ndweave::compiler::ptx
