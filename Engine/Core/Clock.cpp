#include "Engine/Core/Clock.h"

#include <array>

namespace melstrom
{

std::string utcText (std::time_t time)
{
    std::tm utc {};
    std::array<char, 32> text {};
    if (gmtime_r (&time, &utc) == nullptr)
        return {};
    return {text.data (), std::strftime (text.data (), text.size (), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

} // namespace melstrom
