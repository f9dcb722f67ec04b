# Modules and submodules. A module is a top folder and one static library; a submodule is a
# folder in it named after a problem kind. What the compiler can include is what
# the house allows:
#   - a module sees its own headers and those of the modules it names and they name;
#   - a submodule of one kind sees, of all these modules, the common folders and the
#     submodules of its own kind. Another kind's header is not found there;
#   - the common folders of a module (registries, files, engines) see every submodule.
file(STRINGS ${CMAKE_SOURCE_DIR}/instances/kinds.def ul_kinds REGEX "^UL_KIND\\(")
list(TRANSFORM ul_kinds REPLACE "^UL_KIND\\(([a-z]+)\\).*" "\\1")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS instances/kinds.def)

# The modules whose readers have fuzz targets (fuzz/CMakeLists.txt).
set(ul_modules_fuzzed core instances models bench check)

# The submodule that a path inside a module belongs to: a kind's name, or "common".
function(ul_submodule_of path result)
    string(REGEX REPLACE "^[^/]+/([^/]+)(/.*)?$" "\\1" submodule "${path}")
    if(NOT submodule IN_LIST ul_kinds)
        set(submodule common)
    endif()
    set(${result} ${submodule} PARENT_SCOPE)
endfunction()

# ul_add_module(NAME SEES MODULE... LINKS LIBRARY... MADE FILE... WITHOUT FILE...): MADE are files
# of made/; WITHOUT are sources of a program that uses the module.
function(ul_add_module name)
    cmake_parse_arguments(MODULE "" "" "SEES;LINKS;MADE;WITHOUT" ${ARGN})
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
        ${name}/*.c ${name}/*.h ${name}/*.def)
    list(REMOVE_ITEM files "" ${MODULE_WITHOUT})

    set(submodules "")
    set(folders "")
    foreach(file IN LISTS files)
        get_filename_component(folder ${file} DIRECTORY)
        ul_submodule_of(${folder} submodule)
        if(file MATCHES "\\.c$")
            list(APPEND submodules ${submodule})
            list(APPEND sources_${submodule} ${file})
        else()
            list(APPEND folders ${folder})
        endif()
    endforeach()
    list(REMOVE_DUPLICATES submodules)
    list(REMOVE_DUPLICATES folders)
    list(TRANSFORM MODULE_MADE PREPEND ${CMAKE_BINARY_DIR}/made/)

    set(seen ${name})
    foreach(module IN LISTS MODULE_SEES)
        get_property(further GLOBAL PROPERTY ul_${module}_seen)
        list(APPEND seen ${further})
    endforeach()
    list(REMOVE_DUPLICATES seen)
    set_property(GLOBAL PROPERTY ul_${name}_seen ${seen})
    set_property(GLOBAL PROPERTY ul_${name}_submodules ${submodules})
    set_property(GLOBAL PROPERTY ul_${name}_folders ${folders})

    set(objects "")
    foreach(submodule IN LISTS submodules)
        add_library(ul_${name}_${submodule} OBJECT ${sources_${submodule}})
        foreach(module IN LISTS seen)
            get_property(visible GLOBAL PROPERTY ul_${module}_folders)
            foreach(folder IN LISTS visible)
                ul_submodule_of(${folder} of)
                if(of STREQUAL common OR of STREQUAL submodule OR submodule STREQUAL common)
                    target_include_directories(ul_${name}_${submodule} PRIVATE ${folder})
                endif()
            endforeach()
        endforeach()
        target_link_libraries(ul_${name}_${submodule} PRIVATE ul_flags ${MODULE_LINKS})
        if(UL_FUZZ AND NOT name IN_LIST ul_modules_fuzzed)
            set_target_properties(ul_${name}_${submodule} PROPERTIES UL_READS_NOTHING ON)
        endif()
        list(APPEND objects $<TARGET_OBJECTS:ul_${name}_${submodule}>)
    endforeach()
    if(MODULE_MADE)
        target_sources(ul_${name}_common PRIVATE ${MODULE_MADE})
        target_include_directories(ul_${name}_common PRIVATE ${CMAKE_BINARY_DIR}/made)
    endif()

    list(TRANSFORM MODULE_SEES PREPEND ul_)
    add_library(ul_${name} STATIC ${objects})
    set_target_properties(ul_${name} PROPERTIES LINKER_LANGUAGE C)
    target_include_directories(ul_${name} PUBLIC ${folders})
    target_link_libraries(ul_${name} PUBLIC ul_flags ${MODULE_SEES} PRIVATE ${MODULE_LINKS})
endfunction()
