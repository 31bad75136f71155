#include "Engine/Live/Voices/SegmentSums.h"

#include <algorithm>

namespace melstrom
{

SegmentSums::SegmentSums (int maxSegments)
{
    for (Sums* const sums : {&current_, &former_})
        for (Stereo* const stereo : {&sums->partials, &sums->noise})
        {
            stereo->left.resize (offsetOfSegment (maxSegments));
            stereo->right.resize (offsetOfSegment (maxSegments));
        }
}

void SegmentSums::silence (int numSegments) noexcept
{
    for (Sums* const sums : {&current_, &former_})
        for (Stereo* const stereo : {&sums->partials, &sums->noise})
        {
            std::fill_n (stereo->left.begin (), offsetOfSegment (numSegments), 0.0f);
            std::fill_n (stereo->right.begin (), offsetOfSegment (numSegments), 0.0f);
        }
}

void SegmentSums::takeOut (std::span<const TimbreFade> fades, std::size_t from, float* left,
                           float* right, int numSamples) const noexcept
{
    for (int done = 0; done < numSamples;)
    {
        const TimbreFade& fade = fades[from / kControlSamples];
        const auto first = static_cast<int> (from % kControlSamples);
        const int count = std::min (kControlSamples - first, numSamples - done);
        for (int n = 0; n < count; ++n)
        {
            const std::size_t at = from + static_cast<std::size_t> (n);
            left[done + n] = current_.partials.left[at] + current_.noise.left[at];
            right[done + n] = current_.partials.right[at] + current_.noise.right[at];
        }
        if (fade.isFading ())
            mixFormer (from, fade, left + done, right + done, count);
        from += static_cast<std::size_t> (count);
        done += count;
    }
}

/** left, right (numSamples): in, the current timbre from sample `from` on, within one segment; out,
    the mix. */
void SegmentSums::mixFormer (std::size_t from, const TimbreFade& fade, float* left, float* right,
                             int numSamples) const noexcept
{
    const auto first = static_cast<int> (from % kControlSamples);
    for (int n = 0; n < numSamples; ++n)
    {
        const std::size_t at = from + static_cast<std::size_t> (n);
        const float share = fade.shareAt (first + n);
        const float formerLeft = former_.partials.left[at] + former_.noise.left[at];
        const float formerRight = former_.partials.right[at] + former_.noise.right[at];
        left[n] = formerLeft + (left[n] - formerLeft) * share;
        right[n] = formerRight + (right[n] - formerRight) * share;
    }
}

} // namespace melstrom
