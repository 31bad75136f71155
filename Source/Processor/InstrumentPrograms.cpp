#include "Source/Processor/InstrumentPrograms.h"

#include "Engine/Spec/Patch/PatchLibrary.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr double kUsualRateHz = 48'000;
} // namespace

const std::vector<Patch>& instrumentPrograms ()
{
    static const auto programs = []
    {
        std::vector<Patch> all {initPatch ()};
        const auto& factory = factoryLibrary ().patches;
        all.insert (all.end (), factory.begin (), factory.end ());
        return all;
    }();
    return programs;
}

int programOf (const Patch& patch)
{
    const auto& programs = instrumentPrograms ();
    const auto* const found = findByName (programs, patch.name);
    return found != nullptr ? static_cast<int> (found - programs.data ()) : -1;
}

int ProgramChoice::toldToHost () const noexcept
{
    const int asked = asked_;
    return asked >= 0 ? asked : std::max (sounding_.load (), 0);
}

bool ProgramChoice::isNew (int program) noexcept
{
    const bool isEcho = echoSamples_.exchange (0) > 0 && program == 0;
    const int asked = asked_;
    return ! isEcho && program != (asked >= 0 ? asked : sounding_.load ());
}

void ProgramChoice::expectEcho (double rateHz) noexcept
{
    echoSamples_ = static_cast<std::int64_t> (kEchoSeconds * (rateHz > 0 ? rateHz : kUsualRateHz));
}

void ProgramChoice::countSamples (int numSamples) noexcept
{
    if (echoSamples_.load (std::memory_order_relaxed) > 0)
        echoSamples_.fetch_sub (numSamples, std::memory_order_relaxed);
}

} // namespace melstrom
