#include "Standalone/CommandLine/Commands/RenderRun.h"

#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Live/Voices/Synthesizer.h"
#include "Engine/Realtime/Effects/Limiter.h"
#include "Source/Render/WavWriter.h"
#include "Standalone/CommandLine/Machine/OpenVoices.h"
#include "Standalone/Midi/MidiFile.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace melstrom
{

namespace
{
/** Voices are cut this long after the song's end: a voice may never end (for example a release of
    20 s). */
constexpr double kLongestTailSeconds = 60;

class SongOfMap final : public SongTime
{
public:
    explicit SongOfMap (const TempoMap& map) : map_ (map) {}
    double beatsAt (std::int64_t sample) const noexcept override { return map_.beatsAt (sample); }

private:
    const TempoMap& map_;
};

WavSpec wavSpec (const RenderRequest& request, std::int64_t songSamples)
{
    constexpr double kLongWavBytes = 4.0e9;
    EffectSettings mostEffects = effectSettings (request.patch);
    mostEffects.chorus.mix = mostEffects.delay.mix = mostEffects.reverb.mix =
        1; // controllers can move the mixes up to 1
    const double mostFrames =
        static_cast<double> (songSamples) +
        request.rateHz *
            (2 * kLongestTailSeconds + effectTailSeconds (mostEffects, kDelayLongestSeconds));
    WavSpec spec;
    spec.rateHz = request.rateHz;
    spec.samples = request.bitsPerSample == 16   ? WavSamples::int16
                   : request.bitsPerSample == 24 ? WavSamples::int24
                                                 : WavSamples::float32;
    spec.isLong = mostFrames * 2 * request.bitsPerSample / 8 > kLongWavBytes;
    spec.ditherSeed = static_cast<std::uint32_t> (request.patch.whole (PatchKey::seed));
    return spec;
}

/** Renders one song into one file. */
class Rendering
{
public:
    Rendering (const RenderRequest& request, const MidiSong& song, Synthesizer& synth,
               WavWriter& wav, const RenderStep& step, VoiceTelemetry& telemetry)
        : request_ (request), song_ (song), time_ (song.tempo), synth_ (synth), wav_ (wav),
          step_ (step), telemetry_ (telemetry),
          left_ (static_cast<std::size_t> (request.blockSamples)), right_ (left_.size ()),
          frames_ (2 * left_.size ())
    {
        limiter_.prepare (request.rateHz);
    }

    /** Renders the song, then voices that still sound, then the tail of the effects. */
    Result<void> run ()
    {
        const double rate = request_.rateHz;
        const std::int64_t longest =
            song_.lengthSamples + std::llround (kLongestTailSeconds * rate);
        const auto go = [&] (std::int64_t end) -> Result<void>
        {
            while (synth_.position () < end)
            {
                MELSTROM_TRY (block (end));
                MELSTROM_TRY (step_ (static_cast<double> (synth_.position ()) / rate,
                                     static_cast<double> (song_.lengthSamples) / rate));
            }
            return {};
        };
        MELSTROM_TRY (go (song_.lengthSamples));
        while (synth_.numSounding () > 0 && synth_.position () < longest)
            MELSTROM_TRY (go (std::min (synth_.position () + kTailStep, longest)));
        return go (synth_.position () + std::llround (synth_.tailSeconds () * rate));
    }

    LimiterReport limited () noexcept { return limiter_.takeReport (); }

private:
    /** Independent of --block, so that the file's length is too. */
    static constexpr std::int64_t kTailStep = 4096;

    Result<void> block (std::int64_t end)
    {
        const auto count = static_cast<int> (
            std::min<std::int64_t> (request_.blockSamples, end - synth_.position ()));
        const auto& events = song_.events;
        std::size_t last = nextEvent_;
        while (last < events.size () && events[last].sample < synth_.position () + count)
            ++last;
        SynthBlock block;
        block.events = std::span (events).subspan (nextEvent_, last - nextEvent_);
        block.song = &time_;
        block.left = left_.data ();
        block.right = right_.data ();
        block.numSamples = count;
        nextEvent_ = last;
        MELSTROM_TRY (compute (block));
        for (std::size_t n = 0; n < static_cast<std::size_t> (count); ++n)
        {
            frames_[2 * n] = left_[n];
            frames_[2 * n + 1] = right_[n];
        }
        const TraceSpan span (telemetry_.trace (), "write", count);
        WorkTimer timer (telemetry_.times (), Work::write);
        timer.addBytes (std::int64_t {2} * count * request_.bitsPerSample / 8);
        return wav_.write (std::span (frames_).first (2 * static_cast<std::size_t> (count)));
    }

    Result<void> compute (const SynthBlock& block)
    {
        telemetry_.trace ().count ("voices", synth_.numSounding ());
        const TraceSpan span (telemetry_.trace (), "compute", block.numSamples);
        WorkTimer timer (telemetry_.times (), Work::compute);
        timer.addBytes (std::int64_t {2} * block.numSamples * std::int64_t {sizeof (float)});
        MELSTROM_TRY (synth_.process (block));
        if (request_.isLimited)
            limiter_.process (left_.data (), right_.data (), block.numSamples);
        return {};
    }

    const RenderRequest& request_;
    const MidiSong& song_;
    SongOfMap time_;
    Synthesizer& synth_;
    WavWriter& wav_;
    const RenderStep& step_;
    VoiceTelemetry& telemetry_;
    Limiter limiter_;
    std::size_t nextEvent_ = 0;
    std::vector<float> left_, right_, frames_;
};

Result<MidiSong> songOf (const RenderRequest& request, VoiceTelemetry& telemetry)
{
    const WorkTimer timer (telemetry.times (), Work::decode);
    return request.chords
               ? makeChordSong (request.chords->chords, request.chords->style, request.rateHz)
               : readMidiFile (request.songFile, request.rateHz);
}

auto finish (WavWriter& wav, VoiceTelemetry& telemetry)
{
    const WorkTimer timer (telemetry.times (), Work::sync);
    return wav.finish ();
}

void noteDeviceMemory (const OpenedVoices& opened, VoiceTelemetry& telemetry)
{
    if (opened.gpu == nullptr || telemetry.times () == nullptr)
        return;
    if (const auto use = opened.gpu->melBackend ().use ())
        telemetry.times ()->noteDeviceBytes (static_cast<std::int64_t> (use->memoryBytes));
}

} // namespace

Result<RenderOutcome> runRender (const RenderRequest& request, Log& log, const RenderStep& step,
                                 VoiceTelemetry& telemetry)
{
    telemetry.trace ().nameThread ("voices");
    MELSTROM_TRY_VALUE (const auto song, songOf (request, telemetry));
    VoiceCapacity capacity;
    capacity.sampleRateHz = request.rateHz;
    capacity.maxSegments =
        std::clamp ((request.blockSamples + kControlSamples - 1) / kControlSamples + 1, 1, 128);
    MELSTROM_TRY_VALUE (auto opened,
                        openVoices (request.backend, capacity,
                                    mostSinusoids (request.patch, song.events),
                                    request.isCached ? defaultMeasuredFile () : std::nullopt, log));
    if (opened.gpu != nullptr)
        opened.gpu->melBackend ().observe (telemetry.observer ());
    MELSTROM_TRY_VALUE (auto synth, Synthesizer::make (std::move (opened.renderer), capacity));
    MELSTROM_TRY (synth->setPatch (request.patch));
    synth->setTuning (request.tuning);
    MELSTROM_TRY_VALUE (auto wav, WavWriter::create (posixStorage (), request.soundFile,
                                                     wavSpec (request, song.lengthSamples)));
    const auto start = std::chrono::steady_clock::now ();
    Rendering rendering (request, song, *synth, *wav, step, telemetry);
    MELSTROM_TRY (rendering.run ());
    MELSTROM_TRY_VALUE (const auto report, finish (*wav, telemetry));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now () - start;
    noteDeviceMemory (opened, telemetry);
    return RenderOutcome {song.numNotes, report, rendering.limited (), synth->renderer ().name (),
                          elapsed.count ()};
}

} // namespace melstrom
