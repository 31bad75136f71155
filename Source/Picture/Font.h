// Text as coverage: DejaVu Sans, embedded in the program, drawn by FreeType.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** One line of text, with a margin around it. Coverage 0..255, row-major from the top. */
struct TextMask
{
    int widthPixels = 0, heightPixels = 0;
    int originXPixels = 0;   ///< column of the pen's start
    int baselineYPixels = 0; ///< row just below the letters that do not descend
    std::vector<std::uint8_t> coverage;

    std::size_t indexOf (int x, int y) const noexcept
    {
        return static_cast<std::size_t> (y) * static_cast<std::size_t> (widthPixels) +
               static_cast<std::size_t> (x);
    }
};

/** Any thread, one at a time: FreeType keeps the current size in the face. */
class Font
{
public:
    /** Fails: internalFault, when FreeType cannot read what was built in. */
    static Result<Font> open ();

    Font (Font&&) noexcept;
    Font& operator= (Font&&) noexcept;
    ~Font ();

    /** How far the pen moves. `text` is UTF-8; bytes that are not become U+FFFD, and so do control
        characters. */
    double widthPixels (std::string_view text, double sizePixels) const;

    /** Glyphs stand at fractions of a pixel horizontally. No shaping: right-to-left text is not
        reordered. */
    TextMask render (std::string_view text, double sizePixels) const;

    /** `text`, or as much of its start as fits, and an ellipsis. */
    std::string shorten (std::string_view text, double sizePixels, double widestPixels) const;

    /** Height of a capital or a digit over the size: 1493 of 2048 units in DejaVu Sans. */
    static constexpr double kCapitalRatio = 0.729;

private:
    struct Face;
    explicit Font (std::unique_ptr<Face> face);
    std::unique_ptr<Face> face_;
};

} // namespace melstrom
