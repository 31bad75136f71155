#include "Source/Picture/Canvas.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

std::uint8_t mix (std::uint8_t below, std::uint8_t above, int coverage) noexcept
{
    return static_cast<std::uint8_t> ((below * (255 - coverage) + above * coverage + 127) / 255);
}

} // namespace

Canvas::Canvas (int widthPixels, int heightPixels, Colour background)
    : widthPixels_ (widthPixels), heightPixels_ (heightPixels),
      pixels_ (static_cast<std::size_t> (widthPixels) * static_cast<std::size_t> (heightPixels),
               background)
{
}

Colour& Canvas::at (int x, int y) noexcept
{
    return pixels_[static_cast<std::size_t> (y) * static_cast<std::size_t> (widthPixels_) +
                   static_cast<std::size_t> (x)];
}

void Canvas::fill (const Rectangle& area, Colour colour)
{
    for (int y = std::max (area.y, 0); y < std::min (area.bottom (), heightPixels_); ++y)
        for (int x = std::max (area.x, 0); x < std::min (area.right (), widthPixels_); ++x)
            at (x, y) = colour;
}

void Canvas::blend (int x, int y, Colour colour, int coverage) noexcept
{
    if (coverage == 0 || x < 0 || y < 0 || x >= widthPixels_ || y >= heightPixels_)
        return;
    Colour& pixel = at (x, y);
    pixel = {mix (pixel.red, colour.red, coverage), mix (pixel.green, colour.green, coverage),
             mix (pixel.blue, colour.blue, coverage)};
}

void Canvas::drawText (const Font& font, std::string_view text, double x, double y,
                       const TextStyle& style)
{
    const double shareBefore = style.align == TextAlign::start    ? 0
                               : style.align == TextAlign::centre ? 0.5
                                                                  : 1;
    const double backPixels = font.widthPixels (text, style.sizePixels) * shareBefore;
    const int penX = static_cast<int> (std::lround (style.upwards ? x : x - backPixels));
    const int penY = static_cast<int> (std::lround (style.upwards ? y + backPixels : y));

    const TextMask mask = font.render (text, style.sizePixels);
    for (int row = 0; row < mask.heightPixels; ++row)
        for (int column = 0; column < mask.widthPixels; ++column)
        {
            const int along = column - mask.originXPixels, down = row - mask.baselineYPixels;
            const int coverage = mask.coverage[mask.indexOf (column, row)];
            if (style.upwards)
                blend (penX + down, penY - along, style.colour, coverage);
            else
                blend (penX + along, penY + down, style.colour, coverage);
        }
}

} // namespace melstrom
