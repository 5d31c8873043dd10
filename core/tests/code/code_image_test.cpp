// Images of machine code: as bytes, and in memory. The code is written by hand (Intel 64 and IA-32 Architectures
// Software Developer's Manual, volume 2).
#include "code/code_image.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <stdexcept>

#include "code/library_symbols.hpp"
#include "code/loaded_image.hpp"
#include "support/calls_machine_code.hpp"

namespace ndweave::code {
namespace {

/// Runs what begins at `entry`.
template <class F, class... Args>
NDWEAVE_CALLS_MACHINE_CODE auto call(void* entry, Args... args) {
    return reinterpret_cast<F*>(entry)(args...);
}

/// Calls what `slot` leads to, of which there is one after 8 bytes of code.
code_image calls_import() {
    code_image image;
    image.bytes = std::string("\xff\x25\x02\0\0\0\xcc\xcc", 8) + std::string(8, '\0');  // jmp *2(%rip)
    image.writable = image.bytes.size();
    image.imports = {{"twice", 8}};
    return image;
}

int twice(int number) { return 2 * number; }

void* find_twice(std::string_view name) { return name == "twice" ? reinterpret_cast<void*>(&twice) : nullptr; }

TEST(CodeImage, IsTheSameBehindItsBytes) {
    code_image image = calls_import();
    image.entry = 3;
    image.addresses = {0, 8};
    const std::optional<code_image> again = decode(encode(image));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->bytes, image.bytes);
    EXPECT_EQ(again->entry, 3u);
    EXPECT_EQ(again->writable, 16u);
    EXPECT_EQ(again->addresses, image.addresses);
    ASSERT_EQ(again->imports.size(), 1u);
    EXPECT_EQ(again->imports[0].name, "twice");
    EXPECT_EQ(again->imports[0].slot, 8u);
}

TEST(CodeImage, ThatIsCutIsNone) {
    const std::string whole = encode(calls_import());
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(decode(whole.substr(0, length))) << length;
    EXPECT_FALSE(decode(whole + "x"));
}

TEST(CodeImage, ThatPointsOutOfItselfIsNone) {
    const auto refuses = [](auto change) {
        code_image image = calls_import();
        change(image);
        return !decode(encode(image));
    };
    EXPECT_TRUE(refuses([](code_image& i) { i.entry = 16; }));
    EXPECT_TRUE(refuses([](code_image& i) { i.writable = 17; }));
    EXPECT_TRUE(refuses([](code_image& i) { i.writable = 8; })) << "no page begins there";
    EXPECT_TRUE(refuses([](code_image& i) { i.addresses = {9}; }));
    EXPECT_TRUE(refuses([](code_image& i) { i.imports[0].slot = ~std::uint64_t{0}; }));
}

TEST(LoadedImage, RunsAndCallsWhatItImports) {
    const loaded_image code(calls_import(), find_twice);
    EXPECT_EQ(call<int(int)>(code.entry(), 21), 42);
}

TEST(LoadedImage, SaysWhatIsMissing) {
    code_image image = calls_import();
    image.imports.push_back({"thrice", 8});
    try {
        const loaded_image code(image, [](std::string_view) -> void* { return nullptr; });
        FAIL() << "it was loaded";
    } catch (const std::runtime_error& e) {
        EXPECT_STREQ(e.what(), "its code calls twice, thrice, which no library here has");
    }
}

TEST(LoadedImage, KnowsItsOwnAddressesAndKeepsWhatItWrites) {
    // Gives what stands at the second page: the address of the word behind it.
    code_image image;
    image.bytes = std::string("\x48\x8b\x05\xf9\x0f\0\0\xc3", 8);  // mov 0xff9(%rip), %rax; ret
    image.bytes.resize(page_bytes);
    image.writable = page_bytes;
    const std::uint64_t second_word = page_bytes + 8;
    image.bytes.append(reinterpret_cast<const char*>(&second_word), 8);
    image.bytes.resize(page_bytes + 16);
    image.addresses = {page_bytes};
    const loaded_image code(image, find_twice);
    auto* const written = call<std::uint64_t*()>(code.entry());
    EXPECT_EQ(reinterpret_cast<std::byte*>(written), static_cast<std::byte*>(code.entry()) + page_bytes + 8);
    *written = 5;
    EXPECT_EQ(*written, 5u);
}

TEST(LibrarySymbols, AreFunctionsOfTheCLibrary) {
    ASSERT_NE(find_library_symbol("cos"), nullptr);
    EXPECT_EQ(call<double(double)>(find_library_symbol("cos"), 0), 1);
    EXPECT_EQ(find_library_symbol("ndweave_has_no_such_function"), nullptr);
    EXPECT_NE(find_library_symbol(print_symbol), nullptr);
}

}  // namespace
}  // namespace ndweave::code
