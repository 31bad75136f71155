#include "Source/Processor/SongPosition.h"

#include <cmath>

namespace melstrom
{

SongPlace songPlaceOf (juce::AudioPlayHead* playHead, double rateHz) noexcept
{
    SongPlace place;
    if (playHead == nullptr || ! (rateHz > 0))
        return place;
    const auto position = playHead->getPosition ();
    if (! position.hasValue ())
        return place;
    const double beatsPerMinute = position->getBpm ().orFallback (0.0);
    if (std::isfinite (beatsPerMinute) && beatsPerMinute > 0)
        place.beatsPerSample = beatsPerMinute / (60 * rateHz);
    if (const auto beats = position->getPpqPosition (); beats.hasValue () && std::isfinite (*beats))
        place.beats = *beats;
    else if (const auto samples = position->getTimeInSamples ())
        place.beats =
            static_cast<double> (*samples) * place.beatsPerSample; // as if the tempo never changed
    place.isRunning = position->getIsPlaying () && place.beatsPerSample > 0;
    return place;
}

} // namespace melstrom
