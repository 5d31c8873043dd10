# cmake "-DPLUGINS=<library>;…" -DSTAMP=<header> -P: writes the header anew only where the content of a plugin changed.
set(hashes)
foreach(plugin ${PLUGINS})
  file(SHA256 ${plugin} hash)
  list(APPEND hashes ${hash})
endforeach()
list(JOIN hashes " " hashes)
file(CONFIGURE OUTPUT ${STAMP} CONTENT "static_assert(true, \"ndweave's compiler plugins ${hashes}\");\n")
