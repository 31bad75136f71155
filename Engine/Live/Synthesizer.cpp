#include "Engine/Live/Synthesizer.h"

#include <algorithm>
#include <new>

namespace melstrom
{

namespace
{
std::size_t bufferSamples (const VoiceCapacity& capacity) noexcept
{
    return static_cast<std::size_t> (capacity.maxSegments) * kControlSamples;
}

/** Of its segment among the samples that are computed. */
std::size_t offsetOf (const ScheduledVoice& voice) noexcept
{
    return static_cast<std::size_t> (voice.written.partials.segment) * kControlSamples;
}
} // namespace

Result<std::unique_ptr<Synthesizer>> Synthesizer::make (std::unique_ptr<VoiceRenderer> renderer,
                                                        const VoiceCapacity& capacity)
{
    try
    {
        std::unique_ptr<Synthesizer> made (new Synthesizer (std::move (renderer), capacity));
        if (auto set = made->setPatch (Patch ()); ! set)
            return set.error ();
        return made;
    }
    catch (const std::bad_alloc&)
    {
        return Error {ErrorCode::outOfMemory,
                      "there is no memory for a synthesizer of " +
                          std::to_string (capacity.maxVoices) + " voices; ask for fewer",
                      {}};
    }
}

Synthesizer::Synthesizer (std::unique_ptr<VoiceRenderer> renderer, const VoiceCapacity& capacity)
    : renderer_ (std::move (renderer)), capacity_ (capacity), scheduler_ (capacity.sampleRateHz),
      noise_ (capacity.sampleRateHz), voices_ (capacity.maxVoices, capacity.maxSegments)
{
    for (Stereo* const stereo : {&partials_, &noiseSound_, &late_})
    {
        stereo->left.resize (bufferSamples (capacity));
        stereo->right.resize (bufferSamples (capacity));
    }
    batch_.reserve (voices_.capacity ());
    effects_.prepare (capacity.sampleRateHz, effectSettings (patch_));
}

Result<void> Synthesizer::setPatch (const Patch& patch)
{
    if (auto sound = patch.validate (); ! sound)
        return sound;
    try
    {
        const std::array<PartialTable, kNumOscillators> tables {makePartialTable (patch, 0),
                                                                makePartialTable (patch, 1)};
        if (auto set = renderer_->setTables (tables); ! set)
            return set;
        patch_ = patch;
        scheduler_.setPatch (patch_, {tables[0].centreShare, tables[1].centreShare});
    }
    catch (const std::bad_alloc&)
    {
        return Error {ErrorCode::outOfMemory, "there is no memory for the patch's partials", {}};
    }
    effects_.setSettings (effectSettings (patch_));
    return {};
}

void Synthesizer::setTuning (const Tuning& tuning)
{
    tuning_ = tuning;
    scheduler_.setTuning (tuning_);
}

void Synthesizer::reset () noexcept
{
    scheduler_.reset ();
    effects_.reset ();
    position_ = bufferStart_ = bufferEnd_ = 0;
}

Result<void> Synthesizer::process (const SynthBlock& block) noexcept
{
    const std::int64_t blockEnd = position_ + block.numSamples;
    float *left = block.left, *right = block.right;
    nextEvent_ = 0;
    Result<void> outcome = addLateVoices (block, blockEnd);
    while (outcome && position_ < blockEnd)
    {
        if (position_ == bufferEnd_)
            outcome = computeSegments (block, blockEnd);
        const auto count = static_cast<int> (std::min (bufferEnd_, blockEnd) - position_);
        takeOut (left, right, count);
        left += count;
        right += count;
    }
    if (! outcome)
    {
        silence (block, blockEnd);
        return outcome;
    }
    effects_.process (block.left, block.right, block.numSamples);
    return outcome;
}

/** The block, and what is left of the segment in which it ends. */
void Synthesizer::silence (const SynthBlock& block, std::int64_t blockEnd) noexcept
{
    std::fill_n (block.left, block.numSamples, 0.0f);
    std::fill_n (block.right, block.numSamples, 0.0f);
    for (Stereo* const stereo : {&partials_, &noiseSound_})
    {
        std::ranges::fill (stereo->left, 0.0f);
        std::ranges::fill (stereo->right, 0.0f);
    }
    position_ = blockEnd;
    bufferEnd_ = controlPointFrom (blockEnd);
    bufferStart_ = blockEnd / kControlSamples * kControlSamples;
}

/** Events before `end`, to the segment that was begun last, or the one that comes next. */
void Synthesizer::applyUntil (const SynthBlock& block, std::int64_t end) noexcept
{
    for (; nextEvent_ < block.events.size (); ++nextEvent_)
    {
        SynthEvent event = block.events[nextEvent_];
        event.sample = std::max (event.sample, position_); // late ones come now
        if (event.sample >= end)
            return;
        scheduler_.apply (event, voices_);
    }
}

/** What begins within the segment that is computed already. One at a time: sums are then those of a batch that held
    them all. */
Result<void> Synthesizer::addLateVoices (const SynthBlock& block, std::int64_t blockEnd) noexcept
{
    voices_.clear ();
    applyUntil (block, std::min (bufferEnd_, blockEnd));
    for (const auto& voice : voices_.all ())
    {
        if (! voice.written.hasPartials)
            continue;
        const std::size_t offset = offsetOf (voice);
        batch_.assign (1, voice.written.partials);
        batch_.front ().segment = 0;
        if (auto done = renderer_->render ({batch_, 1}, late_.left.data (), late_.right.data ());
            ! done)
            return done;
        for (std::size_t n = 0; n < kControlSamples; ++n)
        {
            partials_.left[offset + n] += late_.left[n];
            partials_.right[offset + n] += late_.right[n];
        }
    }
    addNoise ();
    return {};
}

Result<void> Synthesizer::computeSegments (const SynthBlock& block, std::int64_t blockEnd) noexcept
{
    const std::int64_t wanted = (controlPointFrom (blockEnd) - bufferEnd_) / kControlSamples;
    const auto numSegments =
        static_cast<int> (std::min<std::int64_t> (wanted, capacity_.maxSegments));
    bufferStart_ = bufferEnd_;
    voices_.clear ();
    for (int index = 0; index < numSegments; ++index)
    {
        const std::int64_t start = bufferStart_ + std::int64_t {index} * kControlSamples;
        applyUntil (block, start + 1);
        scheduler_.beginSegment (start / kControlSamples, index, block.song, voices_);
        applyUntil (block, std::min (start + kControlSamples, blockEnd));
    }
    bufferEnd_ = bufferStart_ + std::int64_t {numSegments} * kControlSamples;
    return render (numSegments);
}

Result<void> Synthesizer::render (int numSegments) noexcept
{
    const std::size_t numSamples = static_cast<std::size_t> (numSegments) * kControlSamples;
    batch_.clear ();
    for (const auto& voice : voices_.all ())
        if (voice.written.hasPartials)
            batch_.push_back (voice.written.partials);
    if (! batch_.empty ())
    {
        if (auto done = renderer_->render ({batch_, numSegments}, partials_.left.data (),
                                           partials_.right.data ());
            ! done)
            return done;
    }
    else
    {
        std::fill_n (partials_.left.begin (), numSamples, 0.0f);
        std::fill_n (partials_.right.begin (), numSamples, 0.0f);
    }
    std::fill_n (noiseSound_.left.begin (), numSamples, 0.0f);
    std::fill_n (noiseSound_.right.begin (), numSamples, 0.0f);
    addNoise ();
    return {};
}

void Synthesizer::addNoise () noexcept
{
    for (const auto& voice : voices_.all ())
        if (! voice.written.noise.isSilent ())
            noise_.add (voice.place, voice.written.noise,
                        noiseSound_.left.data () + offsetOf (voice),
                        noiseSound_.right.data () + offsetOf (voice));
}

void Synthesizer::takeOut (float* left, float* right, int numSamples) noexcept
{
    const auto from = static_cast<std::size_t> (position_ - bufferStart_);
    for (std::size_t n = 0; n < static_cast<std::size_t> (numSamples); ++n)
    {
        left[n] = partials_.left[from + n] + noiseSound_.left[from + n];
        right[n] = partials_.right[from + n] + noiseSound_.right[from + n];
    }
    position_ += numSamples;
}

} // namespace melstrom
