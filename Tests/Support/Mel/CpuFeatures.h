// Features from the CPU backend for tests, through its public seam, whole or cut at will.
#pragma once

#include "Engine/Backend/Backend.h"

#include <cstdint>
#include <random>
#include <vector>

namespace melstrom::testing
{

/** Samples as they would lie in a slab. */
struct TestSignal
{
    SampleFormat format = SampleFormat::int16;
    int numChannels = 1;
    int channel = -1;
    std::int64_t numSamples = 0;
    std::vector<std::byte> bytes;
    std::vector<double> mono; ///< what they mean: the channel, or the mean; full scale 1
};

/** A chirp over noise that keeps every band above -60 dB of the loudest, exactly representable in
    int16. */
TestSignal broadbandSignal (std::int64_t numSamples, unsigned seed);
/** The same content as other formats and channel counts store it. */
TestSignal storedAs (const TestSignal& signal, SampleFormat format, int numChannels, int channel);

/** All rows, computed as one span, between canaries that are checked. Throws std::runtime_error on
    an error. */
std::vector<std::byte> computeWhole (Backend& backend, const MelSpec& spec, int rateHz,
                                     const TestSignal& signal);

/** All rows, computed as many spans in random batches; signals with statistics in two passes. */
std::vector<std::byte> computeInPieces (Backend& backend, const MelSpec& spec, int rateHz,
                                        const TestSignal& signal, std::mt19937& random);

/** Stored rows as numbers. */
std::vector<double> valuesOf (const std::vector<std::byte>& rows, StoredType type);

/** The spec with everything after the band energies left out, float32. */
MelSpec energiesOnly (MelSpec spec);

/** (segments, bands, frames) to (frames of all segments, bands); frames layout as it is. */
std::vector<double> framesFirst (const std::vector<double>& values, const MelGeometry& geometry);

} // namespace melstrom::testing
