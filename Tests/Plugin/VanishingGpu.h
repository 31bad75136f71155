// A GPU that whatever runs in this process finds, and that is lost again and again.
#pragma once

#include "Tests/Support/EnvironmentVariable.h"

namespace melstrom::testing
{

/** While it lives, this process has an emulated GPU. Each time that it is opened it lasts for so many calls; when all
    have let go of it, the next one who asks opens it anew.
    Thread: the one that has no others beside it yet, and none any more. */
class VanishingGpu
{
public:
    explicit VanishingGpu (int numCallsUntilLost);

    // Since it was made. Thread: any.
    int numOpened () const;
    int numLost () const;

private:
    EnvironmentVariable module_, behaviour_;
};

} // namespace melstrom::testing
