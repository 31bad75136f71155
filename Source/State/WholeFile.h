// Small files written as a whole.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** Whoever reads the file meanwhile, or after a power cut, has the old bytes or the new ones: by a temporary
    file beside it, which is brought to stable storage and renamed. Makes the folder. Fails: diskFull,
    writeFailed; the file is then as it was. */
Result<void> writeWholeFile (Storage& storage, const std::string& folder, const std::string& name,
                             std::string_view text);

/** The codes of failed writing that people of a program with a window need: diskFull stays, all others are
    writeFailed. */
Error asWritingError (Error error);

} // namespace melstrom
