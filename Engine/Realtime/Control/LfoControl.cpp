#include "Engine/Realtime/Control/ControlParts.h"

#include "Engine/Dsp/Voice/Lfo.h"
#include "Engine/Realtime/Control/NoteTime.h"

namespace melstrom
{
namespace
{

/** Distinct from the indices of partials, which share the note's seed. */
constexpr std::uint32_t kLfoIndex = 0xf1000000u;

/** Phase and rate of an LFO. */
struct LfoPlace
{
    double cycles = 0; ///< since its start
    double rateHz = 0;
};

LfoPlace lfoPlaceOf (const ControlContext& context, const Voice& voice, const VoiceValues& values,
                     int lfo, double noteSeconds) noexcept
{
    const auto at = static_cast<std::size_t> (lfo);
    switch (values.choice<LfoSync> (lfoKey (lfo, PatchKey::lfo1Sync)))
    {
        case LfoSync::free:
        {
            const double rateHz = lfoRateHz (*context.patch, lfo);
            return {lfoCycles (context.freeLfos[at], rateHz, absoluteSeconds (context)), rateHz};
        }
        case LfoSync::note:
        {
            const double rateHz = lfoRateHz (*context.patch, lfo, voice.timeMoves.cycles[at]);
            return {lfoCycles (voice.lfos[at], rateHz, noteSeconds), rateHz};
        }
        case LfoSync::tempo:
        {
            const double beats = values[lfoKey (lfo, PatchKey::lfo1Beats)];
            return {context.songBeats / beats,
                    context.beatsPerSample * context.sampleRateHz / beats};
        }
    }
    return {};
}

} // namespace

double lfoOf (const ControlContext& context, const Voice& voice, const VoiceValues& values, int lfo,
              double noteSeconds) noexcept
{
    LfoSettings settings;
    settings.shape = values.choice<LfoShape> (lfoKey (lfo, PatchKey::lfo1Shape));
    settings.phaseCycles = values[lfoKey (lfo, PatchKey::lfo1Phase)];
    settings.fadeSeconds = values[lfoKey (lfo, PatchKey::lfo1Fade)];
    const LfoPlace place = lfoPlaceOf (context, voice, values, lfo, noteSeconds);
    settings.edgeCycles = edgeCyclesAt (place.rateHz);
    const bool isOfNote =
        values.choice<LfoSync> (lfoKey (lfo, PatchKey::lfo1Sync)) == LfoSync::note;
    const std::uint32_t seed = isOfNote ? noteSeedOf (*context.patch, voice)
                                        : static_cast<std::uint32_t> (values[PatchKey::seed] + 0.5);
    return lfoAt (settings, place.cycles, noteSeconds,
                  hashOf (seed, kLfoIndex + static_cast<std::uint32_t> (lfo)));
}

} // namespace melstrom
