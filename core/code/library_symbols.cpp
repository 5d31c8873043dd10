#include "code/library_symbols.hpp"

#include <dlfcn.h>

#include <string>

namespace ndweave::code {

namespace {

void* libm() {
    static void* const handle = ::dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    return handle;
}

void* find(void* library, std::string_view name) {
    return library ? ::dlsym(library, std::string(name).c_str()) : nullptr;
}

}  // namespace

void* sleef() {
    static void* const handle = ::dlopen("libsleefgnuabi.so.3", RTLD_NOW | RTLD_LOCAL);
    return handle;
}

void* libmvec() {
    static void* const handle = ::dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL);
    return handle;
}

void open_vector_libraries() {
    sleef();
    libmvec();
}

void* find_library_symbol(std::string_view symbol) {
    if (symbol.starts_with(sleef_prefix)) return find(sleef(), symbol.substr(sleef_prefix.size()));
    if (symbol.starts_with(libmvec_prefix)) return find(libmvec(), symbol.substr(libmvec_prefix.size()));
    if (symbol == print_symbol) symbol = "printf";
    if (void* const address = find(libm(), symbol)) return address;
    return ::dlsym(RTLD_DEFAULT, std::string(symbol).c_str());
}

}  // namespace ndweave::code
