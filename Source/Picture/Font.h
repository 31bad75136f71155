// Renders text as coverage: DejaVu Sans, embedded in the program, drawn by FreeType.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** One line of text with a margin. Coverage 0..255, row-major from the top. */
struct TextMask
{
    int widthPixels = 0, heightPixels = 0;
    int originXPixels = 0;   ///< column of the pen's start
    int baselineYPixels = 0; ///< row just below letters without descenders
    std::vector<std::uint8_t> coverage;

    std::size_t indexOf (int x, int y) const noexcept
    {
        return static_cast<std::size_t> (y) * static_cast<std::size_t> (widthPixels) +
               static_cast<std::size_t> (x);
    }
};

/** Thread: any, one at a time: FreeType stores the current size in the face. */
class Font
{
public:
    /** Fails: internalFault, if FreeType cannot read the embedded font. */
    static Result<Font> open ();

    Font (Font&&) noexcept;
    Font& operator= (Font&&) noexcept;
    ~Font ();

    /** Advance of the pen. `text` is UTF-8; invalid bytes and control characters become U+FFFD. */
    double widthPixels (std::string_view text, double sizePixels) const;

    /** Places glyphs at fractions of a pixel horizontally. No shaping: right-to-left text is not
        reordered. */
    TextMask render (std::string_view text, double sizePixels) const;

    /** Returns `text`, or the longest start that fits, with an ellipsis. */
    std::string shorten (std::string_view text, double sizePixels, double widestPixels) const;

    /** Height of a capital or a digit over the size: 1493 of 2048 units in DejaVu Sans. */
    static constexpr double kCapitalRatio = 0.729;

private:
    struct Face;
    explicit Font (std::unique_ptr<Face> face);
    std::unique_ptr<Face> face_;
};

} // namespace melstrom
