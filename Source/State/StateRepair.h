// States of unknown origin made valid.
#pragma once

#include "Source/State/PluginState.h"

namespace melstrom
{

// Of what is shown. Beyond them an editor would not be usable.
inline constexpr double kLowestShownDb = -200, kHighestShownDb = 60;
inline constexpr double kShortestSpanSeconds = 1, kLongestSpanSeconds = 60;
inline constexpr int kLeastEditorPixels = 200, kMostEditorPixels = 8192;

/** The front end and the colours are ones that there are, numbers are in range, lowest < highest; what cannot
    be put right by cutting is initial. A front end of the user's is valid UTF-8 that parseFrontEnd reads, or left out. */
ViewState repairedView (ViewState view);

/** Texts are valid UTF-8; files that tuningOf refuses, and names without a text, are left out. */
ScalaFiles repairedScala (ScalaFiles scala);

/** Patch: see repairedPatch. Controllers that MIDI does not have, or of parameters that there are not, are left
    out: cut to the range they would be others. A valid state stays as it is. */
PluginState repairedState (PluginState state);

} // namespace melstrom
