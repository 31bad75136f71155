// Answers to programs that ask for the clipboard's content.
#pragma once

#include "Source/Export/XcbLinux.h"

#include <chrono>
#include <string>
#include <vector>

namespace melstrom
{

/** Owner of the selection CLIPBOARD. Content above a MiB goes in pieces (INCR).
    Source: Inter-Client Communication Conventions Manual 2.0, section 2. Thread: any, one at a
    time. */
class SelectionOwner
{
public:
    SelectionOwner (const std::string& mimeType, std::string bytes);

    /** Becomes the owner. False: no display, or another program was faster. */
    bool begin ();
    /** Answers all events that have arrived. False: the connection is lost. */
    bool answer ();
    int fileDescriptor () const { return x_.xcb.fileDescriptor (x_.get ()); }
    /** False once another program owns the selection. */
    bool isOwner () const noexcept { return isOwner_; }

private:
    /** Pieces that another program takes one by one. */
    struct Transfer
    {
        xcb_window_t window;
        xcb_atom_t property;
        std::size_t numSent;
        std::chrono::steady_clock::time_point lastTaken;
    };

    xcb_timestamp_t serverTime ();
    void take (const xcb_generic_event_t& event);
    void reply (const xcb_selection_request_event_t& request);
    bool give (const xcb_selection_request_event_t& request, xcb_atom_t property);
    void giveNext (const xcb_property_notify_event_t& notice);
    void dropAbandoned ();

    const XcbConnection x_;
    const std::string mimeType_, bytes_;
    xcb_atom_t clipboard_ = 0, targets_ = 0, timestamp_ = 0, incremental_ = 0, type_ = 0;
    xcb_timestamp_t ownedSince_ = 0;
    std::size_t pieceBytes_ = 0;
    std::vector<Transfer> transfers_;
    bool isOwner_ = false;
};

} // namespace melstrom
