// Features from the CPU backend for tests, through its public interface, whole or in random pieces.
#pragma once

#include "Engine/Backend/Backend.h"

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace melstrom::testing
{

/** Samples in the layout of a slab. */
struct TestSignal
{
    SampleFormat format = SampleFormat::int16;
    int numChannels = 1;
    std::optional<int> channel;
    std::int64_t numSamples = 0;
    std::vector<std::byte> bytes;
    std::vector<double> mono; ///< values of the samples: the channel, or the mean; full scale is 1
};

/** A chirp over noise that keeps every band above -60 dB of the loudest, exactly representable in
    int16. */
TestSignal broadbandSignal (std::int64_t numSamples, unsigned seed);
/** The same content in other formats and channel counts. */
TestSignal storedAs (const TestSignal& signal, SampleFormat format, int numChannels,
                     std::optional<int> channel);

/** Computes all rows as one span, between canaries that it checks. Throws std::runtime_error on an
    error. */
std::vector<std::byte> computeWhole (Backend& backend, const MelSpec& spec, int rateHz,
                                     const TestSignal& signal);

/** All rows, computed as many spans in random batches; signals with statistics in two passes. */
std::vector<std::byte> computeInPieces (Backend& backend, const MelSpec& spec, int rateHz,
                                        const TestSignal& signal, std::mt19937& random);

/** Stored rows as numbers. */
std::vector<double> valuesOf (const std::vector<std::byte>& rows, StoredType type);

/** The spec without the steps behind the band energies, in float32. */
MelSpec energiesOnly (MelSpec spec);

/** (segments, bands, frames) to (frames of all segments, bands). Leaves the frames layout
    unchanged. */
std::vector<double> framesFirst (const std::vector<double>& values, const MelGeometry& geometry);

} // namespace melstrom::testing
