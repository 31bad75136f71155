// Writes a canvas as a PNG file.
#pragma once

#include "Engine/Core/Result.h"
#include "Source/Picture/Canvas.h"

#include <string>

namespace melstrom
{

/** 8-bit sRGB, with the text chunks Software and Title (UTF-8; omitted if empty). The same canvas
    and title give the same bytes. Writes a file beside `path` and renames it, so that a failure
    leaves `path` as it was. Fails: writeFailed, diskFull, outOfMemory */
Result<void> writePng (const Canvas& canvas, const std::string& title, const std::string& path);

} // namespace melstrom
