#include "Standalone/CommandLine/Commands/Restart.h"

#include "Engine/Core/System/Process.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace melstrom
{

namespace
{
constexpr const char* kVariable = "MELSTROM_RESTARTS";
} // namespace

int numRestarts ()
{
    const char* const text = std::getenv (kVariable);
    return text != nullptr ? std::clamp (std::atoi (text), 0, kMostRestarts) : 0;
}

void restartProcess ()
{
    if (const int before = numRestarts (); before < kMostRestarts)
        restartProgram (kVariable, std::to_string (before + 1));
}

} // namespace melstrom
