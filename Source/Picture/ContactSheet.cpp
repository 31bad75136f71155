#include "Source/Picture/ContactSheet.h"

#include "Source/Picture/PictureSteps.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr int kMarginPixels = 24, kGapPixels = 16, kLabelPixels = 26, kHeadingPixels = 72;
constexpr int kLinePixels = 1, kNarrowestPixels = 640, kMostColumns = 12;
constexpr double kTitleSizePixels = 22, kTextSizePixels = 15, kLabelSizePixels = 13;
constexpr int kStepX = ContactSheet::kThumbnailWidthPixels + kGapPixels;
constexpr int kStepY = ContactSheet::kThumbnailHeightPixels + kLabelPixels + kGapPixels;

/** About as many columns as make a sheet of 3:2. */
int columnsFor (std::size_t numSounds)
{
    const double square = static_cast<double> (numSounds) * kStepY / kStepX * 1.5;
    return std::clamp (static_cast<int> (std::ceil (std::sqrt (square))), 1, kMostColumns);
}

Result<void> check (const ContactSheet& sheet)
{
    if (! findColourMap (sheet.colours))
        return Error {ErrorCode::badUsage, "there are no colours '" + sheet.colours + "'", {}};
    if (sheet.sounds.empty ())
        return Error {ErrorCode::noSamples, "a contact sheet without a sound", {}};
    if (sheet.sounds.size () > ContactSheet::kMostSounds)
        return Error {ErrorCode::internalFault,
                      "a contact sheet of " + std::to_string (sheet.sounds.size ()) +
                          " sounds; at most " + std::to_string (ContactSheet::kMostSounds) + " fit",
                      {}};
    return {};
}

void drawSound (Canvas& canvas, const ContactSheet& sheet, std::size_t index, int numColumns,
                const Font& font)
{
    const auto& sound = sheet.sounds[index];
    const int column = static_cast<int> (index) % numColumns;
    const int row = static_cast<int> (index) / numColumns;
    const Rectangle area {kMarginPixels + column * kStepX, kHeadingPixels + row * kStepY,
                          ContactSheet::kThumbnailWidthPixels,
                          ContactSheet::kThumbnailHeightPixels};
    drawHeatmap (canvas, area, sound.thumbnail, sheet.range, *findColourMap (sheet.colours));
    drawFrame (canvas, area, kLinePixels);
    const double baseline = area.bottom () + kLabelPixels / 2.0 + kLabelSizePixels / 2;
    canvas.drawText (font, font.shorten (sound.label, kLabelSizePixels, area.width), area.x,
                     baseline, {kLabelSizePixels, kInk});
}

} // namespace

Result<void> writeContactSheet (const ContactSheet& sheet, const std::string& path)
{
    MELSTROM_TRY (check (sheet));
    MELSTROM_TRY_VALUE (const auto font, Font::open ());
    const int numColumns = columnsFor (sheet.sounds.size ());
    const int numRows = (static_cast<int> (sheet.sounds.size ()) + numColumns - 1) / numColumns;
    const int width =
        std::max (kNarrowestPixels, 2 * kMarginPixels + numColumns * kStepX - kGapPixels);
    Canvas canvas (width, kHeadingPixels + numRows * kStepY + kMarginPixels - kGapPixels, kPaper);
    const double widest = width - 2 * kMarginPixels;
    canvas.drawText (font, font.shorten (sheet.title, kTitleSizePixels, widest), kMarginPixels, 34,
                     {kTitleSizePixels, kInk});
    canvas.drawText (font, font.shorten (sheet.subtitle, kTextSizePixels, widest), kMarginPixels,
                     57, {kTextSizePixels, kSecondInk});
    for (std::size_t i = 0; i < sheet.sounds.size (); ++i)
        drawSound (canvas, sheet, i, numColumns, font);
    return writePng (canvas, sheet.title, path);
}

} // namespace melstrom
