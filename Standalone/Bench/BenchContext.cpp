#include "Standalone/Bench/BenchContext.h"

#include "Standalone/CommandLine/Machine/BandCheck.h"

#include <algorithm>
#include <cstdio>

namespace melstrom
{

std::vector<BenchFeature> benchFeatures ()
{
    const std::vector<std::string> first {"whisper-openai-80", "librosa", "leak", "leak-fine"};
    std::vector<BenchFeature> all;
    const auto add = [&all] (const MelPreset& preset) {
        all.push_back ({preset.name, preset.spec, usualRateHz (preset.spec)});
    };
    for (const auto& name : first)
        if (const auto preset = findPreset (name))
            add (*preset);
    for (const auto& preset : builtInPresets ())
        if (std::ranges::find (first, preset.name) == first.end ())
            add (preset);
    return all;
}

Result<double> checkFeature (Backend& backend, const BenchFeature& subject)
{
    MELSTROM_TRY_VALUE (const auto check, checkBands (backend, subject.spec, subject.rateHz));
    if (check.agrees ())
        return check.worstRatio;
    char share[32];
    std::snprintf (share, sizeof share, "%.1e", check.worstRatio);
    return Error {ErrorCode::internalFault,
                  subject.name + " on " + backend.name () + " differs from the definition by " +
                      share + " of the largest band; it is not timed",
                  {}};
}

} // namespace melstrom
