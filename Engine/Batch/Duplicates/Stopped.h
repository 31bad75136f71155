// The error of a call of --duplicates that `stop` ended.
#pragma once

#include "Engine/Core/Result.h"

namespace melstrom
{

inline Error stoppedError ()
{
    return {ErrorCode::interrupted, "stopped by a signal", {}};
}

} // namespace melstrom
