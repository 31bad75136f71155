// melstrom --render: renders a MIDI file or chords with a patch to a WAV file.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** The WAV appears under its name only when complete. out: receives one line of summary. */
ExitCode runRenderCommand (const RenderRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
