#include "Engine/Batch/Dataset/DatasetWarnings.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Dsp/Mel/MelBank.h"

namespace melstrom
{

std::vector<std::string> emptyBandWarnings (const DatasetPlan& plan)
{
    std::vector<std::string> warnings;
    for (const auto& [rate, geometry] : plan.geometries)
        if (const int empty = makeMelBank (geometry).numEmptyBands (); empty > 0)
            warnings.push_back (
                groupedText (empty) + " of " + countText (geometry.numBands, "mel band") +
                (empty == 1 ? " is" : " are") + " empty at " + std::to_string (rate) + " Hz: " +
                (empty == 1 ? "it is" : "they are") + " narrower than a bin of a transform of " +
                countText (geometry.fftSamples, "sample") +
                "; use fewer bands or a longer transform");
    return warnings;
}

std::vector<std::string> datasetWarnings (const DatasetPlan& plan,
                                          const std::vector<std::int32_t>& filesWithNonFinite)
{
    std::vector<std::string> warnings = plan.warnings;
    for (const std::int32_t file : filesWithNonFinite)
        warnings.push_back (printable (plan.files[static_cast<std::size_t> (file)].path) +
                            " has samples that were NaN, infinite or above 1e9; they were replaced "
                            "by 0");
    if (warnings.size () > kMostWarnings)
    {
        const auto others = warnings.size () - kMostWarnings;
        warnings.resize (kMostWarnings);
        warnings.push_back ("and " + std::to_string (others) + " more");
    }
    return warnings;
}

} // namespace melstrom
