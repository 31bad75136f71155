#include "Engine/Report/Origin/MoveLists.h"

#include <algorithm>
#include <bit>

namespace melstrom
{

Specs windowMoves (const MelSpec& spec, const ArrayFacts& facts, bool isFine)
{
    const int now = spec.window.samplesAt (facts.rateHz), hop = spec.hop.samplesAt (facts.rateHz);
    std::vector<int> windows {now, 2 * hop, 5 * hop / 2, 3 * hop, 4 * hop, 5 * hop, 8 * hop};
    for (const double ms : {10.0, 16.0, 20.0, 23.2, 25.0, 30.0, 32.0, 40.0, 46.4, 50.0, 64.0, 80.0,
                            92.9, 100.0, 128.0})
        windows.push_back (static_cast<int> (ms * facts.rateHz / 1000));
    for (int power = 128; power <= 8192; power *= 2)
        windows.push_back (power);
    for (const int length : {200, 400, 600, 640, 800, 882, 1102, 1103, 1200, 1600, 1920, 2400})
        windows.push_back (length);
    if (isFine)
        for (const int step : {1, 2, 4, 8, 16, 32, 64})
            windows.insert (windows.end (), {now - step, now + step});
    std::ranges::sort (windows);
    windows.erase (std::ranges::unique (windows).begin (), windows.end ());

    Specs specs;
    for (const int window : windows)
    {
        if (window < 8 || (isFine && (window < now / 2 || window > 2 * now)))
            continue;
        const int power = static_cast<int> (std::bit_ceil (static_cast<unsigned> (window)));
        std::vector<int> transforms {window, power, 2 * power};
        if (const auto kept = spec.fftSamples.value_or (0); kept >= window)
            transforms.push_back (kept);
        for (std::size_t i = 0; i < transforms.size (); ++i)
        {
            if (std::find (transforms.begin (), transforms.begin () + std::ptrdiff_t (i),
                           transforms[i]) != transforms.begin () + std::ptrdiff_t (i))
                continue;
            MelSpec changed = spec;
            if (window != now)
                changed.window = {static_cast<double> (window), Length::Unit::samples};
            setTransform (changed, window, transforms[i]);
            specs.push_back (withFrames (changed, facts));
        }
    }
    return specs;
}

} // namespace melstrom
