// A host's audio thread, watched for forbidden calls while it plays.
#pragma once

#include "Tests/Support/RealtimeGuard.h"

#include <juce_audio_processors/juce_audio_processors.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace melstrom::testing
{

/** Plays stereo with MIDI and a running song from construction until `numCallbacks` callbacks are
    done and `join` returns. Forbidden calls are counted: see RealtimeGuard.h. Thread: one, not the
    audio thread. */
class WatchedAudio
{
public:
    static constexpr double kRateHz = 48000;
    static constexpr int kBlock = 16;
    static constexpr int kLearntController = 20;
    /** magnitude of the input */
    static constexpr float kInput = 0.25f;

    /** The processor is prepared for that rate and block, and outlives this object. */
    WatchedAudio (juce::AudioProcessor& processor, std::int64_t numCallbacks)
        : processor_ (processor), numWanted_ (numCallbacks)
    {
        midi_.ensureSize (1024);
        processor.setPlayHead (&song_);
        thread_ = std::thread ([this] { run (); });
    }
    ~WatchedAudio ()
    {
        join ();
        processor_.setPlayHead (nullptr);
    }

    void join ()
    {
        isNeeded_ = false;
        if (thread_.joinable ())
            thread_.join ();
    }
    bool hasPlayedAll () const { return numPlayed_ >= numWanted_; }
    std::int64_t numPlayed () const { return numPlayed_; }
    bool isWatched () const { return isWatched_; }

    // After `join`.
    float peak () const { return peak_; } ///< infinite: a sample was not finite
    /** Samples that are neither input nor silence. */
    std::int64_t numMade () const { return numMade_; }

private:
    /** A song at 120 beats a minute, as hosts report it. */
    class Song final : public juce::AudioPlayHead
    {
    public:
        juce::Optional<PositionInfo> getPosition () const override
        {
            PositionInfo position;
            position.setIsPlaying (true);
            position.setBpm (120.0);
            position.setPpqPosition (static_cast<double> (numPlayed) * (2 / kRateHz));
            return position;
        }
        std::int64_t numPlayed = 0;
    };

    void run ()
    {
        isWatched_ = reportSystemCalls ();
        while (! hasPlayedAll () || isNeeded_)
        {
            const auto callback = static_cast<int> (numPlayed_ % 1'000'000);
            play (callback);
            // Slows some callbacks down, so that a GPU is sometimes in time.
            if (callback % 8192 < 64)
                std::this_thread::sleep_for (std::chrono::milliseconds (1));
        }
    }
    void play (int callback)
    {
        const RealtimeScope scope;
        fill (callback);
        processor_.processBlock (audio_, midi_);
        for (int channel = 0; channel < audio_.getNumChannels (); ++channel)
            for (int n = 0; n < kBlock; ++n)
                note (audio_.getSample (channel, n));
        song_.numPlayed += kBlock;
        ++numPlayed_;
    }
    /** Input: a square wave; notes of some milliseconds, wheels, the pedal and controllers. */
    void fill (int callback)
    {
        for (int channel = 0; channel < audio_.getNumChannels (); ++channel)
            for (int n = 0; n < kBlock; ++n)
                audio_.setSample (channel, n, n % 2 == channel ? kInput : -kInput);
        midi_.clear ();
        const int step = callback / 32;
        if (callback % 32 == 0)
            add (0x90, 40 + step % 40, 100, 3);
        if (callback % 32 == 20)
            add (0x80, 40 + step % 40, 0, 7);
        if (callback % 4 == 1)
            add (0xb0, kLearntController, step % 128, 5);
        if (callback % 8 == 2)
            add (0xe0, callback % 128, step % 128, 9);
        if (callback % 16 == 3)
            add (0xb0, step % 2 == 0 ? 1 : 74, callback / 16 % 128, 11);
        if (callback % 1024 == 5)
            add (0xb0, 64, step / 32 % 2 * 127, 15);
        if (callback % 16384 == 6)
            add (0xb0, 120, 0, 0);
    }
    void add (int status, int first, int second, int sample)
    {
        const std::array bytes {static_cast<juce::uint8> (status), static_cast<juce::uint8> (first),
                                static_cast<juce::uint8> (second)};
        midi_.addEvent (bytes.data (), 3, sample);
    }
    void note (float sample)
    {
        if (const float size = std::abs (sample); size != 0.0f && size != kInput)
            ++numMade_;
        peak_ = std::isfinite (sample) ? std::max (peak_, std::abs (sample))
                                       : std::numeric_limits<float>::infinity ();
    }

    juce::AudioProcessor& processor_;
    const std::int64_t numWanted_;
    juce::AudioBuffer<float> audio_ {2, kBlock};
    juce::MidiBuffer midi_;
    Song song_;
    float peak_ = 0;
    std::int64_t numMade_ = 0;
    std::atomic<std::int64_t> numPlayed_ {0};
    std::atomic<bool> isNeeded_ {true}, isWatched_ {false};
    std::thread thread_;
};

} // namespace melstrom::testing
