# Debian's emscripten. Its clang compiles, which a compiler cache understands and which starts
# faster than emcc ('emcc --cflags' says with what); emcc links.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
find_program(UL_EMCC emcc)
if(NOT UL_EMCC)
    message(FATAL_ERROR "emscripten is not installed; scripts/setup wasm installs it")
endif()
if(NOT DEFINED UL_EMCC_FLAGS)
    execute_process(COMMAND em-config CLANG_ADD_VERSION OUTPUT_VARIABLE number
        OUTPUT_STRIP_TRAILING_WHITESPACE)
    execute_process(COMMAND ${UL_EMCC} --cflags OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(UL_EMCC_CLANG "${number}" CACHE INTERNAL "")
    set(UL_EMCC_FLAGS "${flags}" CACHE INTERNAL "")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES UL_EMCC_CLANG UL_EMCC_FLAGS)
set(CMAKE_C_COMPILER clang-${UL_EMCC_CLANG})
set(CMAKE_AR llvm-ar-${UL_EMCC_CLANG} CACHE INTERNAL "")
set(CMAKE_RANLIB llvm-ranlib-${UL_EMCC_CLANG} CACHE INTERNAL "")
set(CMAKE_C_FLAGS_INIT "${UL_EMCC_FLAGS}")
# Acorn is Debian's, wherever the node on the PATH is from.
set(CMAKE_C_LINK_EXECUTABLE "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs ${UL_EMCC} \
<LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
