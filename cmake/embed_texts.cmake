# Writes a C file with the text of each SOURCE/NAME.csv, as an array SYMBOL of
# TYPE {name, text} that HEADER declares and that ends with a NULL name.
file(GLOB files ${SOURCE}/*.csv)
list(SORT files)
# Some are longer than the 4095 letters that a compiler must take.
set(text "#pragma GCC diagnostic ignored \"-Woverlength-strings\"
#include \"${HEADER}\"\n\nconst ${TYPE} ${SYMBOL}[] = {\n")
foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} body)
    string(REPLACE "\\" "\\\\" body "${body}")
    string(REPLACE "\"" "\\\"" body "${body}")
    string(REPLACE "\n" "\\n\"\n     \"" body "${body}")
    string(APPEND text "    {\"${name}\",\n     \"${body}\"},\n")
endforeach()
string(APPEND text "    {0},\n};\n")
file(WRITE ${OUTPUT} "${text}")
