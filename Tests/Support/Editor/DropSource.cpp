#include "Tests/Support/Editor/DropSource.h"

#include "Tests/Support/Plugin/Host.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <stdexcept>

namespace melstrom::testing
{

namespace
{

constexpr long kVersion = 5;
constexpr int kLongestWaitMs = 5000, kLookMs = 10;
constexpr long kEventMask = 0; ///< client messages go to the window's owner

/** "file:///a%20b", CR, LF for each path. */
std::string uriList (const std::vector<std::string>& paths)
{
    std::string list;
    for (const std::string& path : paths)
    {
        list += "file://";
        for (const char letter : path)
        {
            const auto byte = static_cast<unsigned char> (letter);
            const bool isPlain = std::isalnum (byte) != 0 || letter == '/' || letter == '.' ||
                                 letter == '-' || letter == '_';
            list += isPlain ? std::string (1, letter)
                            : "%" + juce::String::toHexString (&letter, 1, 0).toStdString ();
        }
        list += "\r\n";
    }
    return list;
}

} // namespace

struct DropSource::Connection
{
    Connection ()
    {
        if (display == nullptr)
            throw std::runtime_error ("there is no X server at $DISPLAY");
        window = XCreateSimpleWindow (display, DefaultRootWindow (display), 0, 0, 1, 1, 0, 0, 0);
    }
    ~Connection ()
    {
        if (display != nullptr)
            XCloseDisplay (display);
    }

    Atom atom (const char* name) { return XInternAtom (display, name, False); }
    /** The newest version of the protocol that both sides know; 0: the window takes no drops. */
    long versionWith (Window target)
    {
        Atom type = 0;
        int format = 0;
        unsigned long numItems = 0, numLeft = 0;
        unsigned char* data = nullptr;
        const auto status =
            XGetWindowProperty (display, target, atom ("XdndAware"), 0, 1, False, XA_ATOM, &type,
                                &format, &numItems, &numLeft, &data);
        const bool isAware = status == Success && numItems == 1;
        const long version = isAware ? *reinterpret_cast<const long*> (data) : 0;
        if (data != nullptr)
            XFree (data);
        return std::min (version, kVersion);
    }
    void send (Window target, const char* type, const std::array<long, 4>& values)
    {
        XEvent event {};
        event.xclient.type = ClientMessage;
        event.xclient.window = target;
        event.xclient.message_type = atom (type);
        event.xclient.format = 32;
        event.xclient.data.l[0] = static_cast<long> (window);
        for (std::size_t n = 0; n < values.size (); ++n)
            event.xclient.data.l[n + 1] = values[n];
        XSendEvent (display, target, False, kEventMask, &event);
        XFlush (display);
    }
    void answer (const XSelectionRequestEvent& asked)
    {
        XChangeProperty (display, asked.requestor, asked.property, asked.target, 8, PropModeReplace,
                         reinterpret_cast<const unsigned char*> (list.data ()),
                         static_cast<int> (list.size ()));
        XEvent event {};
        event.xselection.type = SelectionNotify;
        event.xselection.requestor = asked.requestor;
        event.xselection.selection = asked.selection;
        event.xselection.target = asked.target;
        event.xselection.property = asked.property;
        event.xselection.time = asked.time;
        XSendEvent (display, asked.requestor, False, kEventMask, &event);
        XFlush (display);
    }
    /** The flags of the answer; empty: none came. Gives the files when they are asked for. */
    std::optional<long> waitFor (const char* type)
    {
        for (int waitedMs = 0; waitedMs < kLongestWaitMs; waitedMs += kLookMs)
        {
            while (XPending (display) > 0)
            {
                XEvent event;
                XNextEvent (display, &event);
                if (event.type == SelectionRequest)
                    answer (event.xselectionrequest);
                else if (event.type == ClientMessage && event.xclient.message_type == atom (type))
                    return event.xclient.data.l[1];
            }
            pumpMessages (kLookMs);
        }
        return {};
    }

    Display* display = XOpenDisplay (nullptr);
    Window window = 0;
    std::string list;
};

DropSource::DropSource () : connection_ (std::make_unique<Connection> ()) {}
DropSource::~DropSource () = default;

bool DropSource::drop (const std::vector<std::string>& paths, juce::Component& component)
{
    auto& source = *connection_;
    auto* const peer = component.getPeer ();
    if (peer == nullptr)
        return false;
    const auto target =
        static_cast<Window> (reinterpret_cast<std::uintptr_t> (peer->getNativeHandle ()));
    const long version = source.versionWith (target);
    if (version == 0)
        return false;
    source.list = uriList (paths);
    XSetSelectionOwner (source.display, source.atom ("XdndSelection"), source.window, CurrentTime);
    source.send (target, "XdndEnter",
                 {version << 24, static_cast<long> (source.atom ("text/uri-list")), 0, 0});
    const auto scale = juce::Desktop::getInstance ().getGlobalScaleFactor ();
    const auto place = (component.getScreenBounds ().getCentre ().toFloat () * scale).toInt ();
    const auto copy = static_cast<long> (source.atom ("XdndActionCopy"));
    for (int step = 0; step < 2; ++step) // the files are known from the second one on
    {
        source.send (target, "XdndPosition",
                     {0, (long {place.x + step} << 16) | place.y, CurrentTime, copy});
        constexpr long kTakesDrop = 1;
        if ((source.waitFor ("XdndStatus").value_or (0) & kTakesDrop) == 0 && step > 0)
            return false;
    }
    source.send (target, "XdndDrop", {0, CurrentTime, 0, 0});
    return source.waitFor ("XdndFinished").has_value (); // before version 5 it has no flags
}

} // namespace melstrom::testing
