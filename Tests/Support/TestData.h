// Where the files are that tests read, run or write.
#pragma once

#include <optional>
#include <string>

namespace melstrom::testing
{

/** Each is a path of the build, or what the environment variable names, as in a package. Only TestData.cpp knows the
    build's paths, so that all other objects are the same in every clone and come from the compiler cache. */

/** Tests/ of a source tree, with docs/ and Presets/ beside it; MELSTROM_TEST_DATA. */
std::string testDataFolder ();
/** A python3 with numpy and h5py; MELSTROM_PYTHON. */
std::string testPython ();
/** The CUDA module without CUDA in it, but with Engine/Live/Device/KeepLoaded; MELSTROM_FAKE_CUDA_MODULE. */
std::string fakeCudaModule ();
/** The module that was built; MELSTROM_BUILT_CUDA_MODULE. Empty: none was built. */
std::optional<std::string> builtCudaModule ();
/** Holds *.vst3 and *.lv2, or folders of them; MELSTROM_PLUGIN_FOLDER. */
std::string builtPluginFolder ();
/** Pictures of the editor are written there; MELSTROM_TEST_PICTURES. */
std::string testPictureFolder ();

} // namespace melstrom::testing
