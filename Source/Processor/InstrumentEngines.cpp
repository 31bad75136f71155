#include "Source/Processor/InstrumentEngines.h"

#include "Engine/Core/Guarded.h"
#include "Source/Processor/InstrumentSound.h"

#include <utility>

namespace melstrom
{

InstrumentEngines::InstrumentEngines (juce::AudioProcessor& processor, InstrumentState& state,
                                      const InstrumentSound& sound, EngineSlot& slot)
    : processor_ (processor), state_ (state), sound_ (sound), slot_ (slot)
{
}

void InstrumentEngines::setFormat (double rateHz, int maxBlockSamples)
{
    const auto held = state_.lock ();
    maxBlockSamples_ = maxBlockSamples;
    rateHz_ = rateHz;
}

void InstrumentEngines::release ()
{
    const auto held = state_.lock ();
    rateHz_ = 0;
}

LiveSynthOptions InstrumentEngines::options (const Lock&) const
{
    LiveSynthOptions options;
    options.sampleRateHz = rateHz_;
    options.maxBlockSamples = maxBlockSamples_;
    options.latency = state_.latency ();
    options.backend = backend_;
    return options;
}

void InstrumentEngines::choose ()
{
    std::shared_ptr<LiveDevice> gone; // destroyed after the lock is released
    for (bool isChosen = false; ! isChosen;)
    {
        BackendChoice asked;
        Patch patch;
        double rateHz = 0;
        {
            const auto held = state_.lock ();
            if (! isPrepared (held))
                return; // prepareToPlay chooses
            asked.kind = state_.backend ();
            patch = state_.patch (held);
            rateHz = rateHz_;
        }
        auto chosen = guarded ([&] () -> Result<VoiceEngine>
                               { return chooseVoiceEngine (asked, patch, rateHz); });
        const auto held = state_.lock ();
        isChosen = asked.kind == state_.backend (); // false: another thread set it meanwhile
        if (! isChosen)
            continue;
        if (! chosen) // out of memory
        {
            asked.kind = BackendChoice::Kind::cpu;
            chosen = VoiceEngine {asked, nullptr};
        }
        if (chosen->device != nullptr || asked.kind == BackendChoice::Kind::cpu)
            gone = std::exchange (device_, std::move (chosen->device));
        if (std::exchange (backend_, chosen->backend) != chosen->backend)
            state_.countChange (held);
    }
}

void InstrumentEngines::prepare (bool keeps)
{
    EngineSlot::Engines gone; // destroyed after the lock is released
    {
        const auto held = state_.lock ();
        if (keeps && made_ == state_.numChanges (held) && slot_.newestHas (options (held)))
        {
            gone = slot_.installNewest ();
            return;
        }
        state_.countChange (held);
    }
    make (Use::atOnce);
}

void InstrumentEngines::make (Use use)
{
    for (bool isMade = false; ! isMade;)
    {
        EngineSlot::Engines gone; // destroyed after the lock is released
        LiveSynthOptions wantedOptions;
        Patch wantedPatch;
        std::optional<Tuning> wantedTuning;
        std::uint64_t number = 0;
        {
            const auto held = state_.lock ();
            if (! isPrepared (held))
                return; // prepareToPlay makes it
            number = state_.numChanges (held);
            if (made_ == number)
            {
                // Another thread has made the engine.
                if (use == Use::atOnce)
                    gone = slot_.installNewest ();
                return;
            }
            wantedOptions = options (held);
            wantedPatch = state_.patch (held);
            wantedTuning = state_.tuning (held);
        }
        auto newEngine = EngineSlot::make (wantedOptions, wantedPatch, wantedTuning);
        const auto held = state_.lock ();
        isMade = number == state_.numChanges (held) && made_ != number;
        if (! isMade)
            continue;
        made_ = number;
        fault_ = newEngine ? std::string () : newEngine.error ().message;
        if (use == Use::atOnce)
            gone = slot_.install (newEngine ? *std::move (newEngine) : nullptr);
        else if (newEngine)
            gone = slot_.replace (*std::move (newEngine));
    }
}

void InstrumentEngines::replaceUnheard ()
{
    {
        const auto held = state_.lock ();
        if (! isPrepared (held) || sound_.hasPlayed ())
            return;
        state_.countChange (held);
    }
    replace ();
}

/** Repeats until the told latency is the newest engine's: several threads may replace engines. */
void InstrumentEngines::tellLatency ()
{
    if (! isPrepared (state_.lock ()))
        return;
    for (int told = -1; told != slot_.latencySamples ();)
        processor_.setLatencySamples (told = slot_.latencySamples ());
}

std::string InstrumentEngines::fault () const
{
    const auto held = state_.lock ();
    return fault_;
}

} // namespace melstrom
