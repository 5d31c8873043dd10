/// LLVM's libraries, built on Debian 12, take arc4random from glibc, which has it since 2.36, for names of temporary
/// files. With this one the library runs where glibc is older, too.
#include <sys/random.h>

#include <cstdint>

extern "C" [[gnu::visibility("hidden")]] std::uint32_t arc4random();

std::uint32_t arc4random() {
    std::uint32_t number = 0;
    while (getrandom(&number, sizeof number, 0) != sizeof number) {  // interrupted by a signal
    }
    return number;
}
