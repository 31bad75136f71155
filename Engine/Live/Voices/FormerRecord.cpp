#include "Engine/Live/Voices/FormerRecord.h"

#include "Engine/Realtime/Control/ControlPoint.h"

namespace melstrom
{

namespace
{
float centreOf (float sides, float centreShare) noexcept
{
    return static_cast<float> (
        clusterCentre (static_cast<double> (sides), static_cast<double> (centreShare)));
}
} // namespace

VoiceSegment formerRecord (VoiceSegment record, const Timbre& former,
                           const FadingShares& shares) noexcept
{
    record.filter.type = former.filterType;
    record.filter.slope = former.filterSlope;
    for (std::size_t i = 0; i < record.oscillators.size (); ++i)
    {
        OscillatorSegment& oscillator = record.oscillators[i];
        const float share = shares.former[i];
        if (share != shares.current[i]) // else the centre is already bit-identical
            oscillator.centre = {centreOf (oscillator.sides.start, share),
                                 centreOf (oscillator.sides.end, share)};
    }
    return record;
}

NoiseSegment formerRecord (NoiseSegment record, const Timbre& former) noexcept
{
    for (NoiseShape* const shape : {&record.startShape, &record.endShape})
    {
        shape->type = former.filterType;
        shape->slope = former.filterSlope;
    }
    return record;
}

} // namespace melstrom
