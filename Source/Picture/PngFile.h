// Writes a canvas as a PNG file.
#pragma once

#include "Engine/Core/Result.h"
#include "Source/Picture/Canvas.h"

#include <string>

namespace melstrom
{

/** 8-bit sRGB, with the text chunks Title (left out if empty; UTF-8) and Software. The same canvas
    and title give the same bytes. Written beside `path` and renamed: a failure leaves what was
   there. fails  writeFailed, diskFull, outOfMemory */
Result<void> writePng (const Canvas& canvas, const std::string& title, const std::string& path);

} // namespace melstrom
