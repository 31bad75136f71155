// Draws marks over a timeline.
#pragma once

#include "Standalone/App/Marks/MarkShape.h"

#include <vector>

namespace melstrom
{

struct PaintedMark
{
    const Mark* mark = nullptr; ///< not owned
    bool isSelected = false;
};

/** Boxes with outline, fill and label; points as a line with a flag; ranges without limits of
    frequency over the whole height. A label that would cover an earlier one of its line is left out,
    except those of selected marks, which are drawn last and with handles. Of marks that cover the
    same pixels, one is drawn.
    marks: rising by begin */
void paintMarks (juce::Graphics& graphics, const std::vector<PaintedMark>& marks,
                 const TimelineMapping& mapping);

} // namespace melstrom
