// A small picture of features without axes, as the bytes of a PNG.
#pragma once

#include "Engine/Core/Result.h"
#include "Source/Picture/Heatmap.h"

#include <string>
#include <string_view>

namespace melstrom
{

struct ThumbnailSize
{
    int widthPixels = 320, heightPixels = 120;
};

/** The heatmap with colours over rangeOf (heatmap). The same heatmap gives the same bytes.
    heatmap: with at least one cell. Fails: badUsage (unknown colours), outOfMemory. */
Result<std::string> thumbnailPng (const Heatmap& heatmap, const ThumbnailSize& size,
                                  std::string_view colours);

} // namespace melstrom
