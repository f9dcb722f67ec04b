# cpack, in build/release: a .deb for this Debian with the programs, the library, the
# Python package, manual pages and completions, and an archive of the source. docs/library.md
# has the commands.
set(CPACK_PACKAGE_NAME ullage)
set(CPACK_PACKAGE_VENDOR Ullage)
set(CPACK_PACKAGE_CONTACT "the authors of Ullage <ullage@invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "A workbench for cloud provisioning: published heuristics and
exact methods on packing, reservations, transient machines and schedules, plans checked
twice, and the distance from a proved optimum in dollars.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB)
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_IGNORE_FILES /build/ "/\\\\.git/" "/\\\\.git$" __pycache__ "\\\\.tmp-")
set(CPACK_SOURCE_PACKAGE_FILE_NAME ullage-${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

# What the programs are linked with is found by dpkg-shlibdeps; what the static
# library wants, and the outside solver, are named.
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "coinor-cbc, python3 (>= 3.11), python3-pandas, python3-matplotlib, libglpk-dev, libgsl-dev, libopenblas-dev, libcsv-dev, libjansson-dev, zlib1g-dev")
include(CPack)
