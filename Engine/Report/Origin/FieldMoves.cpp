#include "Engine/Report/Origin/SpecMoves.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** The spec at every usual length of the window; its transform follows the spec's own rule. */
std::vector<MelSpec> windowLengths (const MelSpec& spec, const ArrayFacts& facts)
{
    const int now = spec.window.samplesAt (facts.rateHz);
    std::vector<int> lengths {200, 400, 600, 640, 800, 882, 1102, 1103, 1200, 1600, 1920, 2400};
    for (int ms = 5; ms <= 50; ++ms)
        lengths.push_back (ms * facts.rateHz / 1000);
    for (const double ms : {12.5, 23.2, 37.5, 46.4, 60.0, 64.0, 80.0, 92.9, 100.0, 128.0})
        lengths.push_back (static_cast<int> (ms * facts.rateHz / 1000));
    for (int power = 128; power <= 8192; power *= 2)
        lengths.push_back (power);
    std::ranges::sort (lengths);
    lengths.erase (std::ranges::unique (lengths).begin (), lengths.end ());
    std::vector<MelSpec> specs;
    for (const int length : lengths)
    {
        if (length < 8 || length == now || length > spec.fftSamples.value_or (length))
            continue;
        specs.push_back (spec);
        specs.back ().window = {static_cast<double> (length), Length::Unit::samples};
    }
    return specs;
}

/** The spec with every usual transform that holds its window. */
std::vector<MelSpec> transformLengths (const MelSpec& spec, const ArrayFacts& facts)
{
    const int window = spec.window.samplesAt (facts.rateHz);
    std::vector<int> lengths {window, 2 * window, 400, 480, 600, 800, 1000, 1200, 1600, 2000};
    for (int power = 128; power <= 16384; power *= 2)
        lengths.push_back (power);
    std::vector<MelSpec> specs;
    for (const int length : lengths)
        if (length >= window && length <= 16 * window)
        {
            specs.push_back (spec);
            setTransform (specs.back (), window, length);
        }
    return specs;
}
} // namespace

std::vector<MelSpec> fieldMoves (const Candidate& candidate, const ArrayFacts& facts, bool isFine)
{
    std::vector<MelSpec> specs = hops (candidate.spec, facts);
    const auto add = [&] (std::vector<MelSpec> more)
    { specs.insert (specs.end (), more.begin (), more.end ()); };
    add (windowLengths (candidate.spec, facts));
    add (transformLengths (candidate.spec, facts));
    for (MelSpec& spec : specs)
        spec = withFrames (spec, facts);
    add (nearestFramings (candidate.spec, facts));
    for (const auto stage : kMoveStages)
        if (stage != MoveStage::framing && (stage != MoveStage::window || isFine))
            add (neighbours (stage, candidate, facts, isFine));
    return specs;
}

} // namespace melstrom
