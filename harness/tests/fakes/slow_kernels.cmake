# Writes OUTPUT: INPUT, BabelStream's kernels, with a triad that takes a tenth longer on every machine: it looks at the clock for
# as long once it is done. Work on memory, repeated, would move cache lines between cores and slow the kernels behind it, too.
file(READ ${INPUT} text)
function(substitute from to)
  string(FIND "${text}" "${from}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "slow_kernels.cmake: ${INPUT} no longer has '${from}': adapt the substitution")
  endif()
  string(REPLACE "${from}" "${to}" text "${text}")
  set(text "${text}" PARENT_SCOPE)
endfunction()
set(run "run([a = a_.get(), b = b_.get(), c = c_.get()](id<1> i) { a[i] = b[i] + start<T>::scalar * c[i]; });")
substitute("${run}" "const auto begin = clock::now();
        ${run}
        for (const auto end = clock::now(); clock::now() < end + (end - begin) / 10;) {
        }")
substitute("private:" "private:
    using clock = std::chrono::steady_clock;
")
substitute("#include <ndweave/ndweave.hpp>" "#include <chrono>
#include <ndweave/ndweave.hpp>")
file(WRITE ${OUTPUT} "${text}")
