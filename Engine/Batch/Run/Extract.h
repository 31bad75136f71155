// Features of one file in memory, for pictures, comparisons and verification.
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

    /** Duration of the signal: of the whole file, or of the clip that was made of it. */
    double seconds () const noexcept
    {
        return file.signalSamples == file.wholeSamples (geometry.spec)
                   ? file.seconds ()
                   : static_cast<double> (file.signalSamples) / file.featureRateHz;
    }
};

/** A file or a box (pathOfBox), and the part of its path that seeds its dither. */
struct InputPath
{
    std::string path;
    std::size_t relativeAt; ///< index of the part that is relative to the INPUT
    bool isBox = false;     ///< the path ends in the times of a box

    /** For a file that is the INPUT: the part is its name. */
    InputPath (std::string file)
        : path (std::move (file)), relativeAt (path.size () - fileNameOf (path).size ())
    {
    }
    InputPath (const char* file) : InputPath (std::string (file)) {}
    InputPath (std::string file, std::size_t relative, bool endsInTimes = false)
        : path (std::move (file)), relativeAt (relative), isBox (endsInTimes)
    {
    }
};

/** Reads the header and computes all rows at once; for files that fit in memory.
    Fails: any code of one input file, badSpec, outOfMemory, deviceLost. */
Result<ExtractedFile> extractFile (Storage& storage, Backend& backend, const MelSpec& spec,
                                   const InputPath& input, const AudioOptions& audio);

/** The same for samples in memory: mono float32 at `rateHz`, full scale 1. They are the whole
    signal: the spec's rules for the length of files are not applied. */
Result<ExtractedFile> extractSamples (Backend& backend, const MelSpec& spec, int rateHz,
                                      const std::vector<float>& samples);

} // namespace melstrom
