# What 'cmake --install' puts in place: both programs with their manual pages and
# completions, the book, and the modules up to library/ as a shared and a static library, with the
# headers <ullage/ullage.h>, <ullage/plugin.h> and <ullage/priority.h>, a pkg-config file, a
# CMake package and the Python package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(objects "")
foreach(module IN LISTS ul_library_modules)
    get_property(submodules GLOBAL PROPERTY ul_${module}_submodules)
    foreach(submodule IN LISTS submodules)
        list(APPEND objects $<TARGET_OBJECTS:ul_${module}_${submodule}>)
    endforeach()
endforeach()
set(needs PkgConfig::OPENBLAS PkgConfig::GSL PkgConfig::JANSSON LibCSV::LibCSV GLPK::GLPK ZLIB::ZLIB
    Threads::Threads ${CMAKE_DL_LIBS} m)
add_library(ul_shared SHARED ${objects})
add_library(ul_static STATIC ${objects})
target_link_libraries(ul_shared PRIVATE ul_flags ${needs})
target_link_libraries(ul_static INTERFACE ${needs})
set_target_properties(ul_shared PROPERTIES EXPORT_NAME ullage SOVERSION ${ul_abi}
    VERSION ${ul_abi}.${PROJECT_VERSION} LINK_DEPENDS ${CMAKE_BINARY_DIR}/made/ullage.map)
set_target_properties(ul_static PROPERTIES EXPORT_NAME ullage_static)
target_link_options(ul_shared PRIVATE -Wl,--version-script=${CMAKE_BINARY_DIR}/made/ullage.map)
foreach(library ul_shared ul_static)
    set_target_properties(${library} PROPERTIES OUTPUT_NAME ullage LINKER_LANGUAGE C)
    target_include_directories(${library} INTERFACE
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
target_link_options(ul_shared INTERFACE ${sanitizers})
target_link_options(ul_static INTERFACE ${sanitizers})

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

# What 'ullage site' makes pages of: the book, and what is kept of the papers' tables.
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/ullage)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DATADIR}/ullage PATTERN man EXCLUDE)
file(GLOB kept CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} results/*/table.csv results/*/manifest.json
    results/*/*.svg)
foreach(file IN LISTS kept)
    get_filename_component(folder ${file} DIRECTORY)
    install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/ullage/${folder})
endforeach()
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ullage)
install(TARGETS ullage ullage-check)
install(TARGETS ul_shared EXPORT ullage)
install(TARGETS ul_static EXPORT ullage_static)
install(FILES library/public/ullage.h library/plugins/priority.h ${CMAKE_BINARY_DIR}/made/plugin.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ullage)
install(EXPORT ullage NAMESPACE ullage:: FILE ullage-targets.cmake DESTINATION ${package})
install(EXPORT ullage_static NAMESPACE ullage:: FILE ullage-static-targets.cmake
    DESTINATION ${package})
configure_package_config_file(cmake/ullage-config.cmake.in made/ullage-config.cmake
    INSTALL_DESTINATION ${package})
write_basic_package_version_file(made/ullage-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/made/ullage-config.cmake
    ${CMAKE_BINARY_DIR}/made/ullage-config-version.cmake cmake/FindGLPK.cmake
    cmake/FindLibCSV.cmake DESTINATION ${package})

# Where Debian's Python looks under /usr; elsewhere PYTHONPATH says it, or pip installs it.
install(DIRECTORY python/ullage DESTINATION lib/python3/dist-packages FILES_MATCHING
    PATTERN *.py PATTERN py.typed PATTERN __pycache__ EXCLUDE)

file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/ullage.pc.in made/ullage.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/made/ullage.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
