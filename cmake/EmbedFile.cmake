# Puts the bytes of a file into a target, so that the program needs no file at run time.
#
#   melstrom_embed_file (target symbol path)
#
# `symbol` is a C++ identifier. The target, which compiles C++, gains a source and sees the header
#
#   #include "Embedded/<symbol>.h"
#   std::span<const unsigned char> melstrom::embedded::<symbol> () noexcept;
#
# The bytes are followed by one zero, outside the span, so that text can be read as a C string.
# A relative `path` starts at the current source directory. Changing the file rebuilds the target.
# Of the targets linked into one program only one may hold a given symbol. The assembler does the
# copying (.incbin): a megabyte costs no compile time. Needs GCC or Clang, on ELF.

function (melstrom_embed_file target symbol path)
    if (NOT symbol MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
        message (FATAL_ERROR "melstrom_embed_file: '${symbol}' is no C++ identifier")
    endif ()

    get_filename_component (file "${path}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    if (NOT EXISTS "${file}" OR IS_DIRECTORY "${file}")
        message (FATAL_ERROR "melstrom_embed_file: there is no file ${file}")
    endif ()

    set (folder "${CMAKE_CURRENT_BINARY_DIR}/EmbeddedFiles/${target}")
    set (header "${folder}/Embedded/${symbol}.h")
    set (source "${folder}/Embedded/${symbol}.cpp")
    file (CONFIGURE OUTPUT "${header}" CONTENT [[
#pragma once
#include <span>
namespace melstrom::embedded
{
std::span<const unsigned char> @symbol@ () noexcept;
}
]] @ONLY)
    file (CONFIGURE OUTPUT "${source}" CONTENT [[
#include "Embedded/@symbol@.h"

#define MELSTROM_LABEL(name) ".globl " name "\n.hidden " name "\n" name ":\n"

// clang-format off
asm (".pushsection .rodata\n"
     ".balign 16\n"
     MELSTROM_LABEL ("melstromEmbedded_@symbol@")
     ".incbin \"@file@\"\n"
     MELSTROM_LABEL ("melstromEmbeddedEnd_@symbol@")
     ".byte 0\n"
     ".popsection\n");
// clang-format on

extern "C"
{
extern const unsigned char melstromEmbedded_@symbol@[];
extern const unsigned char melstromEmbeddedEnd_@symbol@[];
}

namespace melstrom::embedded
{

std::span<const unsigned char> @symbol@ () noexcept
{
    return {melstromEmbedded_@symbol@, melstromEmbeddedEnd_@symbol@};
}

}
]] @ONLY)

    # Link-time optimisation may move top-level assembler away from what refers to it.
    set_source_files_properties ("${source}" TARGET_DIRECTORY ${target} PROPERTIES
                                 OBJECT_DEPENDS "${file}" COMPILE_OPTIONS "-fno-lto")
    target_sources (${target} PRIVATE "${source}")
    target_include_directories (${target} PRIVATE "${folder}")
endfunction ()
