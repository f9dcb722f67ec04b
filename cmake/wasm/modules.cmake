# ullage.wasm and ullage-check.wasm, each with the script that loads it: two modules with a
# memory of their own, as outside two programs. A page hands them their bytes and files.
function(ul_module name factory room functions)
    add_executable(${name} cmake/wasm/missing.c)
    set_target_properties(${name} PROPERTIES SUFFIX .js)
    target_link_libraries(${name} PRIVATE ul_flags ${room})
    list(TRANSFORM functions PREPEND _)
    list(JOIN functions , functions)
    target_link_options(${name} PRIVATE -O2 -sMODULARIZE=1 -sEXPORT_NAME=${factory}
        -sEXPORTED_FUNCTIONS=${functions} -sEXPORTED_RUNTIME_METHODS=FS,ccall --no-entry
        -sFORCE_FILESYSTEM=1 -sENVIRONMENT=web,worker,node
        -sTOTAL_STACK=8MB -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=512MB)
endfunction()
ul_module(ullage ullage ul_explain "ul_web_catalogue;ul_web_make;ul_web_story")
ul_module(ullage-check ullageCheck ul_check "check_in_page")
