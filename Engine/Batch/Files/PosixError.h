// errno as an Error: a code, and a sentence that names the path and the cure.
#pragma once

#include "Engine/Core/Error.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** The error of a step on the way to reading `path`. `action` is an infinitive ("open", "read"). */
Error readingError (std::string_view action, const std::string& path, int errorNumber);

/** The same for writing. ENOSPC and EDQUOT become diskFull with the free bytes and, if known, the
    needed bytes. */
Error writingError (std::string_view action, const std::string& path, int errorNumber,
                    std::int64_t neededBytes = 0);

} // namespace melstrom
