/// The variables of the environment that the library reads, in one table: their names and what they may be. The kernel
/// compiler and plugins, which are libraries of their own, read theirs themselves; what the table says of these is
/// checked before they do.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ndweave::detail {

enum class variable_reader { library, kernel_compiler, plugin };

/// Of whom a variable is taken: those that name files are ignored in set-user-id programs.
enum class variable_trust { anyone, own_user };

struct environment_variable {
    const char* name;
    variable_reader reader;
    variable_trust trust;
    bool (*allows)(const std::string& value);
    const char* allowed;  // "it must be …"
};

std::span<const environment_variable> environment_variables();

/// The row of a name; null where the library reads no such variable.
const environment_variable* find_variable(std::string_view name);

/// Whether this program ignores the variable, which is set: it has other rights than who started it.
bool is_ignored(const environment_variable&);

/// The value of a variable of the table; empty where it is not set, empty or ignored. Throws errc::invalid, with
/// variable, value and what it may be, where that is something else.
std::string environment_value(const char* name);

/// Throws what environment_value would for any variable that is set. Called where a device is looked for, where a queue
/// is made and where a kernel is compiled, so that a value which cannot be is an error on every device, whoever reads
/// it there.
void check_environment();

}  // namespace ndweave::detail
