// Makes states of unknown origin valid.
#pragma once

#include "Source/State/PluginState.h"

namespace melstrom
{

// Limits of the view. An editor beyond them would not be usable.
inline constexpr double kLowestShownDb = -200, kHighestShownDb = 60;
inline constexpr double kShortestSpanSeconds = 1, kLongestSpanSeconds = 60;
inline constexpr int kLeastEditorPixels = 200, kMostEditorPixels = 8192;

/** Replaces unknown presets, colours and choices by initial ones. Clips numbers to their ranges; a
    range with lowest >= highest becomes the initial range. Removes a user's front end that
    parseFrontEnd refuses; its texts become valid UTF-8. */
ViewState repairedView (ViewState view);

/** Texts become valid UTF-8. Removes all files if tuningOf refuses them, and names of files without
    a text. */
ScalaFiles repairedScala (ScalaFiles scala);

/** Patch: see repairedPatch. Removes controllers with an invalid channel, number or parameter:
    clipped, they would be different controllers. A valid state stays unchanged. */
PluginState repairedState (PluginState state);

} // namespace melstrom
