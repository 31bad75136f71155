# Builds the presets of Presets/Mel into the program.
#   include (cmake/EmbedPresets.cmake)
#   melstrom_embed_presets (target)    adds the generated source; edits are built in again
# The same file, run by `cmake -P`, is the generator.

# The order of --list presets and of docs/presets.md.
set (MELSTROM_PRESETS
    torchaudio librosa librosa-db kaldi-fbank kaldi-mfcc
    whisper-openai-80 whisper-openai-128 whisper-hf-80 whisper-hf-128
    nemo-80 hifigan-22k ast vggish yamnet
    leak leak-fine leak-training)

set (MELSTROM_EMBED_PRESETS_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function (melstrom_embed_presets target)
    get_filename_component (root "${MELSTROM_EMBED_PRESETS_SCRIPT}/../.." ABSOLUTE)
    set (folder "${root}/Presets/Mel")
    set (output "${CMAKE_CURRENT_BINARY_DIR}/generated/EmbeddedPresets.cpp")
    set (files "")
    foreach (name IN LISTS MELSTROM_PRESETS)
        list (APPEND files "${folder}/${name}.toml")
    endforeach ()
    add_custom_command (
        OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}" "-DOUTPUT=${output}"
                -P "${MELSTROM_EMBED_PRESETS_SCRIPT}"
        DEPENDS ${files} "${MELSTROM_EMBED_PRESETS_SCRIPT}"
        COMMENT "Embedding the presets"
        VERBATIM)
    target_sources (${target} PRIVATE "${output}")
endfunction ()

function (melstrom_write_embedded_presets folder output)
    set (text "// Written by cmake/EmbedPresets.cmake from Presets/Mel: edit those.\n")
    string (APPEND text "#include \"Engine/Spec/EmbeddedPresets.h\"\n\nnamespace melstrom\n{\n\n")
    string (APPEND text "const std::vector<std::pair<std::string_view, std::string_view>>& ")
    string (APPEND text "embeddedPresetTexts ()\n{\n")
    string (APPEND text "    static const std::vector<std::pair<std::string_view, ")
    string (APPEND text "std::string_view>> texts {\n")
    foreach (name IN LISTS MELSTROM_PRESETS)
        file (READ "${folder}/${name}.toml" preset)
        string (APPEND text "{\"${name}\", R\"PRESET(${preset})PRESET\"},\n")
    endforeach ()
    string (APPEND text "    };\n    return texts;\n}\n\n} // namespace melstrom\n")
    file (WRITE "${output}" "${text}")
endfunction ()

if (CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    melstrom_write_embedded_presets ("${FOLDER}" "${OUTPUT}")
endif ()
