// Libxcb, loaded while the process runs: neither plugins nor app depend on it.
#pragma once

#include "Engine/Core/System/SharedLibrary.h"

#include <cstdlib>
#include <memory>
#include <string_view>
#include <xcb/xcb.h>

namespace melstrom
{

/** The functions that ClipboardOffer uses. Unlike Xlib, an error of the server is an event of its
    connection: it never ends the process of a host. */
struct Xcb
{
    SharedLibrary library {"libxcb.so.1"};
    decltype (&xcb_connect) connect = nullptr;
    decltype (&xcb_disconnect) disconnect = nullptr;
    decltype (&xcb_connection_has_error) hasError = nullptr;
    decltype (&xcb_get_file_descriptor) fileDescriptor = nullptr;
    decltype (&xcb_get_maximum_request_length) maximumRequest = nullptr;
    decltype (&xcb_get_setup) setup = nullptr;
    decltype (&xcb_setup_roots_iterator) roots = nullptr;
    decltype (&xcb_generate_id) generateId = nullptr;
    decltype (&xcb_create_window) createWindow = nullptr;
    decltype (&xcb_change_window_attributes) changeWindow = nullptr;
    decltype (&xcb_intern_atom) internAtom = nullptr;
    decltype (&xcb_intern_atom_reply) internAtomReply = nullptr;
    decltype (&xcb_set_selection_owner) setSelectionOwner = nullptr;
    decltype (&xcb_get_selection_owner) getSelectionOwner = nullptr;
    decltype (&xcb_get_selection_owner_reply) getSelectionOwnerReply = nullptr;
    decltype (&xcb_change_property) changeProperty = nullptr;
    decltype (&xcb_send_event) sendEvent = nullptr;
    decltype (&xcb_wait_for_event) waitForEvent = nullptr;
    decltype (&xcb_poll_for_event) pollForEvent = nullptr;
    decltype (&xcb_flush) flush = nullptr;

    /** False: the system has no libxcb, or not all functions. */
    bool load ()
    {
        return library.isLoaded () && library.find ("xcb_connect", connect) &&
               library.find ("xcb_disconnect", disconnect) &&
               library.find ("xcb_connection_has_error", hasError) &&
               library.find ("xcb_get_file_descriptor", fileDescriptor) &&
               library.find ("xcb_get_maximum_request_length", maximumRequest) &&
               library.find ("xcb_get_setup", setup) &&
               library.find ("xcb_setup_roots_iterator", roots) &&
               library.find ("xcb_generate_id", generateId) &&
               library.find ("xcb_create_window", createWindow) &&
               library.find ("xcb_change_window_attributes", changeWindow) &&
               library.find ("xcb_intern_atom", internAtom) &&
               library.find ("xcb_intern_atom_reply", internAtomReply) &&
               library.find ("xcb_set_selection_owner", setSelectionOwner) &&
               library.find ("xcb_get_selection_owner", getSelectionOwner) &&
               library.find ("xcb_get_selection_owner_reply", getSelectionOwnerReply) &&
               library.find ("xcb_change_property", changeProperty) &&
               library.find ("xcb_send_event", sendEvent) &&
               library.find ("xcb_wait_for_event", waitForEvent) &&
               library.find ("xcb_poll_for_event", pollForEvent) &&
               library.find ("xcb_flush", flush);
    }
};

/** What libxcb allocates. */
struct FreeXcb
{
    void operator() (void* allocated) const noexcept { std::free (allocated); }
};
using XcbEvent = std::unique_ptr<xcb_generic_event_t, FreeXcb>;

/** A connection with one invisible window. Not connected: `isOpen` is false. */
class XcbConnection
{
public:
    XcbConnection () : isOpen_ (xcb.load () && open ()) {}
    ~XcbConnection ()
    {
        if (connection_ != nullptr)
            xcb.disconnect (connection_);
    }
    XcbConnection (const XcbConnection&) = delete;
    XcbConnection& operator= (const XcbConnection&) = delete;

    bool isOpen () const noexcept { return isOpen_; }
    xcb_connection_t* get () const noexcept { return connection_; }
    xcb_window_t window () const noexcept { return window_; }

    xcb_atom_t atom (std::string_view name) const
    {
        const auto asked = xcb.internAtom (connection_, 0,
                                           static_cast<std::uint16_t> (name.size ()), name.data ());
        const std::unique_ptr<xcb_intern_atom_reply_t, FreeXcb> reply (
            xcb.internAtomReply (connection_, asked, nullptr));
        return reply ? reply->atom : xcb_atom_t {XCB_ATOM_NONE};
    }

    void setProperty (xcb_window_t window, xcb_atom_t property, xcb_atom_t type, int bitsEach,
                      const void* values, std::size_t numValues) const
    {
        xcb.changeProperty (connection_, XCB_PROP_MODE_REPLACE, window, property, type,
                            static_cast<std::uint8_t> (bitsEach),
                            static_cast<std::uint32_t> (numValues), values);
    }

    /** Asks for news of a window's properties; of other clients' windows too. */
    void watchProperties (xcb_window_t window) const
    {
        const std::uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
        xcb.changeWindow (connection_, window, XCB_CW_EVENT_MASK, &events);
    }

    Xcb xcb;

private:
    bool open ()
    {
        connection_ = xcb.connect (nullptr, nullptr);
        if (xcb.hasError (connection_) != 0)
            return false;
        const auto* const screen = xcb.roots (xcb.setup (connection_)).data;
        window_ = xcb.generateId (connection_);
        xcb.createWindow (connection_, XCB_COPY_FROM_PARENT, window_, screen->root, -10, -10, 1, 1,
                          0, XCB_WINDOW_CLASS_INPUT_OUTPUT, screen->root_visual, 0, nullptr);
        watchProperties (window_);
        return true;
    }

    xcb_connection_t* connection_ = nullptr;
    xcb_window_t window_ = 0;
    const bool isOpen_;
};

} // namespace melstrom
