// Replaces this process by a fresh one after it lost a device.
#pragma once

#include "Engine/Core/System/Process.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace melstrom
{

/** A sticky CUDA error ends the use of the GPU in a process. A fresh process may continue up to
    this number of times. */
inline constexpr int kMostRestarts = 2;
inline constexpr const char* kRestartsVariable = "MELSTROM_RESTARTS";

/** Number of processes before this one that lost a device, from $MELSTROM_RESTARTS: "1", or "1:0,3"
    with lost devices. */
inline int numRestarts ()
{
    const char* const text = std::getenv (kRestartsVariable);
    return text != nullptr ? std::clamp (std::atoi (text), 0, kMostRestarts) : 0;
}

/** The devices of several that those processes lost, for DeviceList::lost. */
inline std::vector<int> lostDevices ()
{
    const char* const text = std::getenv (kRestartsVariable);
    const char* const colon = text != nullptr ? std::strchr (text, ':') : nullptr;
    std::vector<int> devices;
    std::istringstream list (colon != nullptr ? colon + 1 : "");
    for (std::string one; std::getline (list, one, ',');)
        devices.push_back (std::atoi (one.c_str ()));
    return devices;
}

/** Replaces this process by the same program with the same arguments, if numRestarts () <
    kMostRestarts. Returns only after a failure. Release locks of folders before the call; the
    process's data are lost.
    lost    devices that the fresh process leaves out
    thread  main */
inline void restartProcess (const std::vector<int>& lost)
{
    const int before = numRestarts ();
    if (before >= kMostRestarts)
        return;
    std::string value = std::to_string (before + 1);
    for (std::size_t i = 0; i < lost.size (); ++i)
        value += (i == 0 ? ":" : ",") + std::to_string (lost[i]);
    restartProgram (kRestartsVariable, value);
}

} // namespace melstrom
