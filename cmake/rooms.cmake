# Rooms and wings. A room is a top folder and one static library; a wing is a
# folder in it named after a problem kind. What the compiler can include is what
# the house allows:
#   - a room sees its own headers and those of the rooms it names and they name;
#   - a wing of one kind sees, of all these rooms, the common folders and the
#     wings of its own kind. Another kind's header is not found there;
#   - the common folders of a room (registries, files, engines) see every wing.
file(STRINGS ${CMAKE_SOURCE_DIR}/instances/kinds.def ul_kinds REGEX "^UL_KIND\\(")
list(TRANSFORM ul_kinds REPLACE "^UL_KIND\\(([a-z]+)\\).*" "\\1")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS instances/kinds.def)

# The rooms whose readers have fuzz targets (fuzz/CMakeLists.txt).
set(ul_rooms_fuzzed core instances models bench check)

# The wing that a path inside a room belongs to: a kind's name, or "common".
function(ul_wing_of path result)
    string(REGEX REPLACE "^[^/]+/([^/]+)(/.*)?$" "\\1" wing "${path}")
    if(NOT wing IN_LIST ul_kinds)
        set(wing common)
    endif()
    set(${result} ${wing} PARENT_SCOPE)
endfunction()

# ul_room(NAME SEES ROOM... LINKS LIBRARY... MADE FILE... WITHOUT FILE...): MADE are files
# of made/; WITHOUT are sources of a program that uses the room.
function(ul_room name)
    cmake_parse_arguments(ROOM "" "" "SEES;LINKS;MADE;WITHOUT" ${ARGN})
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
        ${name}/*.c ${name}/*.h ${name}/*.def)
    list(REMOVE_ITEM files "" ${ROOM_WITHOUT})

    set(wings "")
    set(folders "")
    foreach(file IN LISTS files)
        get_filename_component(folder ${file} DIRECTORY)
        ul_wing_of(${folder} wing)
        if(file MATCHES "\\.c$")
            list(APPEND wings ${wing})
            list(APPEND sources_${wing} ${file})
        else()
            list(APPEND folders ${folder})
        endif()
    endforeach()
    list(REMOVE_DUPLICATES wings)
    list(REMOVE_DUPLICATES folders)
    list(TRANSFORM ROOM_MADE PREPEND ${CMAKE_BINARY_DIR}/made/)

    set(seen ${name})
    foreach(room IN LISTS ROOM_SEES)
        get_property(further GLOBAL PROPERTY ul_${room}_seen)
        list(APPEND seen ${further})
    endforeach()
    list(REMOVE_DUPLICATES seen)
    set_property(GLOBAL PROPERTY ul_${name}_seen ${seen})
    set_property(GLOBAL PROPERTY ul_${name}_wings ${wings})
    set_property(GLOBAL PROPERTY ul_${name}_folders ${folders})

    set(objects "")
    foreach(wing IN LISTS wings)
        add_library(ul_${name}_${wing} OBJECT ${sources_${wing}})
        foreach(room IN LISTS seen)
            get_property(visible GLOBAL PROPERTY ul_${room}_folders)
            foreach(folder IN LISTS visible)
                ul_wing_of(${folder} of)
                if(of STREQUAL common OR of STREQUAL wing OR wing STREQUAL common)
                    target_include_directories(ul_${name}_${wing} PRIVATE ${folder})
                endif()
            endforeach()
        endforeach()
        target_link_libraries(ul_${name}_${wing} PRIVATE ul_flags ${ROOM_LINKS})
        if(UL_FUZZ AND NOT name IN_LIST ul_rooms_fuzzed)
            set_target_properties(ul_${name}_${wing} PROPERTIES UL_READS_NOTHING ON)
        endif()
        list(APPEND objects $<TARGET_OBJECTS:ul_${name}_${wing}>)
    endforeach()
    if(ROOM_MADE)
        target_sources(ul_${name}_common PRIVATE ${ROOM_MADE})
        target_include_directories(ul_${name}_common PRIVATE ${CMAKE_BINARY_DIR}/made)
    endif()

    list(TRANSFORM ROOM_SEES PREPEND ul_)
    add_library(ul_${name} STATIC ${objects})
    set_target_properties(ul_${name} PROPERTIES LINKER_LANGUAGE C)
    target_include_directories(ul_${name} PUBLIC ${folders})
    target_link_libraries(ul_${name} PUBLIC ul_flags ${ROOM_SEES} PRIVATE ${ROOM_LINKS})
endfunction()
