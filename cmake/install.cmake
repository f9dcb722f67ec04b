# What 'cmake --install' puts in place: both programs with their manual pages,
# and the rooms up to heuristics/ as one library with a pkg-config file and a
# CMake package. <ullage/ullage.h> and what it includes are its headers.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(rooms core instances methods models solver heuristics)
list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_OBJECTS:ul_\\1>" OUTPUT_VARIABLE objects)
add_library(ul_library STATIC ${objects})
set_target_properties(ul_library PROPERTIES OUTPUT_NAME ullage EXPORT_NAME ullage
    LINKER_LANGUAGE C)
target_include_directories(ul_library INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(ul_library INTERFACE PkgConfig::OPENBLAS PkgConfig::GSL PkgConfig::JANSSON
    LibCSV::LibCSV GLPK::GLPK ZLIB::ZLIB m)
set(sanitizers "")
if(UL_SANITIZE)
    set(sanitizers -fsanitize=address,undefined)
    target_link_options(ul_library INTERFACE ${sanitizers})
endif()

set(headers ${CMAKE_SOURCE_DIR}/heuristics/ullage.h)
set(unread ${headers})
while(unread)
    list(POP_FRONT unread header)
    file(STRINGS ${header} names REGEX "^#include \"")
    foreach(name IN LISTS names)
        string(REGEX MATCH "[a-z_0-9]+\\.h" name "${name}")
        foreach(room IN LISTS rooms)
            set(header ${CMAKE_SOURCE_DIR}/${room}/${name})
            if(EXISTS ${header} AND NOT header IN_LIST headers)
                list(APPEND headers ${header})
                list(APPEND unread ${header})
            endif()
        endforeach()
    endforeach()
endwhile()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})

# Manual pages come from the programs' own help, so they need a program that runs here.
foreach(program ullage ullage-check)
    set(page ${CMAKE_BINARY_DIR}/made/${program}.1)
    add_custom_command(OUTPUT ${page}
        COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:${program}>
            -D TEMPLATE=${CMAKE_SOURCE_DIR}/docs/man/${program}.1.in -D OUTPUT=${page}
            -D VERSION=${PROJECT_VERSION} -P ${CMAKE_SOURCE_DIR}/cmake/man_page.cmake
        DEPENDS ${program} docs/man/${program}.1.in cmake/man_page.cmake VERBATIM)
    list(APPEND pages ${page})
endforeach()
if(NOT CMAKE_CROSSCOMPILING)
    add_custom_target(ul_man_pages ALL DEPENDS ${pages})
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ullage)
install(TARGETS ullage ullage-check)
install(TARGETS ul_library EXPORT ullage)
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
