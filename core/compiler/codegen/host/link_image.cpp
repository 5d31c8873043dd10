#include "compiler/codegen/host/link_image.hpp"

#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/MathExtras.h>

#include <cstring>
#include <map>
#include <vector>

#include "compiler/error.hpp"

namespace ndweave::compiler::host {
namespace {

using namespace llvm::ELF;
using elf_file = llvm::object::ELFFile<llvm::object::ELF64LE>;
using elf_section = elf_file::Elf_Shdr;
using elf_symbol = elf_file::Elf_Sym;
using elf_relocation = elf_file::Elf_Rela;

constexpr std::uint64_t slot_bytes = 8, stub_bytes = 8;

llvm::Error malformed(const std::string& what) { return failed("the code generator's object " + what); }

class image_linker {
public:
    explicit image_linker(const elf_file& file) : file_(file) {}

    llvm::Expected<code::code_image> link(llvm::StringRef entry_name) {
        if (llvm::Error error = read()) return error;
        place_sections();
        if (llvm::Error error = relocate_all()) return error;
        for (const elf_symbol& symbol : symbols_) {
            auto name = symbol.getName(names_);
            if (!name) return name.takeError();
            if (*name != entry_name || symbol.getType() != STT_FUNC || symbol.st_shndx == SHN_UNDEF) continue;
            auto address = address_of(symbol);
            if (!address) return address.takeError();
            image_.entry = *address;
            return std::move(image_);
        }
        return malformed("does not define the kernel");
    }

private:
    static bool is_kept(const elf_section& section, llvm::StringRef name) {
        return (section.sh_flags & SHF_ALLOC) && section.sh_type != SHT_X86_64_UNWIND && name != ".eh_frame";
    }
    /// Relocated constants are written while the image is loaded only.
    static bool is_written(const elf_section& section, llvm::StringRef name) {
        return (section.sh_flags & SHF_WRITE) && !name.starts_with(".data.rel.ro");
    }

    llvm::Error read() {
        auto sections = file_.sections();
        if (!sections) return sections.takeError();
        sections_ = *sections;
        for (const elf_section& section : sections_) {
            if (section.sh_type != SHT_SYMTAB) continue;
            auto symbols = file_.symbols(&section);
            if (!symbols) return symbols.takeError();
            auto names = file_.getStringTableForSymtab(section);
            if (!names) return names.takeError();
            symbols_ = *symbols;
            names_ = *names;
        }
        section_names_.resize(sections_.size());
        for (std::size_t n = 0; n < sections_.size(); ++n) {
            auto name = file_.getSectionName(sections_[n]);
            if (!name) return name.takeError();
            section_names_[n] = *name;
        }
        return llvm::Error::success();
    }

    void place(bool written) {
        for (std::size_t n = 0; n < sections_.size(); ++n) {
            const elf_section& section = sections_[n];
            if (!is_kept(section, section_names_[n]) || is_written(section, section_names_[n]) != written) continue;
            const std::uint64_t at =
                llvm::alignTo(image_.bytes.size(), std::max<std::uint64_t>(section.sh_addralign, 1));
            image_.bytes.resize(at + section.sh_size);
            places_[n] = at;
            if (section.sh_type == SHT_NOBITS) continue;
            std::memcpy(image_.bytes.data() + at, file_.base() + section.sh_offset, section.sh_size);
        }
    }

    /// Each import gets a slot for its address and a stub that jumps there, so that calls reach it from anywhere. Slots
    /// of what the object itself defines come with the relocations that ask for them: there are at most as many as
    /// those.
    void place_sections() {
        place(false);
        image_.bytes.resize(llvm::alignTo(image_.bytes.size(), slot_bytes));
        for (const elf_symbol& symbol : symbols_) {
            if (symbol.st_shndx != SHN_UNDEF || symbol.st_name == 0) continue;
            const llvm::StringRef name = names_.data() + symbol.st_name;
            slots_[&symbol] = image_.bytes.size();
            image_.imports.push_back({name.str(), image_.bytes.size()});
            image_.bytes.resize(image_.bytes.size() + slot_bytes);
        }
        for (const auto& [symbol, slot] : slots_) {
            stubs_[symbol] = image_.bytes.size();
            const auto distance = static_cast<std::uint32_t>(slot - (image_.bytes.size() + 6));
            std::string stub("\xff\x25\0\0\0\0\xcc\xcc", stub_bytes);  // jmp *slot(%rip)
            llvm::support::endian::write32le(stub.data() + 2, distance);
            image_.bytes += stub;
        }
        place_slots_of_definitions();
        image_.writable = image_.bytes.size();
        const std::uint64_t page = llvm::alignTo(image_.writable, code::page_bytes);
        if (!any_written()) return;
        image_.bytes.resize(page);
        image_.writable = page;
        place(true);
    }

    bool any_written() const {
        for (std::size_t n = 0; n < sections_.size(); ++n) {
            if (is_kept(sections_[n], section_names_[n]) && is_written(sections_[n], section_names_[n])) return true;
        }
        return false;
    }

    static bool takes_slot(std::uint32_t type) {
        return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX;
    }

    template <class Visit>
    llvm::Error for_each_relocation(Visit visit) {
        for (const elf_section& section : sections_) {
            if (section.sh_type != SHT_RELA || !places_.contains(section.sh_info)) continue;
            auto relocations = file_.relas(section);
            if (!relocations) return relocations.takeError();
            for (const elf_relocation& one : *relocations) {
                if (llvm::Error error = visit(one, places_[section.sh_info] + one.r_offset)) return error;
            }
        }
        return llvm::Error::success();
    }

    void place_slots_of_definitions() {
        llvm::consumeError(for_each_relocation([&](const elf_relocation& one, std::uint64_t) {
            const elf_symbol& symbol = symbols_[one.getSymbol(false)];
            if (!takes_slot(one.getType(false)) || slots_.contains(&symbol)) return llvm::Error::success();
            slots_[&symbol] = image_.bytes.size();
            image_.addresses.push_back(image_.bytes.size());
            image_.bytes.resize(image_.bytes.size() + slot_bytes);
            return llvm::Error::success();
        }));
    }

    llvm::Expected<std::uint64_t> address_of(const elf_symbol& symbol) const {
        const auto found = places_.find(symbol.st_shndx);
        if (found == places_.end()) return malformed("refers to a section that is not loaded");
        return found->second + symbol.st_value;
    }

    llvm::Error relocate_all() {
        for (const std::uint64_t slot : llvm::ArrayRef(image_.addresses)) {
            const auto* const of = llvm::find_if(slots_, [&](auto& s) { return s.second == slot; })->first;
            auto address = address_of(*of);
            if (!address) return address.takeError();
            llvm::support::endian::write64le(image_.bytes.data() + slot, *address);
        }
        return for_each_relocation([&](const elf_relocation& one, std::uint64_t at) { return relocate(one, at); });
    }

    llvm::Error relocate(const elf_relocation& one, std::uint64_t at) {
        const elf_symbol& symbol = symbols_[one.getSymbol(false)];
        const std::uint32_t type = one.getType(false);
        char* const place = image_.bytes.data() + at;
        const bool is_import = symbol.st_shndx == SHN_UNDEF;
        std::uint64_t target = 0;
        if (takes_slot(type)) {
            target = slots_[&symbol];
        } else if (is_import && type == R_X86_64_64 && one.r_addend == 0) {
            auto name = symbol.getName(names_);
            if (!name) return name.takeError();
            image_.imports.push_back({name->str(), at});
            return llvm::Error::success();
        } else if (is_import) {
            if (type != R_X86_64_PLT32) return unknown(type, "of a function elsewhere");
            target = stubs_[&symbol];
        } else if (llvm::Error error = address_of(symbol).moveInto(target)) {
            return error;
        }
        target += static_cast<std::uint64_t>(one.r_addend);
        switch (type) {
            case R_X86_64_64:
                llvm::support::endian::write64le(place, target);
                image_.addresses.push_back(at);
                return llvm::Error::success();
            case R_X86_64_PC64:
                llvm::support::endian::write64le(place, target - at);
                return llvm::Error::success();
            case R_X86_64_PC32:
            case R_X86_64_PLT32:
            case R_X86_64_GOTPCREL:
            case R_X86_64_GOTPCRELX:
            case R_X86_64_REX_GOTPCRELX:
                if (!llvm::isInt<32>(static_cast<std::int64_t>(target - at))) return malformed("is larger than 2 GiB");
                llvm::support::endian::write32le(place, static_cast<std::uint32_t>(target - at));
                return llvm::Error::success();
            default:
                return unknown(type, "");
        }
    }

    static llvm::Error unknown(std::uint32_t type, const std::string& of) {
        return malformed("has a relocation " + llvm::object::getELFRelocationTypeName(EM_X86_64, type).str() + " " +
                         of);
    }

    const elf_file& file_;
    llvm::ArrayRef<elf_section> sections_;
    std::vector<llvm::StringRef> section_names_;
    llvm::ArrayRef<elf_symbol> symbols_;
    llvm::StringRef names_;
    std::map<std::size_t, std::uint64_t> places_;  // of sections, by their number
    std::map<const elf_symbol*, std::uint64_t> slots_, stubs_;
    code::code_image image_;
};

}  // namespace

llvm::Expected<code::code_image> link_image(llvm::StringRef object, llvm::StringRef entry_name) {
    auto file = elf_file::create(object);
    if (!file) return file.takeError();
    return image_linker(*file).link(entry_name);
}

}  // namespace ndweave::compiler::host
