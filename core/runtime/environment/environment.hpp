/// The environment variables of the library in one table: their names and permitted values. The kernel compiler and
/// plugins are separate libraries and read theirs themselves, but their values are checked here first.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ndweave::detail {

enum class variable_reader { library, kernel_compiler, plugin };

/// Who may set a variable: those that name files are ignored in set-user-id programs.
enum class variable_trust { anyone, own_user };

struct environment_variable {
    const char* name;
    variable_reader reader;
    variable_trust trust;
    bool (*allows)(const std::string& value);
    const char* allowed;  // "it must be …"
};

std::span<const environment_variable> environment_variables();

/// The row of a name; null if the library has no such variable.
const environment_variable* find_variable(std::string_view name);

/// Whether this program ignores the variable although it is set: a set-user-id program.
bool is_ignored(const environment_variable&);

/// The value of a variable of the table; empty if it is unset, empty or ignored. Throws errc::invalid for a value that
/// is not permitted; the text names the variable, the value and what is permitted.
std::string environment_value(const char* name);

/// Throws what environment_value would throw for any variable that is set. Called on device lookup, queue creation and
/// kernel compilation, so that an invalid value is an error on every device, whichever library reads it.
void check_environment();

}  // namespace ndweave::detail
