# Writes a header with the bytes of each file of a folder as ul_page_NAME_EXT[], and,
# where SCRIPTS lists files KIND.js, the table ul_page_scripts[] of these by kind.
file(GLOB pages ${SOURCE}/*)
list(SORT pages)
set(text "")
foreach(page IN LISTS pages SCRIPTS)
    get_filename_component(name ${page} NAME)
    string(REPLACE "." "_" name ${name})
    file(READ ${page} body HEX)
    # A character constant fits a char whether it is signed or not; 0xe2 does not.
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," body "${body}")
    string(APPEND text "static const char ul_page_${name}[] = {${body}};\n")
endforeach()
if(SCRIPTS)
    string(APPEND text "static const struct {\n    const char *kind;\n    ul_html_part script;\n"
        "} ul_page_scripts[] = {\n")
    foreach(page IN LISTS SCRIPTS)
        get_filename_component(kind ${page} NAME_WE)
        string(APPEND text "    {\"${kind}\", UL_HTML_PART(ul_page_${kind}_js)},\n")
    endforeach()
    string(APPEND text "};\n")
endif()
file(WRITE ${OUTPUT} "${text}")
