// Where the parts of a picture lie.
#pragma once

#include "Source/Picture/Axes.h"
#include "Source/Picture/Canvas.h"
#include "Source/Picture/Heatmap.h"
#include "Source/Picture/Picture.h"

namespace melstrom
{

/** Lengths that follow the picture's size: labels are 22 pixels high at 1600 x 900, 12 pixels at
    800 x 450 and below. */
struct PictureMetrics
{
    double labelSizePixels, titleSizePixels;
    int linePixels, tickPixels, minorTickPixels, gapPixels, marginPixels;
};

PictureMetrics metricsOf (const PictureStyle& style);

/** The heat map fills `plot`, the colours fill `colourBar`; lines go around them, outside. */
struct PictureLayout
{
    Rectangle plot, colourBar;
    Axis horizontal, vertical, values;
    double titleBaseline, subtitleBaseline; ///< y in pixels
    double axisTitleX;                      ///< baseline of the vertical axis' title, read upwards
    double valueTitleX;                     ///< the same of the colour bar's
};

/** `content` and `style` have been checked by writePicture. */
PictureLayout layOut (const PictureContent& content, const PictureStyle& style,
                      const ValueRange& range, const Font& font);

} // namespace melstrom
