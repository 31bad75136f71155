// Positions of the parts of a picture.
#pragma once

#include "Source/Picture/Axes.h"
#include "Source/Picture/Canvas.h"
#include "Source/Picture/Heatmap.h"
#include "Source/Picture/Picture.h"

namespace melstrom
{

/** Lengths that scale with the picture: labels are 22 pixels high at 1600 x 900, and 12 pixels at
    800 x 450 and below. */
struct PictureMetrics
{
    double labelSizePixels, titleSizePixels;
    int linePixels, tickPixels, minorTickPixels, gapPixels, marginPixels;
};

PictureMetrics metricsOf (const PictureStyle& style);

/** The heat map fills `plot`, the colours fill `colourBar`. Frame lines lie outside both. */
struct PictureLayout
{
    Rectangle plot, colourBar;
    Axis horizontal, vertical, values;
    double titleBaseline, subtitleBaseline; ///< y in pixels
    double axisTitleX;                      ///< baseline of the vertical axis' title, upwards
    double valueTitleX;                     ///< baseline of the colour bar's title, upwards
};

/** `content` and `style` are valid: writePicture checks them. */
PictureLayout layOut (const PictureContent& content, const PictureStyle& style,
                      const ValueRange& range, const Font& font);

} // namespace melstrom
