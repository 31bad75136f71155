// A tap with its audio and its display side, and a batch's rows of the same sound.
#pragma once

#include "Engine/Dsp/Resample/Resampler.h"
#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Live/LiveClients.h"
#include "Tests/Support/Live/StreamRuns.h"

namespace melstrom::testing
{

inline constexpr int kTapRateHz = 48000;
inline constexpr int kTapBlockSamples = 512;
inline constexpr int kTapRingSamples = 1 << 16; ///< the smallest power of two above one second

inline TapSettings tapSettings (const char* preset, TapMix mix = TapMix::sum)
{
    return {findPreset (preset)->spec, mix, 1};
}

/** A batch's rows by the display's spec for samples [first, end) at 48 kHz. A spec with its own
    rate must have this rate. */
inline std::vector<float> tapRowsOfBatch (const TapSettings& settings,
                                          const std::vector<float>& samples, std::int64_t first,
                                          std::int64_t end)
{
    const auto backend = makeCpuBackend (1);
    const std::vector<float> part (samples.begin () + first, samples.begin () + end);
    const auto extracted =
        extractSamples (**backend, MelStream::streamable (settings.spec, true), kTapRateHz, part);
    if (! extracted)
        throw std::runtime_error (extracted.error ().message);
    return extracted->values ();
}

/** Whether rows equal those of the batch from row `at` on. */
inline bool areTapRows (const std::vector<float>& rows, const std::vector<float>& batch,
                        std::int64_t at, const MelGeometry& geometry)
{
    const auto skipped = at * geometry.rowElements ();
    return skipped + static_cast<std::int64_t> (rows.size ()) <=
               static_cast<std::int64_t> (batch.size ()) &&
           std::equal (rows.begin (), rows.end (), batch.begin () + skipped);
}

/** A tap at 48 kHz with both sides: pushes sound, pops rows. */
struct TapRig
{
    explicit TapRig (const TapSettings& chosen, std::shared_ptr<LiveDevice> device = nullptr)
        : settings (chosen)
    {
        tap = std::move (*MelTap::make ());
        if (! tap->prepare (kTapRateHz, kTapBlockSamples) ||
            ! tap->set (settings, std::move (device)))
            throw std::runtime_error ("the tap could not be prepared");
        tap->watch (true);
        generation = tap->pop ().generation;
    }
    const MelGeometry& geometry ()
    {
        geometryNow = *tap->geometry ();
        return geometryNow;
    }
    void push (int numSamples)
    {
        tap->push (left.data () + numPushed, right.data () + numPushed, numSamples);
        numPushed += numSamples;
    }
    /** Waits until all pushed samples are computed and delivered. The display does not poll
        meanwhile, so the worker does all pending work. A round of the worker gives a tap one
        millisecond, or one call if the scheduler interrupts it. A piece of the ring needs fewer
        than ten rounds. */
    void awaitNothingToDo () const
    {
        CountingClient other;
        const auto worker = LiveWorker::shared (LiveWorker::Purpose::background);
        const auto submitter = worker->add (other);
        const bool hasComeRound = waitFor ([&] { return other.numAsked > 100; });
        worker->remove (other);
        if (! hasComeRound)
            throw std::runtime_error ("the worker does not come round");
    }
    /** Waits for numRows consecutive rows; returns fewer if the rows do not follow each other. */
    TapRows pop (std::int64_t numRows)
    {
        TapRows all = tap->pop ();
        waitFor (
            [&]
            {
                if (all.numRows >= numRows)
                    return true;
                const auto more = tap->pop ();
                if (all.numRows == 0)
                    all = more;
                else if (more.numRows > 0 && more.firstRow == all.firstRow + all.numRows)
                {
                    all.values.insert (all.values.end (), more.values.begin (), more.values.end ());
                    all.numRows += more.numRows;
                }
                return false;
            });
        return all;
    }
    /** Number of rows that do not depend on the signal's end. For a spec with its own rate: number
        of rows that must have arrived. */
    std::int64_t settled (std::int64_t numSamples)
    {
        const int ownHz = geometry ().rateHz;
        if (isResampled ())
            numSamples = resampledCount (numSamples, kTapRateHz, ownHz) - 1000; // see Resampler
        std::int64_t rows = 0;
        while (geometry ().samplesOfRows (std::int64_t {1} << 40, rows, 1).end <= numSamples)
            ++rows;
        return rows;
    }
    bool isResampled () const { return settings.spec.rateHz.value_or (kTapRateHz) != kTapRateHz; }

    TapSettings settings;
    std::vector<float> left = uniformNoise (400000, 1), right = uniformNoise (400000, 2);
    int numPushed = 0;
    int generation = 0; ///< of the first settings
    std::unique_ptr<MelTap> tap;
    MelGeometry geometryNow;
};

inline std::vector<float> mixOf (const TapRig& rig, float ofLeft, float ofRight)
{
    std::vector<float> mixed (rig.left.size ());
    for (std::size_t i = 0; i < mixed.size (); ++i)
        mixed[i] = ofLeft * rig.left[i] + ofRight * rig.right[i];
    return mixed;
}

/** The mix of TapMix::sum. Halving is exact, so its place in the arithmetic does not matter. */
inline std::vector<float> sumOf (const TapRig& rig)
{
    return mixOf (rig, 0.5f, 0.5f);
}

} // namespace melstrom::testing
