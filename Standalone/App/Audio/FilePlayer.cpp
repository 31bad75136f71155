#include "Standalone/App/Audio/FilePlayer.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

Result<void> FilePlayer::play (Storage& storage, const FileSection& section)
{
    MELSTROM_TRY_VALUE (auto file, FileAhead::open (storage, section));
    auto next = std::make_unique<Playing> ();
    next->file = std::move (file);
    next->id = ++lastId_;
    use (std::move (next));
    return {};
}

void FilePlayer::stop ()
{
    use (nullptr);
}

void FilePlayer::use (std::unique_ptr<Playing> next)
{
    wanted_.store (next.get ());
    gate_.waitForCallback (); // from now on heardId_ tells what the audio thread still uses
    if (playing_ != nullptr)
        former_.push_back (std::move (playing_));
    playing_ = std::move (next);
    collect ();
}

void FilePlayer::collect ()
{
    std::erase_if (former_,
                   [heard = heardId_.load ()] (const auto& one) { return one->id != heard; });
}

void FilePlayer::reset (double rateHz)
{
    use (nullptr);
    heard_ = nullptr;
    heardId_.store (0);
    former_.clear ();
    smoothedGain_.prepare (rampSamples (rateHz));
    smoothedGain_.snapTo (gain_.load ());
    fadeStep_ = static_cast<float> (1 / (FileAhead::kRampSeconds * rateHz));
    fade_ = 1;
}

std::optional<double> FilePlayer::heardSeconds (double latencySeconds) const
{
    if (playing_ == nullptr || endedId_.load () == playing_->id)
        return std::nullopt;
    const auto& file = *playing_->file;
    return std::max (file.section ().fromSeconds, file.takenSeconds () - latencySeconds);
}

std::optional<Error> FilePlayer::error () const
{
    return playing_ != nullptr ? playing_->file->error () : std::nullopt;
}

/** No sample of the section that is heard would follow. */
bool FilePlayer::isSilent () const noexcept
{
    return heard_ == nullptr || fade_ <= 0 || ! heard_->file->isReady () || heard_->file->isOver ();
}

void FilePlayer::add (float* left, float* right, int numSamples) noexcept
{
    Playing* const wanted = wanted_.load ();
    smoothedGain_.setTarget (gain_.load (std::memory_order_relaxed));
    for (int n = 0; n < numSamples; ++n)
    {
        if (heard_ != wanted && isSilent ())
        {
            heard_ = wanted;
            fade_ = 1;
        }
        if (isSilent ())
            break;
        if (addSample (left[n], right[n], heard_ != wanted))
            continue;
        if (heard_ == wanted && ! heard_->file->isOver ())
            numMissing_.fetch_add (numSamples - n, std::memory_order_relaxed);
        fade_ = heard_ == wanted ? fade_ : 0;
        if (heard_ == wanted)
            break;
    }
    if (heard_ != nullptr && heard_->file->isReady () && heard_->file->isOver ())
        endedId_.store (heard_->id);
    heardId_.store (heard_ != nullptr ? heard_->id : 0);
}

/** false: the next frame is not there. */
bool FilePlayer::addSample (float& left, float& right, bool isLeaving) noexcept
{
    StereoFrame frame;
    if (! heard_->file->tryTake (frame))
        return false;
    if (isLeaving)
        fade_ -= fadeStep_;
    const float gain = static_cast<float> (smoothedGain_.next ()) * (fade_ > 0 ? fade_ : 0.0f);
    left += gain * frame.left;
    right += gain * frame.right;
    return true;
}

} // namespace melstrom
