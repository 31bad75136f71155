// A ring of columns on a window.
#pragma once

#include "Source/Timeline/Columns/ColumnRing.h"
#include "Source/Timeline/Columns/WindowPixels.h"

#include <vector>

namespace melstrom
{

/** The lines of a cursor, in pixels from the left top of what is put. */
struct CursorLines
{
    IndexRange across; ///< of the vertical line; may lie outside
    IndexRange down;   ///< of the horizontal line
    juce::PixelARGB colour;
};

/** A copy of a ColumnRing in memory that the screen's server reads, with lines over it that are the
    same in all columns, and a cursor. A frame copies the columns that are new and those that the
    cursor has left, and puts two pieces. Thread: message. */
class PutColumns
{
public:
    /** For a ring that has begun. lines (height): over each column, the upper part first; alpha 0:
        none. */
    void begin (std::vector<juce::PixelARGB> lines);
    /** to: of the ring's left top, in pixels of the window. edge: pixels at each side that are not
        put. Returns false if this window shows no pixels that are put: nothing was done. */
    bool put (ColumnRing& ring, juce::ComponentPeer& window, juce::Point<int> to, int edge,
              const CursorLines& cursor);

private:
    void copy (const ColumnRing& ring, IndexRange columns, IndexRange rows);
    void draw (const ColumnRing& ring, const CursorLines& cursor);
    void eraseCursor (const ColumnRing& ring);

    std::vector<juce::PixelARGB> lines_;
    juce::Image image_;
    bool isOld_ = true;                     ///< all columns have to be copied
    IndexRange cursorColumns_, cursorRows_; ///< those with a line of the cursor
};

} // namespace melstrom
