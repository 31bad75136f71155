// Features of one file, in memory: for pictures, comparisons and verification.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Batch/Inputs/PathText.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

/** All of one file's rows, exactly as a batch run would store them. */
struct ExtractedFile
{
    PlannedFile file;
    MelGeometry geometry;
    std::vector<std::byte> rows; ///< (numRows, rowElements) in the spec's stored type

    /** As float32: frames layout (frame, feature), segments layout (segment, feature, frame). */
    std::vector<float> values () const;

    /** Of the signal: the file's, or those of the clip that was made of it. */
    double seconds () const noexcept
    {
        return file.signalSamples == file.wholeSamples ()
                   ? file.seconds ()
                   : static_cast<double> (file.signalSamples) / file.featureRateHz;
    }
};

/** A file, and the part of its path that seeds its dither. */
struct InputPath
{
    std::string path;
    std::size_t relativeAt; ///< where the part begins that is relative to the INPUT

    /** The file is the INPUT: its name alone. */
    InputPath (std::string file)
        : path (std::move (file)), relativeAt (path.size () - fileNameOf (path).size ())
    {
    }
    InputPath (const char* file) : InputPath (std::string (file)) {}
    InputPath (std::string file, std::size_t relative)
        : path (std::move (file)), relativeAt (relative)
    {
    }
};

/** Reads the header and computes in one piece; for files that fit in memory.
    Fails: any code of one input file, badSpec, outOfMemory, deviceLost. */
Result<ExtractedFile> extractFile (Storage& storage, Backend& backend, const MelSpec& spec,
                                   const InputPath& input, const AudioOptions& audio);

/** The same for samples at hand: mono float32 at `rateHz`, full scale 1. They are the signal as it
    is: what the spec says of the length that files get is not done. */
Result<ExtractedFile> extractSamples (Backend& backend, const MelSpec& spec, int rateHz,
                                      const std::vector<float>& samples);

} // namespace melstrom
