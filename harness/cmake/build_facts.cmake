# Writes OUTPUT, a header with the facts of this build; touched only when they change. Runs at every build.
execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE}
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
execute_process(COMMAND git status --porcelain --untracked-files=no WORKING_DIRECTORY ${SOURCE}
  OUTPUT_VARIABLE changes ERROR_QUIET)
if(failed)
  set(commit "unknown")
endif()
if(changes)
  set(dirty true)
else()
  set(dirty false)
endif()
string(STRIP "${FLAGS}" FLAGS)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#pragma once

namespace ndweave::harness::build {

inline constexpr const char* version = "@VERSION@";
inline constexpr const char* compiler = "@COMPILER@";
inline constexpr const char* flags = "@FLAGS@";
inline constexpr const char* type = "@TYPE@";
inline constexpr const char* commit = "@commit@";
inline constexpr bool dirty = @dirty@;

}  // namespace ndweave::harness::build
]])
