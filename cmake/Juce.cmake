# JUCE's modules are sources that every target which links them compiles. Here once for all: without our warnings, which are not for its
# files. What links melstrom-juce sees the same definitions and compiles no module again.
# JUCE's version file takes no other version than its own, not even for a request of "7".
find_package (JUCE CONFIG QUIET)
if (NOT JUCE_FOUND)
    message (FATAL_ERROR "JUCE 7 was not found: `scripts/setup build` installs what plugins, app and tests need. "
        "The command line alone needs no JUCE: `scripts/build run`")
elseif (JUCE_VERSION VERSION_LESS 7 OR NOT JUCE_VERSION VERSION_LESS 8)
    message (FATAL_ERROR "JUCE ${JUCE_VERSION} was found; 7 is needed: `scripts/setup build` installs it")
endif ()

set (melstromJuceModules
    juce_core juce_events juce_data_structures juce_graphics juce_gui_basics juce_gui_extra
    juce_audio_basics juce_audio_devices juce_audio_formats juce_audio_processors juce_audio_utils)

add_library (melstrom-juce STATIC)
target_compile_definitions (melstrom-juce PUBLIC
    JUCE_WEB_BROWSER=0 JUCE_USE_CURL=0              # no more libraries than are needed
    JUCE_DISPLAY_SPLASH_SCREEN=0 JUCE_REPORT_APP_USAGE=0 # as its GPL licence allows
    JUCE_MODAL_LOOPS_PERMITTED=1                    # for the tests, which let messages through; nothing of ours runs one
    JUCE_PLUGINHOST_VST3=1 JUCE_PLUGINHOST_LV2=1    # for the tests, which load what is built
    JUCE_VST3_CAN_REPLACE_VST2=0
    JUCE_JACK=1 JUCE_JACK_CLIENT_NAME="Melstrom" JUCE_ALSA=1
    JUCE_STRICT_REFCOUNTEDPOINTER=1)
list (TRANSFORM melstromJuceModules PREPEND juce:: OUTPUT_VARIABLE modules)
target_link_libraries (melstrom-juce PRIVATE ${modules} PUBLIC melstrom-sanitize)
list (TRANSFORM melstromJuceModules REPLACE "(.+)" "JUCE_MODULE_AVAILABLE_\\1=1" OUTPUT_VARIABLE available)
target_compile_definitions (melstrom-juce INTERFACE
    JUCE_GLOBAL_MODULE_SETTINGS_INCLUDED=1 ${available}
    $<IF:$<CONFIG:Debug>,DEBUG=1,NDEBUG=1>) # else its headers end with a note for programs that have not chosen
if (CMAKE_SYSTEM_NAME STREQUAL "Linux")
    target_compile_definitions (melstrom-juce INTERFACE LINUX=1)
    # What Debian's modules take from the system instead of their own copies.
    pkg_check_modules (JUCE_SYSTEM REQUIRED IMPORTED_TARGET flac vorbisfile vorbisenc vorbis ogg libpng libjpeg zlib freetype2 fontconfig alsa)
    target_link_libraries (melstrom-juce PUBLIC PkgConfig::JUCE_SYSTEM Threads::Threads ${CMAKE_DL_LIBS} rt)
endif ()
target_compile_options (melstrom-juce PRIVATE -w)
target_include_directories (melstrom-juce SYSTEM
    INTERFACE $<TARGET_PROPERTY:juce::juce_core,INTERFACE_INCLUDE_DIRECTORIES>
        $<TARGET_PROPERTY:juce::juce_audio_processors,INTERFACE_INCLUDE_DIRECTORIES>)
