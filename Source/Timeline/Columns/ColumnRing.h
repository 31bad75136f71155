// An image of columns that scrolls without copying.
#pragma once

#include "Source/Look/RingPainting.h"
#include "Source/Timeline/Columns/ColumnGrid.h"

#include <juce_graphics/juce_graphics.h>

#include <algorithm>
#include <span>
#include <utility>

namespace melstrom
{

/** A column of pixels, from the top. */
struct PixelColumn
{
    std::uint8_t* first = nullptr;
    int lineStride = 0, height = 0;

    juce::PixelRGB& operator[] (int y) const noexcept
    {
        return *reinterpret_cast<juce::PixelRGB*> (first + std::ptrdiff_t {y} * lineStride);
    }
};

/** Column c of the ColumnGrid lies at c modulo the width. So each column is drawn once while it is
    shown, and the image is painted in two pieces. Thread: message. */
class ColumnRing
{
public:
    /** Forgets all columns. Allocates if the size changes. Both above 0. */
    void begin (int width, int height);
    bool hasBegun () const noexcept { return image_.isValid (); }
    int width () const noexcept { return image_.getWidth (); }
    int height () const noexcept { return image_.getHeight (); }
    void forget () noexcept { drawn_ = changed_ = {}; }
    /** The columns that the image has. */
    IndexRange drawn () const noexcept { return drawn_; }
    /** Encloses the columns that were drawn since the last call. */
    IndexRange takeChanged () noexcept { return std::exchange (changed_, {}); }
    const juce::Image& image () const noexcept { return image_; } ///< RGB
    int slotOf (std::int64_t column) const noexcept; ///< where the image has this column

    /** Shows columns from `first` on. Draws those that the image does not have, and those that have
        changed. drawColumn  (column, PixelColumn). Returns the number of drawn columns. */
    template <typename DrawColumn>
    int update (std::int64_t first, std::span<const IndexRange> changed,
                const DrawColumn& drawColumn)
    {
        const IndexRange shown {first, first + width ()};
        const auto kept = common (drawn_, shown);
        if (kept == shown && std::ranges::all_of (changed, [&] (IndexRange range)
                                                  { return common (range, shown).isEmpty (); }))
            return 0;
        int numDrawn = 0;
        const juce::Image::BitmapData pixels (image_, juce::Image::BitmapData::readWrite);
        for (auto column = shown.first; column < shown.end; ++column)
            if (column < kept.first || column >= kept.end ||
                std::ranges::any_of (changed, [&] (IndexRange range)
                                     { return column >= range.first && column < range.end; }))
            {
                drawColumn (column, PixelColumn {pixels.getPixelPointer (slotOf (column), 0),
                                                 pixels.lineStride, pixels.height});
                changed_ = changed_.isEmpty () ? IndexRange {column, column + 1}
                                               : IndexRange {std::min (changed_.first, column),
                                                             std::max (changed_.end, column + 1)};
                ++numDrawn;
            }
        drawn_ = shown;
        return numDrawn;
    }

    /** As paintRing. */
    void paint (juce::Graphics& graphics, float x, float y, float scale) const;

private:
    juce::Image image_;
    IndexRange drawn_, changed_;
};

} // namespace melstrom
