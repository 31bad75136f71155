// The sums of products of a polyphase resampler.
#pragma once

#include <cstdint>

namespace melstrom
{

/** Consecutive outputs of one channel. */
struct PolyphaseRun
{
    std::int64_t count = 0;
    int phase = 0;     ///< row of the first output; the next output has the next row
    int numPhases = 1; ///< number of rows
    int inputStep = 1; ///< samples from one output to the next: inputStep / numPhases
    int rowTaps = 0;   ///< a multiple of PolyphaseFilter::kTapsUnit
};

/** Row and sample of one output after the other. */
struct PolyphasePlace
{
    explicit PolyphasePlace (const PolyphaseRun& run) noexcept
        : row (run.phase), numPhases (run.numPhases), whole (run.inputStep / run.numPhases),
          part (run.inputStep % run.numPhases),
          rest (static_cast<int> (std::int64_t {run.phase} * part % run.numPhases))
    {
    }
    void next () noexcept
    {
        sample += whole;
        rest += part;
        if (rest >= numPhases)
        {
            rest -= numPhases;
            ++sample;
        }
        row = row + 1 == numPhases ? 0 : row + 1;
    }

    int row;
    std::int64_t sample = 0; ///< counted from that of the first output
    int numPhases, whole, part, rest;
};

/** to [k x stride] = the sum of row [phase of k] times the samples from the place of output k on.
    samples: that of the first tap of the first output; readable and finite for all taps of all
    outputs. Highway, the best instruction set of the machine. Thread: any. */
void runPolyphase (const PolyphaseRun& run, const float* taps, const float* samples, float* to,
                   std::int64_t stride) noexcept;

/** The same for swresample's 16-bit samples: taps in units of 2^-15, a sum modulo 2^32, rounded,
    clipped. */
void runPolyphase (const PolyphaseRun& run, const std::int16_t* taps, const std::int16_t* samples,
                   std::int16_t* to, std::int64_t stride) noexcept;

} // namespace melstrom
