// Song position as reported by the host.
#pragma once

#include "Engine/Realtime/Control/SongTime.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace melstrom
{

/** Beats as linear pieces over the synthesizer's time. A host reports its song position at each
    block; while the report matches the present piece, nothing is added. Plain data: may be copied.
    Thread: one at a time; allocates nothing. */
class SongLine final : public SongTime
{
public:
    /** Sets position and speed from `sample` on, later than all earlier calls. If all 32 pieces are
        in use, it replaces the last piece. */
    void goOn (std::int64_t sample, double beats, double beatsPerSample) noexcept
    {
        constexpr double kSame = 1e-6; // beats; hosts compute them in double from seconds
        Piece& last = pieces_[count_ - 1];
        if (std::abs (beatsAt (sample) - beats) < kSame && beatsPerSample == last.beatsPerSample)
            return;
        if (last.start < sample && count_ < pieces_.size ())
            ++count_;
        pieces_[count_ - 1] = {sample, beats, beatsPerSample};
    }
    /** For a song that is stopped or missing: beats continue from their present value at that
        speed. */
    void runFreely (std::int64_t sample, double beatsPerSample) noexcept
    {
        goOn (sample, beatsAt (sample), beatsPerSample);
    }

    /** Drops pieces that end before `sample`. */
    void dropBefore (std::int64_t sample) noexcept
    {
        const std::size_t first = indexOf (sample);
        for (std::size_t i = first; i < count_; ++i)
            pieces_[i - first] = pieces_[i];
        count_ -= first;
    }

    double beatsAt (std::int64_t sample) const noexcept override
    {
        const Piece& piece = pieces_[indexOf (sample)];
        return piece.beats + static_cast<double> (sample - piece.start) * piece.beatsPerSample;
    }

    double beatsPerSampleAt (std::int64_t sample) const noexcept override
    {
        return pieces_[indexOf (sample)].beatsPerSample;
    }

private:
    struct Piece
    {
        std::int64_t start = 0;
        double beats = 0, beatsPerSample = 0;
    };
    std::size_t indexOf (std::int64_t sample) const noexcept
    {
        std::size_t index = count_ - 1;
        while (index > 0 && pieces_[index].start > sample)
            --index;
        return index;
    }

    std::array<Piece, 32> pieces_ {};
    std::size_t count_ = 1;
};

} // namespace melstrom
