// errno as an Error: which code, and a sentence that names the path and the cure.
#pragma once

#include "Engine/Core/Error.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** For something that failed on the way to reading `path`. `action` is an infinitive ("open",
 * "read"). */
Error readingError (std::string_view action, const std::string& path, int errorNumber);

/** The same for writing. ENOSPC and EDQUOT become diskFull with the free bytes and, where it is
   known, what was needed. */
Error writingError (std::string_view action, const std::string& path, int errorNumber,
                    std::int64_t neededBytes = 0);

} // namespace melstrom
