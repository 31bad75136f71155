#include "Tests/Support/TestData.h"

#include <cstdlib>

namespace melstrom::testing
{

namespace
{
std::string fromEnvironment (const char* variable, const char* built)
{
    const char* fromOutside = std::getenv (variable);
    return fromOutside != nullptr ? fromOutside : built;
}
} // namespace

std::string testDataFolder ()
{
    return fromEnvironment ("MELSTROM_TEST_DATA", MELSTROM_TEST_DATA);
}

std::string testPython ()
{
    return fromEnvironment ("MELSTROM_PYTHON", MELSTROM_PYTHON);
}

std::string fakeCudaModule ()
{
    return fromEnvironment ("MELSTROM_FAKE_CUDA_MODULE", MELSTROM_FAKE_CUDA_MODULE);
}

std::optional<std::string> builtCudaModule ()
{
    const auto path = fromEnvironment ("MELSTROM_BUILT_CUDA_MODULE", MELSTROM_BUILT_CUDA_MODULE);
    return path.empty () ? std::nullopt : std::optional (path);
}

std::string builtPluginFolder ()
{
    return fromEnvironment ("MELSTROM_PLUGIN_FOLDER", MELSTROM_PLUGIN_FOLDER);
}

std::string testPictureFolder ()
{
    return fromEnvironment ("MELSTROM_TEST_PICTURES", MELSTROM_TEST_PICTURES);
}

} // namespace melstrom::testing
