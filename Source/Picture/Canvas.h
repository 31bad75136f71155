// An RGB image that rectangles and text are drawn on.
#pragma once

#include "Engine/Dsp/Colour/ColourMap.h"
#include "Source/Picture/Font.h"

#include <string_view>
#include <vector>

namespace melstrom
{

/** Pixel counts from the top left. The far edges are outside. */
struct Rectangle
{
    int x = 0, y = 0, width = 0, height = 0;
    int right () const noexcept { return x + width; }
    int bottom () const noexcept { return y + height; }
    bool operator== (const Rectangle&) const = default;
};

/** Which part of the text stands at the given point. */
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
    bool upwards = false; ///< turned by 90 degrees, read from below
};

/** What lies outside the image is not drawn. */
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
