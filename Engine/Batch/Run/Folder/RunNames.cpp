#include "Engine/Batch/Run/Folder/RunNames.h"

#include "Engine/Core/Clock.h"

#include <cstdlib>
#include <ctime>

namespace melstrom
{

std::string deviceKindOf (const std::string& backendName, const std::string& deviceName)
{
    const auto colon = backendName.find (':');
    return colon == std::string::npos ? backendName
                                      : backendName.substr (0, colon) + ", " + deviceName;
}

std::string deviceKindOf (const Backend& backend)
{
    return deviceKindOf (backend.name (), backend.deviceName ());
}

std::string creationTime ()
{
    const char* fixed = std::getenv ("SOURCE_DATE_EPOCH");
    const std::time_t now = fixed != nullptr
                                ? static_cast<std::time_t> (std::strtoll (fixed, nullptr, 10))
                                : std::time (nullptr);
    return utcText (now);
}

} // namespace melstrom
