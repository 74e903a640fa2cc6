# Finds LLVM and says how our code is compiled against it. Areas are built
# without choosing a form of LLVM; who links them chooses:
#   FencepostLLVM        the shared libLLVM: installed library, plugin, unit tests, fuzzers
#   FencepostLLVMStatic  the static libraries: the program, which so stands alone
# A bare "22" would not match Debian's package, whose version file wants 22.1.
find_package(LLVM 22.1 REQUIRED CONFIG PATHS /usr/lib/llvm-22)
set(FENCEPOST_LLVM_BIN ${LLVM_TOOLS_BINARY_DIR})
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")

add_library(FencepostCompile INTERFACE)
target_include_directories(FencepostCompile INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_include_directories(FencepostCompile SYSTEM INTERFACE
  $<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>)
target_compile_definitions(FencepostCompile INTERFACE ${LLVM_DEFINITIONS_LIST})
target_compile_options(FencepostCompile INTERFACE -fno-rtti)

add_library(FencepostLLVM INTERFACE)
target_link_libraries(FencepostLLVM INTERFACE LLVM)
llvm_map_components_to_libnames(StaticLibraries
  IRReader BitWriter ScalarOpts TransformUtils Object AMDGPUDesc AMDGPUDisassembler AMDGPUInfo)
add_library(FencepostLLVMStatic INTERFACE)
target_link_libraries(FencepostLLVMStatic INTERFACE ${StaticLibraries})
# What the static libraries ask for is static too; nothing here asks LLVM's own Z3,
# whose functions would meet those of ours.
get_target_property(SupportUses LLVMSupport INTERFACE_LINK_LIBRARIES)
list(FILTER SupportUses EXCLUDE REGEX libz3)
set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${SupportUses}")
find_library(FENCEPOST_ZLIB libz.a REQUIRED)
find_library(FENCEPOST_ZSTD libzstd.a REQUIRED)
set_target_properties(ZLIB::ZLIB PROPERTIES IMPORTED_LOCATION ${FENCEPOST_ZLIB} IMPORTED_LOCATION_RELEASE ${FENCEPOST_ZLIB})
set_target_properties(zstd::libzstd_shared PROPERTIES IMPORTED_LOCATION ${FENCEPOST_ZSTD})

option(FENCEPOST_WERROR "Stop at warnings; turn off for compilers that warn about more" ON)
add_compile_options(-Wall -Wextra)
if(FENCEPOST_WERROR)
  add_compile_options(-Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports these inside LLVM's inlined templates, where there is nothing to fix.
  add_compile_options(-Wno-dangling-pointer -Wno-maybe-uninitialized)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12's own stable_sort uses a function that C++20 deprecates.
  add_compile_options(-Wno-deprecated-declarations)
endif()

set(FENCEPOST_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined")
if(FENCEPOST_SANITIZE)
  add_compile_options(-fsanitize=${FENCEPOST_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer -gline-tables-only)
  add_link_options(-fsanitize=${FENCEPOST_SANITIZE})
  add_compile_definitions(FENCEPOST_SANITIZED)
  # libLLVM is built without RTTI: vptr checks cannot see its types.
  add_compile_options(-fno-sanitize=vptr)
endif()

option(FENCEPOST_FUZZ "Build the fuzzers, and everything with their coverage" OFF)
if(FENCEPOST_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
