// Draws the parts of a picture at a layout's positions.
#pragma once

#include "Source/Picture/Heatmap.h"
#include "Source/Picture/Layout.h"

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

} // namespace melstrom
