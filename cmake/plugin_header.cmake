# <ullage/plugin.h>: what the methods of the tree see, in one file. It is made of the
# headers that library/plugins/plugin_entry.h includes and they include, each up to its line
# "below: not for plugins". The names that it and ullage.h declare are what the shared
# library exports, and the program to the methods that it loads.
list(TRANSFORM ul_kinds REPLACE "(.+)" "#include \"\\1_plan.h\"\n" OUTPUT_VARIABLE plans)
list(JOIN plans "" plans)
file(CONFIGURE OUTPUT made/kind_plans.h CONTENT "${plans}")
list(TRANSFORM ul_kinds REPLACE "(.+)" "UL_KIND(\\1)\n" OUTPUT_VARIABLE ul_kind_lines)
list(JOIN ul_kind_lines "" ul_kind_lines)

set(ul_header_folders ${CMAKE_BINARY_DIR}/made)
get_property(ul_library_modules GLOBAL PROPERTY ul_library_seen)
foreach(module IN LISTS ul_library_modules)
    get_property(of_module GLOBAL PROPERTY ul_${module}_folders)
    list(TRANSFORM of_module PREPEND ${CMAKE_SOURCE_DIR}/)
    list(APPEND ul_header_folders ${of_module})
endforeach()

# Puts a header, what it includes before it, behind the text so far.
function(ul_take_header name)
    get_property(taken GLOBAL PROPERTY ul_headers_taken)
    if(name IN_LIST taken)
        return()
    endif()
    set_property(GLOBAL APPEND PROPERTY ul_headers_taken ${name})
    unset(found) # the caller has one of its own
    find_file(found ${name} PATHS ${ul_header_folders} NO_DEFAULT_PATH
        NO_CMAKE_FIND_ROOT_PATH NO_CACHE REQUIRED)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${found})
    file(READ ${found} text)
    string(REGEX REPLACE "/\\* ---- below: not for plugins ---- \\*/.*" "" text "${text}")
    string(REGEX MATCHALL "#include \"[a-z_0-9]+\\.h\"" includes "${text}")
    foreach(include IN LISTS includes)
        string(REGEX REPLACE "#include \"(.*)\"" "\\1" include ${include})
        ul_take_header(${include})
    endforeach()
    string(REGEX REPLACE "#include \"[a-z_]+\\.def\"\n" "${ul_kind_lines}" text "${text}")
    string(REGEX REPLACE "#include [^\n]*\n" "" text "${text}")
    string(REPLACE "#pragma once\n" "" text "${text}")
    string(REGEX REPLACE "\n\n\n+" "\n\n" text "${text}")
    set_property(GLOBAL APPEND_STRING PROPERTY ul_headers_text "\n${text}")
endfunction()

# The functions that a header declares, in order.
function(ul_functions_of text result)
    string(REGEX MATCHALL "\n[a-z][^\n;{}]*[ *]ul_[a-z0-9_]+\\(" lines "${text}")
    list(FILTER lines EXCLUDE REGEX "^\n(static|typedef|extern) ")
    list(TRANSFORM lines REPLACE "^.*[ *](ul_[a-z0-9_]+)\\($" "\\1")
    set(${result} ${lines} PARENT_SCOPE)
endfunction()

ul_take_header(plugin_entry.h)
get_property(text GLOBAL PROPERTY ul_headers_text)
string(CONCAT text "/* For authors of methods: everything that a method of Ullage sees. Made of the headers "
    "of\n * the tree; docs/adding.md has a complete method. */\n#ifndef ULLAGE_PLUGIN_H\n"
    "#define ULLAGE_PLUGIN_H\n\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n"
    "#ifdef __cplusplus\nextern \"C\" {\n#endif\n" "${text}"
    "#ifdef __cplusplus\n}\n#endif\n\n#endif\n")
file(CONFIGURE OUTPUT made/plugin.h CONTENT "${text}" @ONLY)
ul_functions_of("${text}" ul_plugin_names)

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS library/public/ullage.h)
file(READ library/public/ullage.h text)
ul_functions_of("${text}" ul_public_names)
list(REMOVE_ITEM ul_plugin_names ${ul_public_names})
string(REGEX MATCH "#define UL_ABI ([0-9]+)" ignored "${text}")
set(ul_abi ${CMAKE_MATCH_1})

list(JOIN ul_public_names ";\n        " public)
list(JOIN ul_plugin_names ";\n        " plugin)
file(CONFIGURE OUTPUT made/ullage.map CONTENT "ULLAGE_${ul_abi} {
    global:
        ${public};
    local:
        *;
};

ULLAGE_PLUGIN {
    global:
        ${plugin};
};
")
file(CONFIGURE OUTPUT made/plugin.list CONTENT "{\n    ul_error_text;\n    ${plugin};\n};\n")
list(TRANSFORM ul_plugin_names REPLACE "(.+)" "    (void (*)(void))\\1,\n" OUTPUT_VARIABLE table)
list(JOIN table "" table)
file(CONFIGURE OUTPUT made/ul_plugin_functions.c CONTENT "#include \"plugin_entry.h\"

void (*const ul_plugin_functions[])(void) = {
${table}    0,
};
")
