#include "Engine/Dsp/Resample/PolyphaseFilter.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

Result<PolyphaseFilter> PolyphaseFilter::make (const Resampling& resampling, int fromHz, int toHz)
{
    MELSTROM_TRY (checkResampling (resampling, fromHz, toHz));
    const PolyphaseShape shape (resampling, fromHz, toHz);
    PolyphaseFilter filter (shape);
    filter.rowTaps_ = (shape.numTaps + kTapsUnit - 1) / kTapsUnit * kTapsUnit;
    const auto rowTaps = static_cast<std::size_t> (filter.rowTaps_);
    filter.taps_.resize (rowTaps * static_cast<std::size_t> (shape.numPhases));
    std::vector<double> row (static_cast<std::size_t> (shape.numTaps));
    const auto fill = [&] (auto&& rows)
    {
        for (int phase = 0; phase < shape.numPhases; ++phase)
        {
            rows.write (phase, row.data ());
            std::transform (row.begin (), row.end (),
                            filter.taps_.begin () + static_cast<std::ptrdiff_t> (rowTaps) * phase,
                            [] (double tap) { return static_cast<float> (tap); });
        }
    };
    switch (resampling.kind)
    {
        case ResamplerKind::kaiserBest: fill (KaiserBestRows (shape)); break;
        case ResamplerKind::ffmpeg: fill (SwresampleRows (shape)); break;
        default: fill (SincHannRows (resampling, shape)); break;
    }
    return filter;
}

std::vector<std::int16_t> PolyphaseFilter::taps16 () const
{
    std::vector<std::int16_t> taps (taps_.size ());
    std::transform (taps_.begin (), taps_.end (), taps.begin (),
                    [] (float tap)
                    {
                        const auto rounded = std::lrint (tap * 32768.0f);
                        return static_cast<std::int16_t> (std::clamp (rounded, -32768L, 32767L));
                    });
    return taps;
}

} // namespace melstrom
