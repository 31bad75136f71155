#include "Source/Spectrogram/SpectrogramImage.h"

#include "Source/Look/RingPainting.h"

#include <algorithm>

namespace melstrom
{

void SpectrogramImage::setMapping (ImageMapping mapping)
{
    const int width = mapping.time.widthPixels (), height = mapping.heightPixels;
    // images without alpha are copied, not blended
    if (image_.getWidth () != width || image_.getHeight () != height)
        image_ = juce::Image (juce::Image::RGB, width, height, false, juce::SoftwareImageType ());
    bandsOfPixels_ = mapping.frequency.bandsOfPixels (height);
    colours_.clear ();
    for (const Colour& colour : mapping.colours->table ())
        colours_.push_back (pixelOf (juce::Colour (colour.red, colour.green, colour.blue)));
    mapping_ = std::move (mapping);
    isFresh_ = true;
}

int SpectrogramImage::update (const RowHistory& rows)
{
    if (! mapping_)
        return 0;
    const int width = mapping_->time.widthPixels ();
    const std::int64_t end = mapping_->time.endColumn (rows.endRow ());
    const bool isAllNew = isFresh_ || end < endColumn_;
    const std::int64_t first = isAllNew ? end - width : std::max (endColumn_, end - width);
    if (first >= end)
        return 0;
    levels_.resize (static_cast<std::size_t> (rows.numBands ()));
    const juce::Image::BitmapData pixels (image_, juce::Image::BitmapData::writeOnly);
    for (std::int64_t column = first; column < end; ++column)
        drawColumn (rows, column, pixels);
    endColumn_ = end;
    isFresh_ = false;
    return static_cast<int> (end - first);
}

/** Fills levels_ with the maxima of the column's rows. Returns false if none of these rows is
    present. */
bool SpectrogramImage::takeLevels (const RowHistory& rows, std::int64_t column)
{
    const auto range = mapping_->time.rowsOf (column);
    const float lowest = static_cast<float> (mapping_->lowestDb);
    const float stepsPerDb = 255.0f / static_cast<float> (mapping_->highestDb - mapping_->lowestDb);
    bool isThere = false;
    std::ranges::fill (levels_, std::uint8_t {0});
    for (std::int64_t index = range.first; index <= range.last; ++index)
    {
        const auto row = rows.row (index);
        isThere = isThere || ! row.empty ();
        for (std::size_t band = 0; band < row.size (); ++band)
        {
            const float step = std::clamp ((row[band] - lowest) * stepsPerDb, 0.0f, 255.0f);
            levels_[band] = std::max (levels_[band], static_cast<std::uint8_t> (step + 0.5f));
        }
    }
    return isThere;
}

void SpectrogramImage::drawColumn (const RowHistory& rows, std::int64_t column,
                                   const juce::Image::BitmapData& pixels)
{
    const auto width = static_cast<std::int64_t> (pixels.width);
    const int x = static_cast<int> ((column % width + width) %
                                    width); // columns before the first row are negative
    const bool isThere = takeLevels (rows, column);
    const auto nothing = pixelOf (background_);
    std::uint8_t* pixel = pixels.getPixelPointer (x, 0);
    for (const auto [first, last] : bandsOfPixels_)
    {
        std::uint8_t level = 0;
        for (int band = first; band <= last; ++band)
            level = std::max (level, levels_[static_cast<std::size_t> (band)]);
        *reinterpret_cast<juce::PixelRGB*> (pixel) = isThere ? colours_[level] : nothing;
        pixel += pixels.lineStride;
    }
}

void SpectrogramImage::draw (juce::Graphics& graphics, float x, float y, float scale) const
{
    if (! mapping_ || isFresh_)
        return;
    const int width = image_.getWidth ();
    const int oldest = static_cast<int> ((endColumn_ % width + width) % width);
    paintRing (graphics, image_, oldest, x, y, scale);
}

} // namespace melstrom
