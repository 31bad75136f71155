#include "Source/Export/SelectionOwnerLinux.h"

#include <algorithm>
#include <array>
#include <utility>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostPieceBytes = std::size_t {1} << 20, kRequestBytes = 1024;
/** A program that takes no piece for so long has ended. */
constexpr auto kLongestPause = std::chrono::seconds (30);

template <typename Event>
const Event& as (const xcb_generic_event_t& event)
{
    return reinterpret_cast<const Event&> (event);
}

int kindOf (const xcb_generic_event_t& event)
{
    return event.response_type & 0x7f; // the highest bit: sent by a client
}
} // namespace

SelectionOwner::SelectionOwner (const std::string& mimeType, std::string bytes)
    : mimeType_ (mimeType), bytes_ (std::move (bytes))
{
}

bool SelectionOwner::begin ()
{
    if (! x_.isOpen ())
        return false;
    clipboard_ = x_.atom ("CLIPBOARD");
    targets_ = x_.atom ("TARGETS");
    timestamp_ = x_.atom ("TIMESTAMP");
    incremental_ = x_.atom ("INCR");
    type_ = x_.atom (mimeType_);
    const auto mostBytes = std::size_t {4} * x_.xcb.maximumRequest (x_.get ());
    pieceBytes_ = std::min (kMostPieceBytes, mostBytes - std::min (mostBytes, kRequestBytes));
    ownedSince_ = serverTime ();
    if (pieceBytes_ == 0 || ownedSince_ == XCB_CURRENT_TIME)
        return false;
    x_.xcb.setSelectionOwner (x_.get (), x_.window (), clipboard_, ownedSince_);
    const std::unique_ptr<xcb_get_selection_owner_reply_t, FreeXcb> owner (
        x_.xcb.getSelectionOwnerReply (x_.get (), x_.xcb.getSelectionOwner (x_.get (), clipboard_),
                                       nullptr));
    return isOwner_ = owner && owner->owner == x_.window ();
}

/** The time of a change of the own window: an owner names the time since which it owns. */
xcb_timestamp_t SelectionOwner::serverTime ()
{
    x_.setProperty (x_.window (), XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8, "Melstrom", 8);
    x_.xcb.flush (x_.get ());
    while (const XcbEvent event {x_.xcb.waitForEvent (x_.get ())})
        if (kindOf (*event) == XCB_PROPERTY_NOTIFY)
            return as<xcb_property_notify_event_t> (*event).time;
    return XCB_CURRENT_TIME;
}

bool SelectionOwner::answer ()
{
    for (bool goesOn = true; goesOn;) // a flush may read events, which then wait in libxcb's queue
    {
        goesOn = false;
        for (; const XcbEvent event {x_.xcb.pollForEvent (x_.get ())}; goesOn = true)
            take (*event);
        x_.xcb.flush (x_.get ());
    }
    dropAbandoned ();
    return x_.xcb.hasError (x_.get ()) == 0;
}

void SelectionOwner::take (const xcb_generic_event_t& event)
{
    switch (kindOf (event)) // 0: an error, for example about a window that is gone
    {
        case XCB_SELECTION_REQUEST: reply (as<xcb_selection_request_event_t> (event)); break;
        case XCB_PROPERTY_NOTIFY: giveNext (as<xcb_property_notify_event_t> (event)); break;
        case XCB_SELECTION_CLEAR: isOwner_ = false; break;
        default: break;
    }
}

void SelectionOwner::reply (const xcb_selection_request_event_t& request)
{
    // Old programs name no property.
    const auto property = request.property == XCB_ATOM_NONE ? request.target : request.property;
    std::array<char, 32> message {}; // every event has 32 bytes
    auto& notice = reinterpret_cast<xcb_selection_notify_event_t&> (message);
    notice.response_type = XCB_SELECTION_NOTIFY;
    notice.time = request.time;
    notice.requestor = request.requestor;
    notice.selection = request.selection;
    notice.target = request.target;
    notice.property = give (request, property) ? property : xcb_atom_t {XCB_ATOM_NONE};
    x_.xcb.sendEvent (x_.get (), 0, request.requestor, XCB_EVENT_MASK_NO_EVENT, message.data ());
}

/** Returns false if the content has no such form. */
bool SelectionOwner::give (const xcb_selection_request_event_t& request, xcb_atom_t property)
{
    if (request.selection != clipboard_)
        return false;
    const auto window = request.requestor;
    if (request.target == targets_)
    {
        const std::array forms {targets_, timestamp_, type_};
        x_.setProperty (window, property, XCB_ATOM_ATOM, 32, forms.data (), forms.size ());
    }
    else if (request.target == timestamp_)
        x_.setProperty (window, property, XCB_ATOM_INTEGER, 32, &ownedSince_, 1);
    else if (request.target != type_)
        return false;
    else if (bytes_.size () <= pieceBytes_)
        x_.setProperty (window, property, type_, 8, bytes_.data (), bytes_.size ());
    else
    {
        const auto numBytes = static_cast<std::uint32_t> (bytes_.size ());
        x_.watchProperties (window);
        x_.setProperty (window, property, incremental_, 32, &numBytes, 1);
        transfers_.push_back ({window, property, 0, std::chrono::steady_clock::now ()});
    }
    return true;
}

/** A deleted property asks for the next piece; an empty piece is the end. */
void SelectionOwner::giveNext (const xcb_property_notify_event_t& notice)
{
    const auto found = std::ranges::find_if (
        transfers_, [&notice] (const Transfer& transfer)
        { return transfer.window == notice.window && transfer.property == notice.atom; });
    if (notice.state != XCB_PROPERTY_DELETE || found == transfers_.end ())
        return;
    const auto count = std::min (pieceBytes_, bytes_.size () - found->numSent);
    x_.setProperty (found->window, found->property, type_, 8, bytes_.data () + found->numSent,
                    count);
    found->numSent += count;
    found->lastTaken = std::chrono::steady_clock::now ();
    if (count == 0)
        transfers_.erase (found);
}

void SelectionOwner::dropAbandoned ()
{
    const auto oldest = std::chrono::steady_clock::now () - kLongestPause;
    std::erase_if (transfers_,
                   [oldest] (const Transfer& transfer) { return transfer.lastTaken < oldest; });
}

} // namespace melstrom
