#include "Tests/Reference/ReferenceClip.h"

#include <cmath>

namespace melstrom::testing
{

std::vector<double> referenceClip (const MelSpec& spec, int rateHz,
                                   const std::vector<double>& whole)
{
    auto signal = whole;
    if (whole.empty ())
        return signal;
    if (! spec.clipMs)
    {
        while (spec.padToSamples && signal.size () < static_cast<std::size_t> (*spec.padToSamples))
            signal.push_back (0);
        return signal;
    }
    // The rule of window lengths in milliseconds: a whole number stays whole despite rounding
    // errors.
    const auto wanted = static_cast<std::size_t> (std::floor (*spec.clipMs * rateHz / 1000 + 1e-6));
    while (signal.size () > wanted && spec.clipFrom == ClipFrom::start)
        signal.pop_back ();
    if (signal.size () > wanted && spec.clipFrom == ClipFrom::end)
        signal.erase (signal.begin (), signal.end () - static_cast<std::ptrdiff_t> (wanted));
    for (bool atEnd = true; signal.size () > wanted; atEnd = ! atEnd) // centre: both ends in turn
        signal.erase (atEnd ? signal.end () - 1 : signal.begin ());
    for (std::size_t i = 0; signal.size () < wanted && spec.clipPad != ClipPad::none; ++i)
        signal.push_back (spec.clipPad == ClipPad::repeat ? whole[i % whole.size ()] : 0);
    return signal;
}

} // namespace melstrom::testing
