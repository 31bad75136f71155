// How an instrument gets its engine: made without a lock, used only if it is still the one that is wanted.
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
    std::shared_ptr<LiveDevice> gone; // ends after the lock
    for (bool isChosen = false; ! isChosen;)
    {
        BackendChoice asked;
        Patch sound;
        {
            const std::lock_guard lock (mutex);
            if (! (rateHz > 0))
                return; // prepareToPlay does
            asked.kind = backend;
            sound = patchLocked ();
        }
        auto chosen = guarded ([&] () -> Result<VoiceEngine>
                               { return chooseVoiceEngine (asked, sound, rateHz); });
        const std::lock_guard lock (mutex);
        isChosen = asked.kind == backend; // else another thread set it meanwhile
        if (! isChosen)
            continue;
        if (! chosen) // no memory
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
    EngineSlot::Engines gone; // ends after the lock
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
        EngineSlot::Engines gone; // ends after the lock
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
                // Another thread was faster.
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

/** Whichever thread is the last tells of the newest engine. */
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

    // One that has played would go on from where it was, and glide to what has changed since.
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

/** Hosts release a plugin before they end it: from here on no thread but the host's own tells the host anything. */
void InstrumentProcessor::releaseResources ()
{
    content_->teller.stop ();
    const std::lock_guard lock (content_->mutex);
    content_->rateHz = 0;
}

/** Some hosts call it beside processBlock: the audio thread does it. */
void InstrumentProcessor::reset ()
{
    content_->isResetAsked = true;
}

} // namespace melstrom
