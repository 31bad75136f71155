// The history of the live page: sound, waveform and rows of two front ends in one limit of memory.
#pragma once

#include "Standalone/App/Audio/AppAudio.h"
#include "Standalone/App/Live/LiveFeed.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>

namespace melstrom
{

/** Goes on over devices: the time without a device is a gap. The oldest goes first: sound beyond a
    quarter of the limit; then, beyond the limit, what is oldest of all. Thread: message. */
class LiveHistory
{
public:
    static constexpr int kSoundShare = 4;                     ///< one part in so many is sound
    static constexpr std::size_t kFirstBytes = 1'000'000'000; ///< as long as the user chose none
    static constexpr std::size_t kLeastBytes = 16'000'000;

    /** audio: outlives this object. */
    explicit LiveHistory (AppAudio& audio);

    LiveFeed& feed (int index) noexcept { return feeds_[static_cast<std::size_t> (index)]; }
    const LiveFeed& feed (int index) const noexcept
    {
        return feeds_[static_cast<std::size_t> (index)];
    }
    const WaveStore& wave () const noexcept { return audio_.wave (); }

    /** At least kLeastBytes. Takes effect with the next update. */
    void setMostBytes (std::size_t bytes) noexcept;
    std::size_t mostBytes () const noexcept { return mostBytes_; }

    struct Memory
    {
        std::size_t rowBytes = 0, soundBytes = 0, waveBytes = 0;
        std::size_t all () const noexcept { return rowBytes + soundBytes + waveBytes; }
    };
    Memory memory () const noexcept;

    /** Takes rows, sound and waveform. Returns true if a feed did. */
    bool update ();

    double beginSeconds () const noexcept; ///< of what is shown
    double endSeconds () const noexcept;   ///< of the newest sound
    double soundSeconds () const noexcept; ///< from the oldest kept sample on
    SoundCut sound (double beginSeconds, double endSeconds) const
    {
        return audio_.sound ().cut (beginSeconds, endSeconds);
    }
    /** While rows are computed for a new front end: how much is done, 0 .. 1. */
    std::optional<double> doneRatio () const;

private:
    void trim ();
    bool dropOldest ();

    AppAudio& audio_;
    std::array<LiveFeed, 2> feeds_;
    std::size_t mostBytes_ = kFirstBytes;
};

} // namespace melstrom
