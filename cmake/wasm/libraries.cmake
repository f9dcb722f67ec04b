# The libraries that the modules use, from the sources of their Debian packages, which
# 'scripts/setup wasm' puts into build/sources: without their configure scripts, which take
# minutes here, and of GSL and GLPK only what is called.
add_compile_options(-include ${CMAKE_SOURCE_DIR}/cmake/wasm/missing.h)
set(sources ${CMAKE_SOURCE_DIR}/build/sources)
function(ul_source_of name result)
    file(GLOB found ${sources}/${name}-*)
    if(NOT found)
        message(FATAL_ERROR "${sources} has no ${name}; scripts/setup wasm fetches it")
    endif()
    list(GET found 0 found)
    set(${result} ${found} PARENT_SCOPE)
endfunction()

# ul_foreign(NAME FOLDERS FOLDER... SOURCES FILE...): a library, and its target of this NAME.
set(made ${CMAKE_BINARY_DIR}/foreign)
file(WRITE ${made}/config.h "#define RETURN_IF_NULL(x) if (!x) { return; }\n") # GSL's
file(WRITE ${made}/jansson_private_config.h "")
function(ul_foreign name)
    cmake_parse_arguments(OF "" "" "FOLDERS;SOURCES;DEFINES" ${ARGN})
    string(REGEX REPLACE ".*::" "foreign_" target ${name})
    add_library(${target} STATIC ${OF_SOURCES})
    target_include_directories(${target} PUBLIC ${OF_FOLDERS})
    target_compile_definitions(${target} PRIVATE _GNU_SOURCE ${OF_DEFINES})
    target_compile_options(${target} PRIVATE -UNDEBUG) # GLPK defines it by itself
    add_library(${name} ALIAS ${target})
endfunction()

ul_source_of(zlib zlib)
file(GLOB files ${zlib}/*.c)
ul_foreign(ZLIB::ZLIB FOLDERS ${zlib} SOURCES ${files} DEFINES HAVE_UNISTD_H)

ul_source_of(libcsv csv)
ul_foreign(LibCSV::LibCSV FOLDERS ${csv} SOURCES ${csv}/libcsv.c)

ul_source_of(jansson jansson)
set(json_inline inline)
set(json_have_long_long 1)
set(json_have_localeconv 1)
set(json_have_atomic_builtins 1)
set(json_have_sync_builtins 1)
configure_file(${jansson}/src/jansson_config.h.in ${made}/jansson_config.h @ONLY)
file(GLOB files ${jansson}/src/*.c)
ul_foreign(PkgConfig::JANSSON FOLDERS ${made} ${jansson}/src SOURCES ${files}
    DEFINES HAVE_STDINT_H HAVE_UNISTD_H HAVE_SYS_TIME_H HAVE_GETTIMEOFDAY)

ul_source_of(gsl gsl)
file(GLOB headers ${gsl}/*.h ${gsl}/*/gsl_*.h)
file(COPY ${headers} DESTINATION ${made}/gsl)
configure_file(${gsl}/gsl_version.h.in ${made}/gsl/gsl_version.h @ONLY)
ul_foreign(PkgConfig::GSL FOLDERS ${made} ${gsl} SOURCES ${gsl}/rng/rng.c ${gsl}/rng/mt.c ${gsl}/rng/inline.c
    ${gsl}/randist/gauss.c ${gsl}/randist/exponential.c ${gsl}/randist/shuffle.c
    ${gsl}/err/error.c ${gsl}/err/stream.c
    ${gsl}/sort/sortvec.c ${gsl}/sort/sortvecind.c ${gsl}/statistics/mean.c ${gsl}/statistics/variance.c
    ${gsl}/statistics/quantiles.c)
# What OpenBLAS is wanted for, no page asks: its header has the names.
file(WRITE ${made}/blas/cblas.h "#include <gsl/gsl_cblas.h>\ntypedef int blasint;\n")
add_library(PkgConfig::OPENBLAS INTERFACE IMPORTED)
target_include_directories(PkgConfig::OPENBLAS INTERFACE ${made}/blas)

ul_source_of(glpk glpk)
set(GLPK_INCLUDE_DIR ${glpk}/src)
file(GLOB files ${glpk}/src/api/advbas.c ${glpk}/src/api/prob[1-5].c ${glpk}/src/api/wrmip.c)
set(folders ${GLPK_INCLUDE_DIR} ${glpk}/src/api)
foreach(folder amd bflib colamd draft env intopt mpl minisat misc npp proxy simplex)
    list(APPEND folders ${glpk}/src/${folder})
    if(NOT folder MATCHES "amd$|^mpl$|minisat") # the interior point, a language, satisfiability
        file(GLOB more ${glpk}/src/${folder}/*.c)
        list(FILTER more EXCLUDE REGEX "main")
        list(APPEND files ${more})
    endif()
endforeach()
ul_foreign(GLPK::GLPK FOLDERS ${made} ${folders} SOURCES ${files}
    DEFINES HAVE_SYS_TIME_H HAVE_GETTIMEOFDAY)
target_link_libraries(foreign_GLPK PUBLIC ZLIB::ZLIB)

add_library(Threads::Threads INTERFACE IMPORTED)
