# Writes OUTPUT: INPUT, BabelStream's kernels, with a triad that does its first tenth twice. Memory lies as it did: other kernels
# are as fast as before.
file(READ ${INPUT} text)
function(substitute from to)
  string(FIND "${text}" "${from}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "slow_kernels.cmake: ${INPUT} no longer has '${from}': adapt the substitution")
  endif()
  string(REPLACE "${from}" "${to}" text "${text}")
  set(text "${text}" PARENT_SCOPE)
endfunction()
substitute("a[i] = b[i] + start<T>::scalar * c[i]; })" "a[i] = b[i] + start<T>::scalar * c[i]; }, n_ / 10)")
substitute("void run(const F& kernel) {" "void run(const F& kernel, std::size_t again = 0) {\n        if (again > 0) q_.parallel_for(range<1>(again), kernel);")
file(WRITE ${OUTPUT} "${text}")
