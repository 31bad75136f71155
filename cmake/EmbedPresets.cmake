# Builds the presets of Presets/Mel and the patches of Presets/Patches into the program.
#   include (cmake/EmbedPresets.cmake)
#   melstrom_embed_presets (target)    adds the generated source; edits are built in again
#   melstrom_embed_patches (target)    the same; every *.toml counts, and there may be none
# The same file, run by `cmake -P`, is the generator.

# The order of --list presets and of docs/presets.md.
set (MELSTROM_PRESETS
    torchaudio torchaudio-mfcc librosa librosa-db librosa-mfcc librosa-pcen
    kaldi-fbank kaldi-fbank-htk kaldi-mfcc kaldi-mfcc-energy kaldi-mfcc-hires kaldi-mfcc-voxceleb opensmile-mfcc
    wenet wespeaker campplus paraformer fsmn-vad seamless-m4t lhotse espnet speechbrain-fbank gigaam granite
    granite-stacked hubert-mfcc
    whisper-openai-80 whisper-openai-128 whisper-hf-80 whisper-hf-128
    nemo-80 nemo-128
    hifigan-22k bigvgan-22k bigvgan-24k bigvgan-44k-256x bigvgan-44k-512x openvpi-44k
    tacotron2 vits matcha cosyvoice2 vocos f5-tts encodec-24k encodec-msspec-24k audioldm speecht5 clvp rmvpe
    ast ast-speech-commands beats clap-fused clap-unfused msclap-2022 panns ced passt efficientat
    musicnn resemblyzer vggish yamnet openl3
    leak leak-fine leak-training
    musical detailed fast)

set (MELSTROM_EMBED_PRESETS_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function (melstrom_embed_presets target)
    melstrom_embed_texts (${target} "Mel" "${MELSTROM_PRESETS}"
        "EmbeddedPresets" "Engine/Spec/Mel/MelSpecToml.h" "embeddedPresetTexts")
endfunction ()

function (melstrom_embed_patches target)
    get_filename_component (root "${MELSTROM_EMBED_PRESETS_SCRIPT}/../.." ABSOLUTE)
    file (GLOB files CONFIGURE_DEPENDS "${root}/Presets/Patches/*.toml")
    set (names "")
    foreach (file IN LISTS files)
        get_filename_component (name "${file}" NAME_WLE)
        list (APPEND names "${name}")
    endforeach ()
    list (SORT names)
    melstrom_embed_texts (${target} "Patches" "${names}"
        "EmbeddedPatches" "Engine/Spec/Patch/PatchLibrary.h" "embeddedPatchTexts")
endfunction ()

# Adds `source`.cpp, which defines `function` of `header`: the texts of Presets/`folder`/NAME.toml.
function (melstrom_embed_texts target folder names source header function)
    get_filename_component (root "${MELSTROM_EMBED_PRESETS_SCRIPT}/../.." ABSOLUTE)
    set (output "${CMAKE_CURRENT_BINARY_DIR}/generated/${source}.cpp")
    set (files "")
    foreach (name IN LISTS names)
        list (APPEND files "${root}/Presets/${folder}/${name}.toml")
    endforeach ()
    # The names are part of the command, so that it runs again when a file is gone.
    string (REPLACE ";" "," names "${names}")
    add_custom_command (
        OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" "-DROOT=${root}" "-DFOLDER=${folder}" "-DNAMES=${names}"
                "-DHEADER=${header}" "-DFUNCTION=${function}" "-DOUTPUT=${output}"
                -P "${MELSTROM_EMBED_PRESETS_SCRIPT}"
        DEPENDS ${files} "${MELSTROM_EMBED_PRESETS_SCRIPT}"
        COMMENT "Embedding Presets/${folder}"
        VERBATIM)
    target_sources (${target} PRIVATE "${output}")
endfunction ()

function (melstrom_write_embedded_texts)
    set (pairs "std::vector<std::pair<std::string_view, std::string_view>>")
    set (text "// Written by cmake/EmbedPresets.cmake from Presets/${FOLDER}: edit those.\n")
    string (APPEND text "#include \"${HEADER}\"\n\nnamespace melstrom\n{\n\n")
    string (APPEND text "const ${pairs}& ${FUNCTION} ()\n{\n    static const ${pairs} texts {\n")
    string (REPLACE "," ";" names "${NAMES}")
    foreach (name IN LISTS names)
        file (READ "${ROOT}/Presets/${FOLDER}/${name}.toml" preset)
        string (APPEND text "{\"${name}\", R\"PRESET(${preset})PRESET\"},\n")
    endforeach ()
    string (APPEND text "    };\n    return texts;\n}\n\n} // namespace melstrom\n")
    file (WRITE "${OUTPUT}" "${text}")
endfunction ()

if (CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    melstrom_write_embedded_texts ()
endif ()
