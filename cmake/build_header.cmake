# Writes build.h: what a manifest says of the program. Run at every build (the
# commit may have changed); the file is touched only when its text changes.
execute_process(COMMAND git describe --always --dirty --abbrev=10
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
    set(commit "unknown")
endif()
# What the sources have beyond the commit, for the folders of runs: beside the program, its
# hash in it.
set(diff "")
if(commit MATCHES "-dirty$")
    execute_process(COMMAND git diff HEAD -- . :!docs :!tests :!results WORKING_DIRECTORY ${SOURCE}
        OUTPUT_FILE ${PROGRAMS}/ullage.diff ERROR_QUIET)
    file(SHA256 ${PROGRAMS}/ullage.diff diff)
endif()
set(text "#define UL_BUILD_VERSION \"${VERSION}+g${commit}\"
#define UL_BUILD_DIFF \"${diff}\"
#define UL_BUILD_COMPILER \"${COMPILER}\"
#define UL_BUILD_FLAGS \"${FLAGS}\"
#define UL_BUILD_LIBRARIES \"${LIBRARIES}\"
")
set(old "")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL text)
    file(WRITE ${OUTPUT} "${text}")
endif()
