#include "Source/Timeline/Columns/PutColumns.h"

#include <utility>

namespace melstrom
{

namespace
{

/** Calls visit (part, slots) for the two pieces of the image that have columns of this part, which
    is in pixels from the left top of what is shown: the image has x at x + slots. */
template <typename Visit>
void visitPieces (const ColumnRing& ring, juce::Rectangle<int> part, const Visit& visit)
{
    const int width = ring.width (), oldest = ring.slotOf (ring.drawn ().first);
    const auto first = part.getIntersection ({0, 0, width - oldest, ring.height ()});
    const auto second = part.getIntersection ({width - oldest, 0, oldest, ring.height ()});
    if (! first.isEmpty ())
        visit (first, oldest);
    if (! second.isEmpty ())
        visit (second, oldest - width);
}

juce::PixelARGB* pixelsAt (const juce::Image::BitmapData& data, juce::Point<int> place)
{
    return reinterpret_cast<juce::PixelARGB*> (data.getPixelPointer (place.x, place.y));
}

} // namespace

void PutColumns::begin (std::vector<juce::PixelARGB> lines)
{
    lines_ = std::move (lines);
    isOld_ = true;
}

bool PutColumns::hasImage (const ColumnRing& ring)
{
    if (! ring.hasBegun () || ring.drawn ().isEmpty ())
        return false;
    const int width = ring.width () + 1; // see `paint`
    if (! image_.isValid () || image_.getWidth () < width || image_.getHeight () < ring.height ())
    {
        image_ = WindowPixels::make (width, ring.height ());
        isOld_ = true;
    }
    return image_.isValid ();
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
            auto* pixel = pixelsAt (to, {slot, y});
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

void PutColumns::paint (const ColumnRing& ring, const juce::RectangleList<int>& parts,
                        const ColumnsOver::Painter& painter)
{
    visitPieces (ring, {ring.width (), ring.height ()},
                 [&] (juce::Rectangle<int> piece, int slots)
                 {
                     auto due = parts;
                     if (! due.clipTo (piece))
                         return;
                     // JUCE takes a 256th from shapes at the right edge of the clip: a piece that
                     // goes on in the other one ends a pixel later, in a column that is not put
                     if (piece.getRight () < ring.width ())
                         due.add (piece.withX (piece.getRight ()).withWidth (1));
                     juce::Graphics graphics (image_);
                     graphics.setOrigin (slots, 0);
                     if (graphics.reduceClipRegion (due))
                         painter (graphics);
                 });
}

void PutColumns::keep (const ColumnRing& ring, const juce::RectangleList<int>& parts)
{
    const juce::Image::BitmapData pixels (image_, juce::Image::BitmapData::readOnly);
    const auto keepPiece = [&] (juce::Rectangle<int> part, int slots)
    {
        const auto place = part.translated (slots, 0);
        places_.push_back (place);
        for (int y = place.getY (); y < place.getBottom (); ++y)
        {
            const auto* const row = pixelsAt (pixels, {place.getX (), y});
            under_.insert (under_.end (), row, row + place.getWidth ());
        }
    };
    for (const auto& part : parts)
        visitPieces (ring, part, keepPiece);
}

void PutColumns::restore ()
{
    const juce::Image::BitmapData pixels (image_, juce::Image::BitmapData::readWrite);
    const auto* from = under_.data ();
    for (const auto& place : places_)
        for (int y = place.getY (); y < place.getBottom (); ++y, from += place.getWidth ())
            std::copy_n (from, place.getWidth (), pixelsAt (pixels, {place.getX (), y}));
    forgetUnder ();
}

void PutColumns::forgetUnder ()
{
    places_.clear ();
    under_.clear ();
}

/** Columns that have to be copied, and painted over. */
IndexRange PutColumns::dueColumns (ColumnRing& ring, const ColumnsOver& over)
{
    const auto shown = ring.drawn (), changed = ring.takeChanged ();
    const bool hasStill = over.still != nullptr;
    const bool isMoved = hasStill && shown != shown_ && ! over.scrollsWithTime;
    if (isOld_ || isMoved || hasStill != hasStill_ || (hasStill && over.isStillNew))
        return shown;
    return common (changed, shown);
}

bool PutColumns::put (ColumnRing& ring, juce::ComponentPeer& window, juce::Point<int> to, int edge,
                      const ColumnsOver& over, bool putsAll)
{
    if (! hasImage (ring))
        return false;
    if (isOld_) // the image may be another one
        forgetUnder ();
    restore ();
    const auto shown = ring.drawn (), due = dueColumns (ring, over);
    copy (ring, due);
    if (over.still != nullptr && ! due.isEmpty ())
        paint (ring,
               juce::Rectangle<int> (static_cast<int> (due.first - shown.first), 0,
                                     static_cast<int> (due.end - due.first), ring.height ()),
               over.still);
    const juce::Rectangle<int> all (ring.width (), ring.height ());
    auto moving = over.movingParts;
    moving.clipTo (all);
    keep (ring, moving);
    if (over.moving != nullptr && ! moving.isEmpty ())
        paint (ring, moving, over.moving);

    auto parts = std::exchange (moving_, moving);
    parts.add (moving);
    if (putsAll || isOld_ || ! due.isEmpty () || shown != shown_)
        parts = all;
    parts.clipTo (all.reduced (edge));
    for (const auto& part : parts)
        visitPieces (ring, part,
                     [&] (juce::Rectangle<int> piece, int slots) {
                         WindowPixels::put (window, image_, piece.translated (slots, 0),
                                            to + piece.getPosition ());
                     });
    WindowPixels::send ();
    isOld_ = false;
    hasStill_ = over.still != nullptr;
    shown_ = shown;
    return true;
}

} // namespace melstrom
