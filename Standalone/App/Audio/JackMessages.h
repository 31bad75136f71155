// What the library of JACK prints.
#pragma once

namespace melstrom
{

/** Without a server, libjack prints five lines at each look for devices, which is once a second
    while there is no device. The app shows the reason itself. Call before the first look. Does
    nothing without libjack. Thread: message. */
void silenceJack ();

} // namespace melstrom
