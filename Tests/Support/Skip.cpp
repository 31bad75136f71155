#include "Tests/Support/Skip.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace melstrom::testing
{

namespace
{
/** Constructed before the handler is registered, so that it outlives the handler. */
std::vector<std::string>& reasons ()
{
    static std::vector<std::string> all;
    return all;
}

void printReasons (int status, void*)
{
    for (const auto& why : reasons ())
        std::printf ("%s: %s\n", status == 0 ? "SKIPPED" : "NOT RUN", why.c_str ());
    std::fflush (stdout);
}
} // namespace

void skipTest (const std::string& why)
{
    if (reasons ().empty ())
        on_exit (printReasons, nullptr);
    reasons ().push_back (why);
}

void skipPart (const std::string& why)
{
    std::printf ("SKIPPED IN PART: %s\n", why.c_str ());
    std::fflush (stdout);
}

} // namespace melstrom::testing
