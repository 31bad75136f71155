// Long texts that pass by: never in memory as a whole.
#pragma once

#include "Engine/Core/Result.h"

#include <functional>
#include <string_view>

namespace melstrom
{

/** Takes the next bytes of a text, which may be gone after the call. */
using TextSink = std::function<Result<void> (std::string_view)>;

/** Gives a text to a sink, piece by piece; ends with the first failure of the sink. The same text at every call. */
using TextSource = std::function<Result<void> (const TextSink&)>;

} // namespace melstrom
