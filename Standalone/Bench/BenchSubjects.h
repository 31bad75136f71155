// melstrom --bench, which checks results, then times; and its subjects, one function each: tables
// for people, JSON for programs.
#pragma once

#include "Standalone/Bench/BenchContext.h"
#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Mel rows of --bench on the CPU: one thread, and all threads. Writes a table of all presets.
    Fails: internalFault if a preset does not agree with the definition, interrupted, and errors
    of the backend. */
Result<void> benchCpu (const BenchContext& context);

/** Mel rows of --bench on a GPU: kernels alone, and the whole way from pinned memory. Writes
    tables of copy rates, of features from samples in device memory, and of features from pinned
    int16. Without a GPU prints a notice, unless a GPU was requested by name.
    Fails: deviceUnavailable, internalFault if a feature does not agree with the definition,
    interrupted, and errors of the backend. */
Result<void> benchCuda (const BenchContext& context);

/** --bench synth: sinusoids in real time, and the crossover from CPU to GPU. Times one core, all
    cores, and an available GPU.
    Fails: internalFault, deviceLost; deviceUnavailable if a GPU was requested by name;
    interrupted. */
Result<void> benchSynth (const BenchContext& context);

/** --bench live: instances on an audio thread at the pace of a host. Times callback and the
    worker's round trip at blocks of 64 to 512, for one and for ten instances, on the CPU and on
    an available GPU.
    Fails: internalFault, deviceLost; deviceUnavailable if a GPU was requested by name;
    interrupted. */
Result<void> benchLive (const BenchContext& context);

/** --bench soak: plays one instance for request.soakSeconds. Reports overruns, misses and
    memory, one line a minute.
    Fails: as benchLive. */
Result<void> benchSoak (const BenchContext& context);

/** --bench chords: ten-note chords with the pedal in real time on one core. Plays the widest
    factory patches on the CPU, in blocks of 128 at the pace of a host. Counts late blocks
    without and with shedding.
    Fails: interrupted, and as LiveSynth::make. */
Result<void> benchChords (const BenchContext& context);

/** --bench resample: every resampler on one core, mono float32, and ffmpeg's 16 bits, from 44.1 and
    48 kHz to 16 kHz, through the readers of a batch. Fails: interrupted, and errors of readers. */
Result<void> benchResample (const BenchContext& context);

/** --bench hash: feature hashing on one core, and by all variants on an available GPU, with the
    setting of the matrix to zero.
    Fails: internalFault if sums differ from the definition; outOfMemory, deviceLost;
    deviceUnavailable if a GPU was requested by name; interrupted. */
Result<void> benchHash (const BenchContext& context);

/** --bench batch: a whole run on WAV files in the page cache, the computation in it alone, and the
    cost of commits. Fails: diskFull, writeFailed, interrupted, and errors of a run. */
Result<void> benchBatch (const BenchContext& context);

/** --bench files: lists, opens and writes files in request.filesFolder, by all ways of the batch
    path and some others. Removes its files, also after a signal.
    Fails: diskFull, writeFailed, interrupted, and errors of the folder. */
Result<void> benchFiles (const BenchContext& context);

/** Writes tables to `out`, and a JSON file if requested. Returns ExitCode::fault, without times, if
    a preset does not agree with the check. Thread: main. */
ExitCode runBenchCommand (const BenchRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
