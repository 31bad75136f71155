// Steps from a layout to a picture: draws the parts at the layout's positions and writes a PNG file.
#pragma once

#include "Engine/Core/Result.h"
#include "Source/Picture/Canvas.h"
#include "Source/Picture/Heatmap.h"
#include "Source/Picture/Layout.h"

#include <string>

namespace melstrom
{

constexpr Colour kPaper {255, 255, 255}, kInk {28, 28, 30}, kSecondInk {96, 96, 100};

/** Row 0 at the bottom. A pixel shows the cell under its middle. */
void drawHeatmap (Canvas& canvas, const Rectangle& area, const Heatmap& heatmap,
                  const ValueRange& range, const ColourMap& map);

void drawColourBar (Canvas& canvas, const Rectangle& area, const ColourMap& map);

/** Draws lines just outside `area`. */
void drawFrame (Canvas& canvas, const Rectangle& area, int linePixels);

/** Ticks, labels and titles of the three axes. */
void drawAxes (Canvas& canvas, const PictureLayout& layout, const PictureMetrics& metrics,
               const Font& font);

/** Title and subtitle, shortened to the picture's width. */
void drawHeading (Canvas& canvas, const PictureContent& content, const PictureLayout& layout,
                  const PictureMetrics& metrics, const Font& font);

/** 8-bit sRGB, with the text chunks Software and Title (UTF-8; omitted if empty). The same canvas
    and title give the same bytes. Writes a file beside `path` and renames it, so that a failure
    leaves `path` as it was. Fails: writeFailed, diskFull, outOfMemory */
Result<void> writePng (const Canvas& canvas, const std::string& title, const std::string& path);

} // namespace melstrom
