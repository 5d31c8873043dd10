# cmake -DPLUGIN=<library> -DSTAMP=<header> -P: writes the header anew only where the plugin's content changed.
file(SHA256 ${PLUGIN} hash)
file(CONFIGURE OUTPUT ${STAMP} CONTENT "static_assert(true, \"libndweave-extract.so ${hash}\");\n")
