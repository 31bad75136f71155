#include "Engine/Live/Tap/TapStream.h"

#include "Engine/Core/Guarded.h"

#include <utility>

namespace melstrom
{

Result<std::unique_ptr<TapStream>> TapStream::make (Backend& backend, const MelSpec& spec,
                                                    int rateHz)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<TapStream>>
        {
            MELSTROM_TRY_VALUE (auto stream, MelStream::make (backend, spec, rateHz));
            auto made = std::make_unique<TapStream> ();
            made->stream = std::move (stream);
            made->backendName = backend.name ();
            return made;
        });
}

Result<std::unique_ptr<TapStream>> TapStream::makeOnCpu (const MelSpec& spec, int rateHz)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<TapStream>>
        {
            MELSTROM_TRY_VALUE (auto cpu, makeCpuBackend (1));
            auto made = make (*cpu, spec, rateHz);
            if (made)
                (*made)->ownBackend = std::move (cpu);
            return made;
        });
}

void StreamOrder::deliver (Result<std::unique_ptr<TapStream>> made) noexcept
{
    State expected = State::asked;
    if (! made)
    {
        static_cast<void> (guarded (
            [&] () -> Result<void>
            {
                failure_ = made.error ().message;
                return {};
            }));
        state_.compare_exchange_strong (expected, State::failed);
        return;
    }
    stream_ = *std::move (made);
    if (! state_.compare_exchange_strong (expected, State::made))
        stream_.reset (); // cancelled: no other thread uses it
}

std::unique_ptr<TapStream> StreamOrder::take () noexcept
{
    State expected = State::made;
    if (! state_.compare_exchange_strong (expected, State::taken))
        return nullptr;
    return std::move (stream_);
}

void StreamOrder::cancel () noexcept
{
    if (state_.exchange (State::cancelled) == State::made)
        stream_.reset ();
}

std::string StreamOrder::failure () const
{
    return state_ == State::failed ? failure_ : std::string ();
}

} // namespace melstrom
