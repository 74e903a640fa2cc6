# The solver that answers about addresses: one pinned Z3 for the build, the tests
# and the package (scripts/solver.txt). It is loaded by the program, never linked.
# One that is unpacked elsewhere may be named, -DFENCEPOST_Z3_PREFIX=DIR with
# DIR/lib and DIR/include; nothing is ever fetched into a directory of the user.
set(FENCEPOST_Z3_VERSION 5.4.0.0)
set(FENCEPOST_Z3_FILE libz3.so.5.4)
set(FENCEPOST_Z3_PREFIX "" CACHE PATH "Where the solver is, with lib and include; empty: it is fetched")

if(FENCEPOST_Z3_PREFIX)
  set(FENCEPOST_SOLVER_DIR ${FENCEPOST_Z3_PREFIX})
  foreach(Needed lib/${FENCEPOST_Z3_FILE} include/z3.h)
    if(NOT EXISTS ${FENCEPOST_Z3_PREFIX}/${Needed})
      message(FATAL_ERROR "FENCEPOST_Z3_PREFIX: there is no ${FENCEPOST_Z3_PREFIX}/${Needed}. Unpack the "
                          "wheel that scripts/solver.txt names, and say where: -DFENCEPOST_Z3_PREFIX=DIR/z3")
    endif()
  endforeach()
else()
  set(FENCEPOST_SOLVER_DIR ${PROJECT_BINARY_DIR}/solver/z3-${FENCEPOST_Z3_VERSION})
  if(NOT EXISTS ${FENCEPOST_SOLVER_DIR}/lib/${FENCEPOST_Z3_FILE})
    message(STATUS "Fetching Z3 ${FENCEPOST_Z3_VERSION}")
    execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch-solver ${FENCEPOST_SOLVER_DIR}
                    RESULT_VARIABLE Fetched)
    if(NOT Fetched EQUAL 0)
      message(FATAL_ERROR "The solver could not be fetched. Unpack the wheel that scripts/solver.txt "
                          "names, and say where: -DFENCEPOST_Z3_PREFIX=DIR/z3")
    endif()
  endif()
endif()

# Where the program and the unit tests look for it: beside them, as installed.
set(FENCEPOST_PRIVATE_LIBDIR ${CMAKE_INSTALL_LIBDIR}/fencepost)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/lib/fencepost)
file(CREATE_LINK ${FENCEPOST_SOLVER_DIR}/lib/${FENCEPOST_Z3_FILE}
     ${PROJECT_BINARY_DIR}/lib/fencepost/${FENCEPOST_Z3_FILE} SYMBOLIC)
install(FILES ${FENCEPOST_SOLVER_DIR}/lib/${FENCEPOST_Z3_FILE} DESTINATION ${FENCEPOST_PRIVATE_LIBDIR} COMPONENT program)

# The shared libLLVM brings a libz3 of its own. Ours is opened so that it calls its own
# functions, which sanitizers refuse; there its names must be the first to be found.
if(FENCEPOST_SANITIZE)
  target_link_options(FencepostLLVM INTERFACE
    $<BUILD_INTERFACE:-Wl,--push-state,--no-as-needed,${FENCEPOST_SOLVER_DIR}/lib/${FENCEPOST_Z3_FILE},--pop-state>
    $<BUILD_INTERFACE:-Wl,-rpath,${FENCEPOST_SOLVER_DIR}/lib>)
endif()
