# What every target of ours is compiled with; nothing is set globally.
add_library (melstrom-options INTERFACE)
target_compile_options (melstrom-options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>) # GCC 12 warns of std::string + const char* without cause (bug 105329)
target_compile_definitions (melstrom-options INTERFACE MELSTROM_VERSION="${PROJECT_VERSION}")
target_include_directories (melstrom-options INTERFACE ${PROJECT_SOURCE_DIR})
# Sanitizers see all that is compiled here, JUCE and its shells too: the thread sanitizer has to know which locks they take.
add_library (melstrom-sanitize INTERFACE)
if (MELSTROM_SANITIZE)
    target_compile_options (melstrom-sanitize INTERFACE -fsanitize=${MELSTROM_SANITIZE} -fno-omit-frame-pointer
        -fno-sanitize-recover=all)
    target_link_options (melstrom-sanitize INTERFACE -fsanitize=${MELSTROM_SANITIZE})
endif ()
target_link_libraries (melstrom-options INTERFACE melstrom-sanitize)
