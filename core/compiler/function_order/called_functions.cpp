#include "called_functions.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <tuple>

namespace ndweave::compiler::function_order {
namespace {

constexpr std::uint8_t breakpoint = 0xcc;  // int3

struct function {
    std::uint8_t* code;
    const char* name;
    std::uint8_t first_byte;
    bool is_alias;  // of the function before it
};

// No objects with constructors: this runs before theirs.
function *functions = nullptr, *functions_end = nullptr;  // by address
function** calls = nullptr;
std::size_t call_count = 0;

struct code_range {
    std::uintptr_t base = 0;
    std::uint8_t *begin = nullptr, *end = nullptr;
};

/// The program's own code, which is the first object that the linker lists.
code_range own_code() {
    code_range found;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* data) {
            auto& range = *static_cast<code_range*>(data);
            range.base = object->dlpi_addr;
            for (int i = 0; i < object->dlpi_phnum; ++i) {
                const ElfW(Phdr)& part = object->dlpi_phdr[i];
                if (part.p_type != PT_LOAD || !(part.p_flags & PF_X)) continue;
                range.begin = reinterpret_cast<std::uint8_t*>(range.base + part.p_vaddr);
                range.end = range.begin + part.p_memsz;
            }
            return 1;
        },
        &found);
    return found;
}

const char* map_own_file() {
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) return nullptr;
    void* const bytes = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    return bytes == MAP_FAILED ? nullptr : static_cast<const char*>(bytes);
}

void list_functions(const char* file, const code_range& code) {
    const auto& header = *reinterpret_cast<const Elf64_Ehdr*>(file);
    const auto* const sections = reinterpret_cast<const Elf64_Shdr*>(file + header.e_shoff);
    const auto* const end = sections + header.e_shnum;
    const auto* const table = std::find_if(sections, end, [](const auto& s) { return s.sh_type == SHT_SYMTAB; });
    if (table == end) return;
    const char* const names = file + sections[table->sh_link].sh_offset;
    const auto* const symbols = reinterpret_cast<const Elf64_Sym*>(file + table->sh_offset);
    const std::size_t count = table->sh_size / sizeof(Elf64_Sym);
    functions = static_cast<function*>(std::calloc(count, sizeof(function)));
    calls = static_cast<function**>(std::calloc(count, sizeof(function*)));
    functions_end = functions;
    for (const auto* s = symbols; s != symbols + count; ++s) {
        auto* const at = reinterpret_cast<std::uint8_t*>(code.base + s->st_value);
        const char* const name = names + s->st_name;
        if (ELF64_ST_TYPE(s->st_info) != STT_FUNC || s->st_size == 0 || at < code.begin || at >= code.end) continue;
        if (std::strstr(name, "14function_order")) continue;  // these ones
        *functions_end++ = {at, name, *at, false};
    }
    std::sort(functions, functions_end, [](const function& a, const function& b) {
        return std::tuple(a.code, std::strcmp(a.name, b.name)) < std::tuple(b.code, 0);
    });
    for (function* f = functions; f != functions_end; ++f) f->is_alias = f != functions && f[-1].code == f->code;
}

/// Calls nothing, on which a breakpoint could stand.
void note_call(int, siginfo_t*, void* context) {
    greg_t& next = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP];
    auto* const at = reinterpret_cast<std::uint8_t*>(next - 1);
    function *first = functions, *last = functions_end;
    while (first != last) {
        function* const middle = first + (last - first) / 2;
        if (middle->code < at)
            first = middle + 1;
        else
            last = middle;
    }
    if (first == functions_end || first->code != at) __builtin_trap();
    *at = first->first_byte;
    calls[call_count++] = first;
    next = reinterpret_cast<greg_t>(at);
}

/// Starts the program again at the addresses that it always has, where the system lets it, with a stack that does not
/// depend on the environment: what LLVM does depends on addresses at places, and builds are to be reproducible.
void fix_addresses(char** arguments, char** environment) {
    const int now = personality(0xffffffff);
    if (now == -1 || (now & ADDR_NO_RANDOMIZE) ||
        personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) == -1)
        return;
    char* kept[] = {nullptr, nullptr};
    for (char** at = environment; *at; ++at) {
        if (std::strncmp(*at, "LD_LIBRARY_PATH=", 16) == 0) kept[0] = *at;
    }
    execve("/proc/self/exe", arguments, kept);
}

[[gnu::constructor(101)]] void begin(int, char** arguments, char** environment) {
    fix_addresses(arguments, environment);
    const code_range code = own_code();
    const char* const file = map_own_file();
    if (!file || !code.begin) return;
    list_functions(file, code);
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto* const first_page =
        reinterpret_cast<std::uint8_t*>(reinterpret_cast<std::uintptr_t>(code.begin) & ~(page - 1));
    struct sigaction action{};
    action.sa_sigaction = note_call;
    action.sa_flags = SA_SIGINFO;
    if (sigaction(SIGTRAP, &action, nullptr) != 0 ||
        mprotect(first_page, static_cast<std::size_t>(code.end - first_page), PROT_READ | PROT_WRITE | PROT_EXEC) !=
            0) {
        functions_end = functions;
        return;
    }
    for (function* f = functions; f != functions_end; ++f) *f->code = breakpoint;
}

void end() {
    for (function* f = functions; f != functions_end; ++f) *f->code = f->first_byte;
}

}  // namespace

std::vector<std::string> called_functions() {
    end();
    std::vector<std::string> names;
    for (std::size_t i = 0; i != call_count; ++i) {
        const function* f = calls[i];
        do names.emplace_back(f->name);
        while (++f != functions_end && f->is_alias);
    }
    return names;
}

}  // namespace ndweave::compiler::function_order
