// Long texts in pieces, never in memory as a whole.
#pragma once

#include "Engine/Core/Result.h"

#include <functional>
#include <string_view>

namespace melstrom
{

/** Takes the next bytes of a text; they are valid only during the call. */
using TextSink = std::function<Result<void> (std::string_view)>;

/** Gives a text to a sink, piece by piece; ends with the first failure of the sink. Every call
    gives the same text. */
using TextSource = std::function<Result<void> (const TextSink&)>;

} // namespace melstrom
