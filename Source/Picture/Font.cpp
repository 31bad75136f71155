#include "Source/Picture/Font.h"

#include "Embedded/dejaVuSans.h"
#include "Source/Picture/Utf8.h"

#include <algorithm>
#include <cmath>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

namespace melstrom
{

/** Owns library and face. Closes the face before the library. */
struct Font::Face
{
    FT_Library library = nullptr;
    FT_Face face = nullptr;

    Face () = default;
    Face (const Face&) = delete;
    Face& operator= (const Face&) = delete;
    ~Face ()
    {
        if (face)
            FT_Done_Face (face);
        if (library)
            FT_Done_FreeType (library);
    }
};

namespace
{

constexpr double kUnitsPerPixel = 64; // FreeType's 26.6 fixed point

struct PlacedGlyph
{
    FT_UInt index;
    double penXPixels;
};

struct PlacedLine
{
    std::vector<PlacedGlyph> glyphs;
    double widthPixels = 0;
};

void setSize (FT_Face face, double sizePixels)
{
    FT_Set_Char_Size (face, 0, std::lround (sizePixels * kUnitsPerPixel), 72, 72);
}

PlacedLine place (FT_Face face, std::string_view text, double sizePixels)
{
    setSize (face, sizePixels);
    PlacedLine line;
    FT_UInt previous = 0;
    for (const char32_t character : decodeUtf8 (text))
    {
        const FT_UInt index = FT_Get_Char_Index (face, character);
        FT_Vector kerning {};
        if (previous != 0 &&
            FT_Get_Kerning (face, previous, index, FT_KERNING_UNFITTED, &kerning) == 0)
            line.widthPixels += static_cast<double> (kerning.x) / kUnitsPerPixel;
        line.glyphs.push_back ({index, line.widthPixels});
        if (FT_Load_Glyph (face, index, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) == 0)
            line.widthPixels += static_cast<double> (face->glyph->linearHoriAdvance) / 65536;
        previous = index;
    }
    return line;
}

/** Overlapping glyphs keep the higher coverage. Hinting is vertical only: stems keep their
    positions. */
void addGlyph (FT_Face face, const PlacedGlyph& glyph, TextMask& mask)
{
    if (FT_Load_Glyph (face, glyph.index, FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP) != 0)
        return;
    const double wholePixels = std::floor (glyph.penXPixels);
    FT_Outline_Translate (&face->glyph->outline,
                          std::lround ((glyph.penXPixels - wholePixels) * kUnitsPerPixel), 0);
    if (FT_Render_Glyph (face->glyph, FT_RENDER_MODE_NORMAL) != 0)
        return;

    const FT_Bitmap& bitmap = face->glyph->bitmap;
    const int left = mask.originXPixels + static_cast<int> (wholePixels) + face->glyph->bitmap_left;
    const int top = mask.baselineYPixels - face->glyph->bitmap_top;
    for (int y = 0; y < static_cast<int> (bitmap.rows); ++y)
        for (int x = 0; x < static_cast<int> (bitmap.width); ++x)
        {
            const int column = left + x, row = top + y;
            if (column < 0 || row < 0 || column >= mask.widthPixels || row >= mask.heightPixels)
                continue;
            std::uint8_t& cell = mask.coverage[mask.indexOf (column, row)];
            cell =
                std::max (cell, bitmap.buffer[static_cast<std::ptrdiff_t> (y) * bitmap.pitch + x]);
        }
}

} // namespace

Font::Font (std::unique_ptr<Face> face) : face_ (std::move (face)) {}
Font::Font (Font&&) noexcept = default;
Font& Font::operator= (Font&&) noexcept = default;
Font::~Font () = default;

Result<Font> Font::open ()
{
    const auto bytes = embedded::dejaVuSans ();
    auto owner = std::make_unique<Face> ();
    if (FT_Init_FreeType (&owner->library) != 0 ||
        FT_New_Memory_Face (owner->library, bytes.data (), static_cast<FT_Long> (bytes.size ()), 0,
                            &owner->face) != 0)
        return Error {
            ErrorCode::internalFault, "FreeType cannot read the font that was built in", {}};
    return Font (std::move (owner));
}

double Font::widthPixels (std::string_view text, double sizePixels) const
{
    return place (face_->face, text, sizePixels).widthPixels;
}

TextMask Font::render (std::string_view text, double sizePixels) const
{
    const PlacedLine line = place (face_->face, text, sizePixels);
    const int marginPixels =
        static_cast<int> (std::ceil (sizePixels / 2)); // for italics and accents

    TextMask mask;
    mask.originXPixels = marginPixels;
    mask.baselineYPixels = static_cast<int> (std::ceil (sizePixels)) + marginPixels;
    mask.widthPixels = static_cast<int> (std::ceil (line.widthPixels)) + 2 * marginPixels;
    mask.heightPixels = mask.baselineYPixels + marginPixels;
    mask.coverage.assign (mask.indexOf (0, mask.heightPixels), 0);
    for (const PlacedGlyph& glyph : line.glyphs)
        addGlyph (face_->face, glyph, mask);
    return mask;
}

std::string Font::shorten (std::string_view text, double sizePixels, double widestPixels) const
{
    if (widthPixels (text, sizePixels) <= widestPixels)
        return std::string (text);
    while (! text.empty ())
    {
        text = withoutLastCharacter (text);
        std::string shorter = std::string (text) + "\u2026";
        if (widthPixels (shorter, sizePixels) <= widestPixels)
            return shorter;
    }
    return {};
}

} // namespace melstrom
