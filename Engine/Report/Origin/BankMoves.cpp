#include "Engine/Report/Origin/MoveLists.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
/** Another scale. Kaldi's style has triangles in mel, and Kaldi's own scale. */
void setScale (MelSpec& spec, MelScale scale, BankStyle style)
{
    spec.melScale = scale;
    spec.bankStyle = style;
}

} // namespace

Specs bankMoves (const MelSpec& spec, const ArrayFacts& facts, bool isFine)
{
    Specs specs;
    for (const auto scale : {MelScale::htk, MelScale::slaney, MelScale::kaldi})
        for (const auto style :
             {BankStyle::librosa, BankStyle::torchaudio, BankStyle::kaldi, BankStyle::speechbrain})
            for (const auto norm : {BankNorm::none, BankNorm::slaney})
            {
                MelSpec changed = spec;
                setScale (changed, scale, style);
                changed.bankNorm = norm;
                specs.push_back (changed);
            }
    if (isFine)
        return specs;
    for (const bool isHtk : {true, false})
        for (const double lowestHz : {0.0, 20.0, 50.0, 80.0, 125.0})
            for (const double highestHz : {0.0, 8000.0, 7600.0, 4000.0, 11025.0})
            {
                MelSpec changed = spec;
                if (changed.bankStyle != BankStyle::kaldi || ! isHtk)
                    setScale (changed, isHtk ? MelScale::htk : MelScale::slaney,
                              BankStyle::librosa);
                changed.lowestHz = lowestHz;
                changed.highestHz.reset ();
                if (highestHz > 0 && highestHz < facts.rateHz / 2.0)
                    changed.highestHz = highestHz;
                specs.push_back (changed);
            }
    return specs;
}

Specs limitMoves (const MelSpec& spec, const ArrayFacts& facts, bool isFine)
{
    Specs specs;
    const double nyquistHz = facts.rateHz / 2.0, nowHz = spec.highestHz.value_or (nyquistHz);
    const auto setLowest = [] (MelSpec& changed, double hz) { changed.lowestHz = hz; };
    const auto setHighest = [] (MelSpec& changed, double hz) { changed.highestHz = hz; };
    if (isFine)
    {
        for (const double step : {0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0})
        {
            addEach (specs, spec, {std::max (0.0, spec.lowestHz - step), spec.lowestHz + step},
                     setLowest);
            addEach (specs, spec, {nowHz - step, std::min (nyquistHz, nowHz + step)}, setHighest);
        }
        for (const double unit : {1.0, 5.0, 10.0, 50.0, 100.0})
        {
            addEach (specs, spec, {unit * std::round (spec.lowestHz / unit)}, setLowest);
            addEach (specs, spec, {unit * std::round (nowHz / unit)}, setHighest);
        }
    }
    for (int hz = 0; hz <= 100; hz += 5)
        addEach (specs, spec, {double (hz)}, setLowest);
    for (const int step : {500, 1000, 2000}) // 3 to 12, 24 and 48 kHz
        for (int hz = 6 * step; hz <= 24 * step; hz += step)
            addEach (specs, spec, {double (hz)}, setHighest);
    addEach (specs, spec, {27.5, 64.0, 65.4, 99.0, 125.0, 133.33, 150.0, 200.0, 250.0, 300.0},
             setLowest);
    addEach (specs, spec,
             {3400.0, 3700.0, 3800.0, 6800.0, 7600.0, 7700.0, 7800.0, 7900.0, 11025.0, 22050.0},
             setHighest);
    for (const double below : {100.0, 200.0, 400.0}) // Kaldi's high_freq = -400
        addEach (specs, spec, {nyquistHz - below}, setHighest);
    addEach (specs, spec, {0}, [] (MelSpec& changed, int) { changed.highestHz.reset (); });
    std::erase_if (specs, [nyquistHz] (const MelSpec& changed)
                   { return changed.highestHz.value_or (0) > nyquistHz; });
    return specs;
}

} // namespace melstrom
