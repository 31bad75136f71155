#include "Source/Timeline/Columns/PutColumns.h"

#include <utility>

namespace melstrom
{

void PutColumns::begin (std::vector<juce::PixelARGB> lines)
{
    lines_ = std::move (lines);
    isOld_ = true;
}

void PutColumns::copy (const ColumnRing& ring, IndexRange columns, IndexRange rows)
{
    const juce::Image::BitmapData from (ring.image (), juce::Image::BitmapData::readOnly);
    const juce::Image::BitmapData to (image_, juce::Image::BitmapData::readWrite);
    for (auto column = columns.first; column < columns.end;)
    {
        const int slot = ring.slotOf (column);
        const auto end = std::min (columns.end, column + (ring.width () - slot));
        for (auto y = static_cast<int> (rows.first); y < rows.end; ++y)
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

void PutColumns::eraseCursor (const ColumnRing& ring)
{
    copy (ring, common (cursorColumns_, ring.drawn ()), {0, ring.height ()});
    copy (ring, ring.drawn (), cursorRows_);
    cursorColumns_ = cursorRows_ = {};
}

void PutColumns::draw (const ColumnRing& ring, const CursorLines& cursor)
{
    const auto shown = ring.drawn ();
    cursorColumns_ =
        common ({shown.first + cursor.across.first, shown.first + cursor.across.end}, shown);
    cursorRows_ = common (cursor.down, {0, ring.height ()});
    const juce::Image::BitmapData pixels (image_, juce::Image::BitmapData::readWrite);
    const auto blend = [&] (IndexRange columns, IndexRange rows)
    {
        for (auto column = columns.first; column < columns.end; ++column)
            for (auto y = static_cast<int> (rows.first); y < rows.end; ++y)
                reinterpret_cast<juce::PixelARGB*> (
                    pixels.getPixelPointer (ring.slotOf (column), y))
                    ->blend (cursor.colour);
    };
    blend (cursorColumns_, {0, ring.height ()});
    blend (shown, cursorRows_);
}

bool PutColumns::put (ColumnRing& ring, juce::ComponentPeer& window, juce::Point<int> to, int edge,
                      const CursorLines& cursor)
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
    const IndexRange allRows {0, height};
    if (isOld_)
        cursorColumns_ = cursorRows_ = {};
    eraseCursor (ring);
    copy (ring, isOld_ ? shown : common (changed, shown), allRows);
    isOld_ = false;
    draw (ring, cursor);
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
    WindowPixels::send ();
    return true;
}

} // namespace melstrom
