# Writes OUTPUT, a header with the files of the report page and the schema as strings. HARNESS is the folder harness.
file(READ ${HARNESS}/record/schema.json schema)
file(READ ${HARNESS}/report/page/page.html page)
file(READ ${HARNESS}/report/page/style.css style)
set(header "// Generated from files of harness/report and harness/record.\n#pragma once\n\nnamespace ndweave::harness::assets {\n\n")
foreach(name page style schema)
  string(APPEND header "inline constexpr const char* ${name} = R\"asset(${${name}})asset\";\n")
endforeach()
# Literals of a compiler are at least 64 KiB long, and no longer: each module is its own.
string(APPEND header "inline constexpr const char* script[] = {\n")
foreach(part data base rows filters plot summary compare look_alike portability samples history links roofline scaling
        verification machines main)
  file(READ ${HARNESS}/report/page/${part}.js text)
  string(APPEND header "R\"asset(${text})asset\",\n")
endforeach()
string(APPEND header "};\n")
string(APPEND header "\n}  // namespace ndweave::harness::assets\n")
file(WRITE ${OUTPUT} "${header}")
