#include "Standalone/App/Live/LiveHistory.h"

#include <algorithm>
#include <functional>

namespace melstrom
{

LiveHistory::LiveHistory (AppAudio& audio)
    : audio_ (audio), feeds_ {LiveFeed (audio.tap (0), audio.sound ()),
                              LiveFeed (audio.tap (1), audio.sound ())}
{
}

void LiveHistory::setMostBytes (std::size_t bytes) noexcept
{
    mostBytes_ = std::max (bytes, kLeastBytes);
}

LiveHistory::Memory LiveHistory::memory () const noexcept
{
    return {feeds_[0].memoryBytes () + feeds_[1].memoryBytes (), audio_.sound ().memoryBytes (),
            audio_.wave ().memoryBytes ()};
}

bool LiveHistory::update ()
{
    audio_.updateHistory ();
    bool isReplaced = false;
    for (auto& feed : feeds_)
        isReplaced = feed.update (audio_.rateHz ()) || isReplaced;
    trim ();
    return isReplaced;
}

void LiveHistory::trim ()
{
    auto& sound = audio_.sound ();
    while (sound.memoryBytes () > mostBytes_ / kSoundShare && sound.dropOldest ())
    {
    }
    while (memory ().all () > mostBytes_ && dropOldest ())
    {
    }
}

/** false: nothing can go. */
bool LiveHistory::dropOldest ()
{
    struct Store
    {
        double beginSeconds;
        std::function<bool ()> drop;
    };
    std::vector<Store> stores {
        {audio_.sound ().beginSeconds (), [this] { return audio_.sound ().dropOldest (); }},
        {audio_.wave ().beginSeconds (), [this] { return audio_.wave ().dropOldest (); }}};
    for (auto& feed : feeds_)
        if (const auto* const rows = feed.rows ())
            stores.push_back ({rows->beginSeconds (), [&feed] { return feed.dropOldest (); }});
    std::ranges::sort (stores, {}, &Store::beginSeconds);
    return std::ranges::any_of (stores, [] (const Store& store) { return store.drop (); });
}

double LiveHistory::beginSeconds () const noexcept
{
    const auto* const rows = feeds_[0].rows ();
    return rows != nullptr ? std::max (rows->beginSeconds (), 0.0) : audio_.wave ().beginSeconds ();
}

double LiveHistory::endSeconds () const noexcept
{
    return audio_.rateHz () > 0 ? static_cast<double> (audio_.position ()) / audio_.rateHz ()
                                : audio_.sound ().endSeconds ();
}

double LiveHistory::soundSeconds () const noexcept
{
    return audio_.sound ().isEmpty () ? 0 : endSeconds () - audio_.sound ().beginSeconds ();
}

std::optional<double> LiveHistory::doneRatio () const
{
    std::optional<double> least;
    for (const auto& feed : feeds_)
        if (const auto done = feed.doneRatio ())
            least = std::min (least.value_or (1), *done);
    return least;
}

} // namespace melstrom
