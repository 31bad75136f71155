// A ring of columns on a window.
#pragma once

#include "Source/Timeline/Columns/ColumnRing.h"
#include "Source/Timeline/Columns/WindowPixels.h"

#include <vector>

namespace melstrom
{

/** A copy of a ColumnRing in memory that the screen's server reads, with lines over it that are the
    same in all columns. A frame copies the columns that are new and puts two pieces. Thread:
    message. */
class PutColumns
{
public:
    /** For a ring that has begun. lines (height): over each column, the upper part first; alpha 0:
        none. */
    void begin (std::vector<juce::PixelARGB> lines);
    /** to: of the ring's left top, in pixels of the window. edge: pixels at each side that are not
        put. Returns false if this window shows no pixels that are put: nothing was done. */
    bool put (ColumnRing& ring, juce::ComponentPeer& window, juce::Point<int> to, int edge);

private:
    void copy (const ColumnRing& ring, IndexRange columns);

    std::vector<juce::PixelARGB> lines_;
    juce::Image image_;
    bool isOld_ = true; ///< all columns have to be copied
};

} // namespace melstrom
