// Places of the files that tests read, run or write.
#pragma once

#include <optional>
#include <string>

namespace melstrom::testing
{

/** Each is a path of the build, or the value of the environment variable, as in a package. Only
    TestData.cpp knows the build's paths. All other objects are then the same in every clone and
    come from the compiler cache. */

/** Tests/ of a source tree, with docs/ and Presets/ beside it; MELSTROM_TEST_DATA. */
std::string testDataFolder ();
/** A python3 with numpy and h5py; MELSTROM_PYTHON. */
std::string testPython ();
/** The fake CUDA module without CUDA code, with Engine/Live/Device/KeepLoaded.cpp;
    MELSTROM_FAKE_CUDA_MODULE. */
std::string fakeCudaModule ();
/** The module of this build; MELSTROM_BUILT_CUDA_MODULE. Empty: the build has no module. */
std::optional<std::string> builtCudaModule ();
/** Holds *.vst3 and *.lv2, or folders of them; MELSTROM_PLUGIN_FOLDER. */
std::string builtPluginFolder ();
/** Folder for pictures of the editor; MELSTROM_TEST_PICTURES. */
std::string testPictureFolder ();

} // namespace melstrom::testing
