# Modules and submodules. A module is a top folder and one static library; a submodule is a
# folder in it named after a problem kind. What the compiler can include is what
# the house allows:
#   - a module sees its own headers and those of the modules it names and they name;
#   - a submodule of one kind sees, of all these modules, the common folders and the
#     submodules of its own kind. Another kind's header is not found there;
#   - the common folders of a module (registries, files, engines) see every submodule;
#   - a submodule may have layers: a layer sees those before it; the folder above sees them all.
file(STRINGS ${CMAKE_SOURCE_DIR}/instances/kinds.def ul_kinds REGEX "^UL_KIND\\(")
list(TRANSFORM ul_kinds REPLACE "^UL_KIND\\(([a-z]+)\\).*" "\\1")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS instances/kinds.def)

# The layers of the exact packing method, from the bottom up.
set(ul_layers_solver_packing model pricing master bounds primal tree certificate)

# The place of a folder among the layers of its submodule, behind the last for the folder
# above them; "" where there are none.
function(ul_layer_of folder result)
    set(${result} "" PARENT_SCOPE)
    if(NOT folder MATCHES "^([a-z]+)/([a-z]+)(/([a-z]+))?")
        return()
    endif()
    set(layers ${ul_layers_${CMAKE_MATCH_1}_${CMAKE_MATCH_2}})
    if(layers)
        list(FIND layers "${CMAKE_MATCH_4}" place)
        if(place EQUAL -1 AND CMAKE_MATCH_4)
            message(FATAL_ERROR "${folder} is no layer: see cmake/modules.cmake")
        elseif(place EQUAL -1)
            list(LENGTH layers place)
        endif()
        set(${result} ${place} PARENT_SCOPE)
    endif()
endfunction()

# The modules whose readers have fuzz targets (fuzz/CMakeLists.txt).
set(ul_modules_fuzzed core instances models bench check)
# Their folders that have none: what is told of runs, what makes instances.
set(ul_folders_without_readers
    "^(bench/(artifact|bracket|papers|report|tables|tune)|instances/sources/generate)/")

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
        ul_submodule_of(${folder} of)
        ul_layer_of(${folder} layer)
        if(file MATCHES "\\.c$")
            list(APPEND submodules ${of}${layer})
            list(APPEND sources_${of}${layer} ${file})
            set(of_${of}${layer} ${of})
            set(layer_${of}${layer} "${layer}")
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
                ul_layer_of(${folder} layer)
                set(mine ${of_${submodule}})
                set(above FALSE)
                if(NOT layer STREQUAL "" AND NOT layer_${submodule} STREQUAL "" AND layer GREATER layer_${submodule})
                    set(above TRUE)
                endif()
                if(NOT above AND (of STREQUAL common OR of STREQUAL mine OR mine STREQUAL common))
                    target_include_directories(ul_${name}_${submodule} PRIVATE ${folder})
                endif()
            endforeach()
        endforeach()
        target_link_libraries(ul_${name}_${submodule} PRIVATE ul_flags ${MODULE_LINKS})
        if(UL_FUZZ AND NOT name IN_LIST ul_modules_fuzzed)
            set_target_properties(ul_${name}_${submodule} PROPERTIES UL_READS_NOTHING ON)
        elseif(UL_FUZZ)
            list(FILTER sources_${submodule} INCLUDE REGEX "${ul_folders_without_readers}")
            set_source_files_properties(${sources_${submodule}} PROPERTIES COMPILE_OPTIONS
                "-O0;-g0;-fno-sanitize=all")
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
