#include "Engine/Realtime/Queues/RecentValues.h"
#include "Tests/Support/Catch.h"

#include <memory>

using namespace melstrom;

TEST_CASE ("recent values are the last that came since they were forgotten", "[recent]")
{
    const auto values = std::make_unique<RecentValues> ();
    CHECK (values->quantiles ().worst == 0);
    for (int i = 1; i <= 101; ++i)
        values->add (static_cast<float> (i));
    CHECK (values->quantiles ().p50 == 51);
    CHECK (values->quantiles ().worst == 101);
    values->forget ();
    CHECK (values->quantiles ().worst == 0);
    values->add (7);
    CHECK (values->quantiles ().p50 == 7);
    values->add (1000);
    for (std::uint64_t i = 0; i < RecentValues::kKept; ++i)
        values->add (3);
    CHECK (values->quantiles ().p50 == 3);
    CHECK (values->quantiles ().worst == 3); // earlier values have been overwritten
}
