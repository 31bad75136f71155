// A ring of columns on a window.
#pragma once

#include "Source/Timeline/Columns/ColumnRing.h"
#include "Source/Timeline/Columns/WindowPixels.h"

#include <functional>
#include <vector>

namespace melstrom
{

/** What lies over the columns. Painters draw in pixels from the left top of what is put; the clip
    is what is due. */
struct ColumnsOver
{
    using Painter = std::function<void (juce::Graphics&)>;

    Painter still;                        ///< under `moving`; empty: nothing
    bool isStillNew = false;              ///< `still` paints otherwise than at the last call
    bool scrollsWithTime = false;         ///< `still` lies at the same columns after scrolling
    Painter moving;                       ///< cursor and playhead: cheap; empty: nothing
    juce::RectangleList<int> movingParts; ///< all that `moving` paints
};

/** A copy of a ColumnRing in memory that the screen's server reads, with lines over it that are the
    same in all columns, and with what lies over the columns. A frame copies the columns that are
    new, and puts two pieces; where only the moving parts have changed, it puts these.
    Thread: message. */
class PutColumns
{
public:
    /** For a ring that has begun. lines (height): over each column, the upper part first; alpha 0:
        none. */
    void begin (std::vector<juce::PixelARGB> lines);
    /** to: of the ring's left top, in pixels of the window. edge: pixels at each side that are not
        put. putsAll: the window may show something else. Returns false if this window shows no
        pixels that are put: nothing was done. */
    bool put (ColumnRing& ring, juce::ComponentPeer& window, juce::Point<int> to, int edge,
              const ColumnsOver& over, bool putsAll);

private:
    bool hasImage (const ColumnRing& ring);
    IndexRange dueColumns (ColumnRing& ring, const ColumnsOver& over);
    void copy (const ColumnRing& ring, IndexRange columns);
    void paint (const ColumnRing& ring, const juce::RectangleList<int>& parts,
                const ColumnsOver::Painter& painter);
    void keep (const ColumnRing& ring, const juce::RectangleList<int>& parts);
    void restore ();
    void forgetUnder ();

    std::vector<juce::PixelARGB> lines_;
    juce::Image image_;
    bool isOld_ = true; ///< all columns have to be copied
    bool hasStill_ = false;
    IndexRange shown_;                         ///< columns at the last call
    juce::RectangleList<int> moving_;          ///< parts at the last call
    std::vector<juce::Rectangle<int>> places_; ///< of image_, where something moving lies
    std::vector<juce::PixelARGB> under_;       ///< pixels of places_ without it
};

} // namespace melstrom
