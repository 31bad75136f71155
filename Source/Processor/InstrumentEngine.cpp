// Engines of an instrument: made without a lock, used only if the settings are still the same.
#include "Source/Processor/InstrumentContent.h"

#include "Engine/Core/Guarded.h"

#include <utility>

namespace melstrom
{

LiveSynthOptions InstrumentProcessor::Content::optionsLocked () const
{
    LiveSynthOptions options;
    options.sampleRateHz = rateHz;
    options.maxBlockSamples = maxBlockSamples;
    options.latency = latency;
    options.backend = sounder;
    return options;
}

void InstrumentProcessor::Content::chooseEngine ()
{
    std::shared_ptr<LiveDevice> gone; // destroyed after the lock is released
    for (bool isChosen = false; ! isChosen;)
    {
        BackendChoice asked;
        Patch sound;
        {
            const std::lock_guard lock (mutex);
            if (! (rateHz > 0))
                return; // prepareToPlay chooses
            asked.kind = backend;
            sound = patchLocked ();
        }
        auto chosen = guarded ([&] () -> Result<VoiceEngine>
                               { return chooseVoiceEngine (asked, sound, rateHz); });
        const std::lock_guard lock (mutex);
        isChosen = asked.kind == backend; // false: another thread set the backend meanwhile
        if (! isChosen)
            continue;
        if (! chosen) // out of memory
        {
            asked.kind = BackendChoice::Kind::cpu;
            chosen = VoiceEngine {asked, nullptr};
        }
        if (chosen->device != nullptr || asked.kind == BackendChoice::Kind::cpu)
            gone = std::exchange (device, std::move (chosen->device));
        wanted += sounder == chosen->backend ? 0 : 1;
        sounder = chosen->backend;
    }
}

void InstrumentProcessor::Content::prepareEngine (bool keeps)
{
    EngineSlot::Engines gone; // destroyed after the lock is released
    {
        const std::lock_guard lock (mutex);
        if (keeps && made == wanted && engine.newestHas (optionsLocked ()))
        {
            gone = engine.installNewest ();
            return;
        }
        ++wanted;
    }
    makeEngine (EngineUse::atOnce);
}

void InstrumentProcessor::Content::makeEngine (EngineUse use)
{
    for (bool isMade = false; ! isMade;)
    {
        EngineSlot::Engines gone; // destroyed after the lock is released
        LiveSynthOptions wantedOptions;
        Patch wantedPatch;
        std::optional<Tuning> wantedTuning;
        std::uint64_t number = 0;
        {
            const std::lock_guard lock (mutex);
            if (! (rateHz > 0))
                return; // prepareToPlay makes it
            if (made == wanted)
            {
                // Another thread has made the engine.
                if (use == EngineUse::atOnce)
                    gone = engine.installNewest ();
                return;
            }
            number = wanted;
            wantedOptions = optionsLocked ();
            wantedPatch = patchLocked ();
            wantedTuning = tuning;
        }
        auto newEngine = EngineSlot::make (wantedOptions, wantedPatch, wantedTuning);
        const std::lock_guard lock (mutex);
        isMade = number == wanted && made != wanted;
        if (! isMade)
            continue;
        made = number;
        faultSentences[static_cast<std::size_t> (Fault::engine)] =
            newEngine ? std::string () : newEngine.error ().message;
        if (use == EngineUse::atOnce)
            gone = engine.install (newEngine ? *std::move (newEngine) : nullptr);
        else if (newEngine)
            gone = engine.replace (*std::move (newEngine));
    }
}

void InstrumentProcessor::Content::setEngine (BackendChoice::Kind newBackend,
                                              LatencyMode newLatency)
{
    {
        const std::lock_guard lock (mutex);
        if (backend == newBackend && latency == newLatency)
            return;
        backend = newBackend;
        latency = newLatency;
        ++wanted;
    }
    chooseEngine ();
    makeEngine (EngineUse::whenTaken);
    tellLatency ();
}

void InstrumentProcessor::Content::startAnew ()
{
    {
        const std::lock_guard lock (mutex);
        if (! (rateHz > 0) || hasPlayed)
            return;
        ++wanted;
    }
    makeEngine (EngineUse::whenTaken);
}

/** Repeats until the told latency is the newest engine's: several threads may replace engines. */
void InstrumentProcessor::Content::tellLatency ()
{
    if (! (rateHz > 0))
        return;
    for (int told = -1; told != engine.latencySamples ();)
        processor.setLatencySamples (told = engine.latencySamples ());
}

void InstrumentProcessor::prepareToPlay (double rateHz, int maxBlockSamples)
{
    auto& content = *content_;
    releaseResources ();
    if (! (rateHz > 0) || maxBlockSamples <= 0)
        return;
    {
        const std::lock_guard lock (content.mutex);
        content.maxBlockSamples = maxBlockSamples;
        content.rateHz = rateHz;
    }
    content.scratchLeft.resize (static_cast<std::size_t> (maxBlockSamples));
    content.scratchRight.resize (static_cast<std::size_t> (maxBlockSamples));
    content.outputTap.prepare (rateHz, maxBlockSamples);
    content.inputTap.prepare (rateHz, maxBlockSamples);
    content.load.prepare (rateHz);
    content.limiter.prepare (rateHz);

    // An engine that played would go on from its state and glide to values that changed since.
    bool keepsEngine = ! content.hasPlayed.exchange (false);
    content.parameters.takeChanges ([&keepsEngine] (PatchKey, float) { keepsEngine = false; });
    content.fade.prepare (rateHz, ! content.parameters.bypass ().get ());
    content.chooseEngine ();
    content.events.prepare (content.fade.numSamples ());
    content.keyboard.forget ();
    content.isResetAsked = false;
    content.prepareEngine (keepsEngine);
    if (auto* const synth = content.engine.playing ())
        content.tailSeconds = synth->tailSeconds ();
    content.tellLatency ();
    content.tellOpeningPatch ();
    content.startTicks ();
    if (content.isHostedAsVst3 ())
        content.teller.start ();
}

/** Hosts release a plugin before they destroy it. After this call only H tells the host of
    changes. */
void InstrumentProcessor::releaseResources ()
{
    content_->teller.stop ();
    const std::lock_guard lock (content_->mutex);
    content_->rateHz = 0;
}

/** The audio thread resets in its next block: some hosts call this function during processBlock. */
void InstrumentProcessor::reset ()
{
    content_->isResetAsked = true;
}

} // namespace melstrom
