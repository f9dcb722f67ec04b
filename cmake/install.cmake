# What 'cmake --install' puts in place: both programs with their manual pages
# and completions, and the rooms up to library/ as one library with a pkg-config file and a
# CMake package. <ullage/ullage.h> and what it includes are its headers; one of them,
# kind_plans.h, is made here from the list of kinds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY ul_library_seen)
set(objects "")
foreach(room IN LISTS rooms)
    get_property(wings GLOBAL PROPERTY ul_${room}_wings)
    foreach(wing IN LISTS wings)
        list(APPEND objects $<TARGET_OBJECTS:ul_${room}_${wing}>)
    endforeach()
endforeach()
add_library(ul_installed STATIC ${objects})
set_target_properties(ul_installed PROPERTIES OUTPUT_NAME ullage EXPORT_NAME ullage
    LINKER_LANGUAGE C)
target_include_directories(ul_installed INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(ul_installed INTERFACE PkgConfig::OPENBLAS PkgConfig::GSL PkgConfig::JANSSON
    LibCSV::LibCSV GLPK::GLPK ZLIB::ZLIB m)
set(sanitizers "")
if(UL_SANITIZE)
    set(sanitizers -fsanitize=address,undefined)
    target_link_options(ul_installed INTERFACE ${sanitizers})
endif()

list(TRANSFORM ul_kinds REPLACE "(.+)" "#include \"\\1_plan.h\"\n" OUTPUT_VARIABLE plans)
list(JOIN plans "" plans)
file(CONFIGURE OUTPUT made/kind_plans.h CONTENT "${plans}")

set(folders ${CMAKE_BINARY_DIR}/made)
foreach(room IN LISTS rooms)
    get_property(of_room GLOBAL PROPERTY ul_${room}_folders)
    list(TRANSFORM of_room PREPEND ${CMAKE_SOURCE_DIR}/)
    list(APPEND folders ${of_room})
endforeach()
set(headers ${CMAKE_SOURCE_DIR}/library/ullage.h)
set(unread ${headers})
while(unread)
    list(POP_FRONT unread header)
    file(STRINGS ${header} names REGEX "^#include \"")
    foreach(name IN LISTS names)
        string(REGEX MATCH "[a-z_0-9]+\\.(h|def)" name "${name}")
        foreach(folder IN LISTS folders)
            set(header ${folder}/${name})
            if(EXISTS ${header} AND NOT header IN_LIST headers)
                list(APPEND headers ${header})
                list(APPEND unread ${header})
            endif()
        endforeach()
    endforeach()
endwhile()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})

# Manual pages and completions come from the programs themselves, so they need programs
# that run here. (The leak checker takes seconds a process on some machines.)
set(quickly ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0)
foreach(program ullage ullage-check)
    set(page ${CMAKE_BINARY_DIR}/made/${program}.1)
    add_custom_command(OUTPUT ${page}
        COMMAND ${quickly} ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:${program}>
            -D TEMPLATE=${CMAKE_SOURCE_DIR}/docs/man/${program}.1.in -D OUTPUT=${page}
            -D VERSION=${PROJECT_VERSION} -P ${CMAKE_SOURCE_DIR}/cmake/man_page.cmake
        DEPENDS ${program} docs/man/${program}.1.in cmake/man_page.cmake VERBATIM)
    list(APPEND pages ${page})
endforeach()
foreach(shell bash zsh)
    set(completion ${CMAKE_BINARY_DIR}/made/completion.${shell})
    add_custom_command(OUTPUT ${completion}
        COMMAND ${quickly} $<TARGET_FILE:ullage> completion ${shell} > ${completion}
        DEPENDS ullage VERBATIM)
    list(APPEND completions ${completion})
endforeach()
if(NOT CMAKE_CROSSCOMPILING)
    add_custom_target(ul_from_programs ALL DEPENDS ${pages} ${completions})
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${CMAKE_BINARY_DIR}/made/completion.bash RENAME ullage
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${CMAKE_BINARY_DIR}/made/completion.zsh RENAME _ullage
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
endif()

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ullage)
install(TARGETS ullage ullage-check)
install(TARGETS ul_installed EXPORT ullage)
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ullage)
install(EXPORT ullage NAMESPACE ullage:: FILE ullage-targets.cmake DESTINATION ${package})
configure_package_config_file(cmake/ullage-config.cmake.in made/ullage-config.cmake
    INSTALL_DESTINATION ${package})
write_basic_package_version_file(made/ullage-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/made/ullage-config.cmake
    ${CMAKE_BINARY_DIR}/made/ullage-config-version.cmake cmake/FindGLPK.cmake
    cmake/FindLibCSV.cmake DESTINATION ${package})

file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/ullage.pc.in made/ullage.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/made/ullage.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
