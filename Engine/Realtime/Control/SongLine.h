// Where the host's song is, as far as it has said so.
#pragma once

#include "Engine/Realtime/Control/SongTime.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace melstrom
{

/** Beats as a few straight pieces over the synthesizer's time. A host says at each block where its song is; as long as that is where the song
    was bound to be, nothing is noted down. Plain data: may be copied. Thread: one at a time; allocates nothing. */
class SongLine final : public SongTime
{
public:
    /** From that sample on. Later than all before. With more places than there is room for, the last one is forgotten. */
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
    /** The host's song stands, or there is none: beats go on as they went, at that speed. */
    void runFreely (std::int64_t sample, double beatsPerSample) noexcept
    {
        goOn (sample, beatsAt (sample), beatsPerSample);
    }

    /** Nobody asks for earlier samples any more. */
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
