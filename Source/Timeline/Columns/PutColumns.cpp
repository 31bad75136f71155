#include "Source/Timeline/Columns/PutColumns.h"

#include <utility>

namespace melstrom
{

void PutColumns::begin (std::vector<juce::PixelARGB> lines)
{
    lines_ = std::move (lines);
    isOld_ = true;
}

void PutColumns::copy (const ColumnRing& ring, IndexRange columns)
{
    const juce::Image::BitmapData from (ring.image (), juce::Image::BitmapData::readOnly);
    const juce::Image::BitmapData to (image_, juce::Image::BitmapData::readWrite);
    for (auto column = columns.first; column < columns.end;)
    {
        const int slot = ring.slotOf (column);
        const auto end = std::min (columns.end, column + (ring.width () - slot));
        for (int y = 0; y < ring.height (); ++y)
        {
            const auto* source =
                reinterpret_cast<const juce::PixelRGB*> (from.getPixelPointer (slot, y));
            auto* pixel = reinterpret_cast<juce::PixelARGB*> (to.getPixelPointer (slot, y));
            const auto line = static_cast<std::size_t> (y) < lines_.size ()
                                  ? lines_[static_cast<std::size_t> (y)]
                                  : juce::PixelARGB (0, 0, 0, 0);
            for (auto n = column; n < end; ++n, ++source, ++pixel)
            {
                pixel->set (*source);
                if (line.getAlpha () > 0)
                    pixel->blend (line);
            }
        }
        column = end;
    }
}

bool PutColumns::put (ColumnRing& ring, juce::ComponentPeer& window, juce::Point<int> to, int edge)
{
    const auto shown = ring.drawn ();
    if (! ring.hasBegun () || shown.isEmpty ())
        return false;
    const int width = ring.width (), height = ring.height ();
    if (! image_.isValid () || image_.getWidth () < width || image_.getHeight () < height)
    {
        image_ = WindowPixels::make (width, height);
        isOld_ = true;
    }
    if (! image_.isValid ())
        return false;
    const auto changed = ring.takeChanged ();
    copy (ring, isOld_ ? shown : common (changed, shown));
    isOld_ = false;
    const auto part = juce::Rectangle<int> (width, height).reduced (edge);
    const int oldest = ring.slotOf (shown.first);
    const auto putPiece = [&] (int slot, int end, int x)
    {
        const auto piece = juce::Rectangle<int> (x, 0, end - slot, height).getIntersection (part);
        if (! piece.isEmpty ())
            WindowPixels::put (window, image_, piece.translated (slot - x, 0),
                               to + piece.getPosition ());
    };
    putPiece (oldest, width, 0);
    putPiece (0, oldest, width - oldest);
    return true;
}

} // namespace melstrom
