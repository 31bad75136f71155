// melstrom --render: a MIDI file or chords, played by a patch, as a WAV.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Nothing is left under the WAV's name unless it is whole. out: one line of what was made. */
ExitCode runRenderCommand (const RenderRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
