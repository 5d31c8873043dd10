#include "compiler/codegen/host/jit.hpp"

#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/Support/MemoryBuffer.h>

#include <atomic>
#include <memory>
#include <string>

#include "compiler/codegen/host/vector_math.hpp"

namespace ndweave::compiler::host {
namespace {

/// Defines the symbols that kernels may use of the process's libraries; those that are not there go to `missing`.
class library_symbols : public llvm::orc::DefinitionGenerator {
public:
    explicit library_symbols(std::shared_ptr<std::string> missing) : missing_(std::move(missing)) {}

    llvm::Error tryToGenerate(llvm::orc::LookupState&, llvm::orc::LookupKind, llvm::orc::JITDylib& library,
                              llvm::orc::JITDylibLookupFlags, const llvm::orc::SymbolLookupSet& wanted) override {
        llvm::orc::SymbolMap found;
        for (const auto& [name, flags] : wanted) {
            void* const address = find_library_symbol(*name);
            if (address == nullptr) {
                *missing_ += (missing_->empty() ? "" : ", ") + (*name).str();
                continue;
            }
            found[name] = {llvm::orc::ExecutorAddr::fromPtr(address),
                           llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
        }
        if (found.empty()) return llvm::Error::success();
        return library.define(llvm::orc::absoluteSymbols(std::move(found)));
    }

private:
    std::shared_ptr<std::string> missing_;
};

/// One for the process. Never destroyed: kernels may run until the very end of it.
class linker {
public:
    static llvm::Expected<linker*> instance() {
        static llvm::Expected<linker*>& made = *new llvm::Expected<linker*>(make());
        if (!made) return llvm::createStringError("the host linker could not be started");
        return *made;
    }

    llvm::orc::ExecutionSession& session() { return session_; }
    llvm::orc::ObjectLinkingLayer& layer() { return layer_; }

    llvm::Expected<llvm::orc::JITDylib*> new_library(std::shared_ptr<std::string> missing) {
        auto library = session_.createJITDylib("kernel." + std::to_string(count_.fetch_add(1)));
        if (!library) return library.takeError();
        library->addGenerator(std::make_unique<library_symbols>(std::move(missing)));
        return &*library;
    }

private:
    explicit linker(std::unique_ptr<llvm::orc::ExecutorProcessControl> process)
        : session_(std::move(process)), layer_(session_) {
        session_.setErrorReporter([](llvm::Error error) { llvm::consumeError(std::move(error)); });
    }

    static llvm::Expected<linker*> make() {
        auto process = llvm::orc::SelfExecutorProcessControl::Create();
        if (!process) return process.takeError();
        return new linker(std::move(*process));
    }

    llvm::orc::ExecutionSession session_;
    llvm::orc::ObjectLinkingLayer layer_;
    std::atomic<std::uint64_t> count_{0};
};

class library_code : public loaded_code {
public:
    library_code(linker& owner, llvm::orc::JITDylib& library, std::shared_ptr<std::string> missing)
        : owner_(owner), library_(library), missing_(std::move(missing)) {}

    ~library_code() override { llvm::consumeError(owner_.session().removeJITDylib(library_)); }

    llvm::Error define(llvm::ArrayRef<ndw_function> functions) {
        llvm::orc::SymbolMap symbols;
        for (const ndw_function& f : functions) {
            symbols[owner_.session().intern(f.name)] = {
                llvm::orc::ExecutorAddr::fromPtr(f.address),
                llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
        }
        return symbols.empty() ? llvm::Error::success() : library_.define(llvm::orc::absoluteSymbols(symbols));
    }

    llvm::Error add(llvm::StringRef object, llvm::StringRef entry_name) {
        auto buffer = llvm::MemoryBuffer::getMemBufferCopy(object, "kernel");
        if (llvm::Error error = owner_.layer().add(library_, std::move(buffer))) return error;
        auto symbol = owner_.session().lookup({&library_}, owner_.session().intern(entry_name));
        if (!symbol) {
            if (missing_->empty()) return symbol.takeError();
            llvm::consumeError(symbol.takeError());
            return llvm::createStringError("its code calls " + *missing_ + ", which no library here has");
        }
        entry_ = symbol->getAddress();
        return llvm::Error::success();
    }

    ndw_host_entry entry() const override { return entry_.toPtr<ndw_host_entry>(); }
    ndw_item_entry item_entry() const override { return entry_.toPtr<ndw_item_entry>(); }

private:
    linker& owner_;
    llvm::orc::JITDylib& library_;
    llvm::orc::ExecutorAddr entry_;
    const std::shared_ptr<std::string> missing_;
};

}  // namespace

void start_linker() { llvm::consumeError(linker::instance().takeError()); }

llvm::Expected<std::unique_ptr<loaded_code>> load_object(llvm::StringRef object, llvm::StringRef entry_name,
                                                         llvm::ArrayRef<ndw_function> functions) {
    auto owner = linker::instance();
    if (!owner) return owner.takeError();
    const auto missing = std::make_shared<std::string>();
    auto library = (*owner)->new_library(missing);
    if (!library) return library.takeError();
    auto code = std::make_unique<library_code>(**owner, **library, missing);
    if (llvm::Error error = code->define(functions)) return error;
    if (llvm::Error error = code->add(object, entry_name)) return error;
    return code;
}

}  // namespace ndweave::compiler::host
