// An RGB image with functions to draw rectangles and text.
#pragma once

#include "Engine/Dsp/Colour/ColourMap.h"
#include "Source/Picture/Font.h"

#include <string_view>
#include <vector>

namespace melstrom
{

/** In pixels from the top left; right () and bottom () are exclusive. */
struct Rectangle
{
    int x = 0, y = 0, width = 0, height = 0;
    int right () const noexcept { return x + width; }
    int bottom () const noexcept { return y + height; }
    bool operator== (const Rectangle&) const = default;
};

/** The part of the text that lies at the given point. */
enum class TextAlign
{
    start,
    centre,
    end
};

struct TextStyle
{
    double sizePixels = 20;
    Colour colour;
    TextAlign align = TextAlign::start;
    bool upwards = false; ///< turned by 90 degrees, read upwards
};

/** Clips all drawing to the image. */
class Canvas
{
public:
    Canvas (int widthPixels, int heightPixels, Colour background);

    int widthPixels () const noexcept { return widthPixels_; }
    int heightPixels () const noexcept { return heightPixels_; }

    /** (height, width, 3) bytes, from the top. */
    const std::vector<Colour>& pixels () const noexcept { return pixels_; }

    /** x and y must be inside. */
    Colour& at (int x, int y) noexcept;

    void fill (const Rectangle& area, Colour colour);

    /** (x, y) is on the baseline; when upwards, the baseline runs up through x. Anti-aliased. */
    void drawText (const Font& font, std::string_view text, double x, double y,
                   const TextStyle& style);

private:
    void blend (int x, int y, Colour colour, int coverage) noexcept;

    int widthPixels_, heightPixels_;
    std::vector<Colour> pixels_;
};

} // namespace melstrom
