#include "Standalone/CommandLine/Commands/Restart.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <vector>

namespace melstrom
{

namespace
{
constexpr const char* kVariable = "MELSTROM_RESTARTS";

/** The arguments of this process, with the program's name first. */
std::vector<std::string> ownArguments ()
{
    std::ifstream file ("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> arguments;
    for (std::string argument; std::getline (file, argument, '\0');)
        arguments.push_back (argument);
    return arguments;
}
} // namespace

int numRestarts ()
{
    const char* const text = std::getenv (kVariable);
    return text != nullptr ? std::clamp (std::atoi (text), 0, kMostRestarts) : 0;
}

void restartProcess ()
{
    const int before = numRestarts ();
    std::vector<std::string> arguments = ownArguments ();
    if (before >= kMostRestarts || arguments.empty ())
        return;
    setenv (kVariable, std::to_string (before + 1).c_str (), 1);
    std::vector<char*> pointers;
    std::transform (arguments.begin (), arguments.end (), std::back_inserter (pointers),
                    [] (std::string& argument) { return argument.data (); });
    pointers.push_back (nullptr);
    execv ("/proc/self/exe", pointers.data ());
    setenv (kVariable, std::to_string (before).c_str (), 1);
}

} // namespace melstrom
