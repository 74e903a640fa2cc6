# `install`, and the CMake package: find_package(Fencepost) gives one target per
# area, and Fencepost::Fencepost, which is all of them with libLLVM.
include(CMakePackageConfigHelpers)
get_property(Areas GLOBAL PROPERTY FENCEPOST_AREAS)

add_library(FencepostAll INTERFACE)
target_link_libraries(FencepostAll INTERFACE ${Areas} FencepostLLVM)
set_target_properties(FencepostAll PROPERTIES EXPORT_NAME Fencepost)

install(TARGETS ${Areas} FencepostAll FencepostCompile FencepostLLVM
        EXPORT FencepostTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/fencepost
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

set(PackageDir ${CMAKE_INSTALL_LIBDIR}/cmake/Fencepost)
install(EXPORT FencepostTargets NAMESPACE Fencepost:: DESTINATION ${PackageDir})
configure_package_config_file(cmake/FencepostConfig.cmake.in
  ${PROJECT_BINARY_DIR}/FencepostConfig.cmake INSTALL_DESTINATION ${PackageDir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/FencepostConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/FencepostConfig.cmake
              ${PROJECT_BINARY_DIR}/FencepostConfigVersion.cmake
        DESTINATION ${PackageDir})
