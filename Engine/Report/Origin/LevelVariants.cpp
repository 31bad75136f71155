#include "Engine/Report/Origin/LevelVariants.h"

namespace melstrom
{

namespace
{
using Specs = std::vector<MelSpec>;

/** Norms of the bank, and scales of the samples. */
Specs gainVariants (const MelSpec& spec)
{
    Specs specs;
    for (const auto norm : {BankNorm::none, BankNorm::slaney})
        for (const double scale : {1.0, 32768.0, 32767.0, spec.sampleScale})
        {
            specs.push_back (spec);
            specs.back ().bankNorm = norm;
            specs.back ().sampleScale = scale;
        }
    return specs;
}

Specs decibelVariants (const MelSpec& spec, std::optional<double> topDb)
{
    Specs specs;
    std::vector<std::optional<double>> ranges {std::nullopt, 80.0};
    if (topDb)
        ranges.push_back (topDb);
    for (const auto& range : ranges)
        for (const bool isMaximum : {false, true})
        {
            specs.push_back (spec);
            specs.back ().log = LogKind::decibel;
            specs.back ().topDb = range;
            specs.back ().referenceIsMaximum = isMaximum;
        }
    return specs;
}

Specs logVariants (const MelSpec& spec, bool isCepstral, std::optional<double> topDb)
{
    Specs specs = decibelVariants (spec, topDb);
    const auto add = [&] (LogKind log, Normalisation normalisation)
    {
        specs.push_back (spec);
        specs.back ().log = log;
        specs.back ().normalisation = normalisation;
    };
    add (LogKind::ln, Normalisation::none);
    add (LogKind::log10, Normalisation::none);
    if (isCepstral)
        return specs;
    add (LogKind::ln, Normalisation::perFeature);
    add (LogKind::log10, Normalisation::whisper);
    return specs;
}
} // namespace

std::vector<MelSpec> levelVariants (const Candidate& candidate, std::optional<double> topDb,
                                    bool isHalf)
{
    MelSpec plain = candidate.spec;
    plain.log = LogKind::none;
    plain.normalisation = Normalisation::none;
    plain.reference = 1;
    plain.referenceIsMaximum = false;
    plain.topDb.reset ();
    plain.lifter = 0;
    plain.storedType = isHalf ? StoredType::float16 : StoredType::float32;
    const bool isCepstral = candidate.kind == ArrayKind::cepstra;
    if (! isCepstral)
        plain.numCoefficients.reset ();
    if (candidate.kind != ArrayKind::pcen)
        plain.pcen.reset ();

    Specs specs;
    for (const MelSpec& spec : gainVariants (plain))
    {
        if (candidate.kind == ArrayKind::energies || candidate.kind == ArrayKind::pcen)
        {
            specs.push_back (spec);
            continue;
        }
        for (MelSpec& variant : logVariants (spec, isCepstral, topDb))
        {
            specs.push_back (variant);
            if (isCepstral)
                for (const double lifter : {22.0, 2.0 * *variant.numCoefficients})
                {
                    variant.lifter = lifter;
                    specs.push_back (variant);
                }
        }
    }
    return specs;
}

} // namespace melstrom
