// Signals through a stream in pieces, or whole.
#pragma once

#include "Engine/Batch/Run/Extract.h"
#include "Engine/Core/Hash.h"
#include "Engine/Live/Tap/MelStream.h"

#include <algorithm>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace melstrom::testing
{

using Cut = std::function<int ()>; ///< samples of the next piece

inline Cut fixedCut (int numSamples)
{
    return [numSamples] { return numSamples; };
}

/** 0, 1, 7, 64, 4096 and numbers between them, at random. */
inline Cut randomCut (unsigned seed)
{
    return [random = std::mt19937 (seed)] () mutable
    {
        constexpr int kSizes[] {0, 1, 7, 64, 4096};
        const auto kind = random () % 8;
        return kind < 5 ? kSizes[kind] : static_cast<int> (random () % 2000);
    };
}

inline std::vector<float> uniformNoise (std::int64_t numSamples, unsigned seed)
{
    std::mt19937 random (seed);
    std::uniform_real_distribution<float> uniform (-0.5f, 0.5f);
    std::vector<float> samples (static_cast<std::size_t> (numSamples));
    for (float& sample : samples)
        sample = uniform (random);
    return samples;
}

/** Takes all rows that can be computed now. Throws on an error or a gap between rows. */
inline void takeRows (MelStream& stream, std::vector<std::byte>& rows)
{
    const auto rowBytes = stream.geometry ().rowBytes ();
    for (;;)
    {
        const auto next = stream.compute ();
        if (! next)
            throw std::runtime_error (next.error ().message);
        if (next->firstRow * rowBytes != static_cast<std::int64_t> (rows.size ()))
            throw std::runtime_error ("rows do not follow each other");
        if (next->numRows == 0)
            return;
        rows.insert (rows.end (), next->data, next->data + next->numRows * rowBytes);
    }
}

/** The id of a file without a name, as in extractSamples. */
inline std::uint64_t signalId ()
{
    return hashBytes (std::string ());
}

inline std::vector<std::byte> streamed (MelStream& stream, const std::vector<float>& samples,
                                        Cut cut)
{
    std::vector<std::byte> rows;
    stream.begin (signalId ());
    for (std::size_t done = 0; done < samples.size ();)
    {
        const auto piece = std::min (static_cast<std::size_t> (cut ()), samples.size () - done);
        const int taken = stream.push (samples.data () + done, static_cast<int> (piece));
        if (piece > 0 && taken == 0)
            throw std::runtime_error ("samples were not taken");
        done += static_cast<std::size_t> (taken);
        takeRows (stream, rows);
    }
    stream.end ();
    takeRows (stream, rows);
    return rows;
}

inline std::vector<std::byte> wholeRows (Backend& backend, const MelSpec& spec, int rateHz,
                                         const std::vector<float>& samples)
{
    const auto extracted = extractSamples (backend, spec, rateHz, samples);
    if (extracted)
        return extracted->rows;
    if (extracted.error ().code != ErrorCode::tooShort)
        throw std::runtime_error (extracted.error ().message);
    return {};
}

inline std::unique_ptr<MelStream> makeStream (Backend& backend, const MelSpec& spec, int rateHz,
                                              int rowsAtATime = 64)
{
    auto stream = MelStream::make (backend, spec, rateHz, rowsAtATime);
    if (! stream)
        throw std::runtime_error (stream.error ().message);
    return std::move (*stream);
}

} // namespace melstrom::testing
