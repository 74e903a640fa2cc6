# One function per kind of thing we build, so that the lists in the
# subdirectories hold only names.

# An area of the library: lib/<Area>, exported as Fencepost::<Area>.
#   fencepost_area(Target SOURCES a.cpp b.cpp USES Sync)
function(fencepost_area Area)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_library(Fencepost${Area} STATIC ${ARG_SOURCES})
  add_library(Fencepost::${Area} ALIAS Fencepost${Area})
  target_link_libraries(Fencepost${Area} PUBLIC FencepostCompile)
  # Headers of its own that stand in another of its folders.
  target_include_directories(Fencepost${Area} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(Used ${ARG_USES})
    target_link_libraries(Fencepost${Area} PUBLIC Fencepost${Used})
  endforeach()
  set_target_properties(Fencepost${Area} PROPERTIES EXPORT_NAME ${Area})
  set_property(GLOBAL APPEND PROPERTY FENCEPOST_AREAS Fencepost${Area})
endfunction()

# The unit tests of one area: unittests/<Area>, one program, one ctest entry.
# Without GoogleTest they are neither built nor run.
#   fencepost_unittest(Target SOURCES ATest.cpp USES Target)
function(fencepost_unittest Area)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_executable(${Area}Tests ${ARG_SOURCES})
  foreach(Used ${ARG_USES})
    target_link_libraries(${Area}Tests PRIVATE Fencepost${Used})
  endforeach()
  target_link_libraries(${Area}Tests PRIVATE FencepostLLVM)
  # Headers that are private to the area.
  target_include_directories(${Area}Tests PRIVATE ${PROJECT_SOURCE_DIR}/lib/${Area})
  set_target_properties(${Area}Tests PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unittests)
  if(GTest_FOUND)
    target_link_libraries(${Area}Tests PRIVATE GTest::gtest GTest::gtest_main)
    add_test(NAME unit.${Area} COMMAND ${Area}Tests)
  else()
    set_target_properties(${Area}Tests PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()
