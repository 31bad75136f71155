// A render without a terminal, and its summary in one line.
#pragma once

#include "Engine/Realtime/Effects/Limiter.h"
#include "Source/Render/WavWriter.h"
#include "Standalone/CommandLine/Commands/VoiceTelemetry.h"
#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/Log.h"

#include <functional>
#include <string>

namespace melstrom
{

struct RenderOutcome
{
    int numNotes = 0;
    WavReport report;
    LimiterReport limited;
    std::string renderer;      ///< "cpu", "cuda:0"
    double elapsedSeconds = 0; ///< of the song, until its file is complete
};

/** Called after each block, with the finished audio and the length of the song without its tail; an
    error ends the render. */
using RenderStep = std::function<Result<void> (double doneSeconds, double songSeconds)>;

/** Renders a MIDI file or chords with a patch. request.progress is not used. The WAV appears under
    its name only when complete. log: receives what the measurement of a GPU says.
    Thread: any but audio; waits. Fails: errors of readMidiFile, makeChordSong, openVoices,
    WavWriter and step. */
Result<RenderOutcome> runRender (const RenderRequest& request, Log& log, const RenderStep& step,
                                 VoiceTelemetry& telemetry);

/** A sentence; with --progress json one JSON object. Ends with a newline. */
std::string renderSummary (const RenderRequest& request, const RenderOutcome& outcome);

} // namespace melstrom
