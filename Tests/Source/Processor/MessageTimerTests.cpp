// A timer of the message thread whose owner is destroyed on a different thread.
#include "Source/Processor/MessageTimer.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/Host.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

namespace melstrom::testing
{

TEST_CASE ("no tick comes after a timer's owner went on another thread", "[plugin][threads]")
{
    constexpr int kNumOwners = 2000, kAtATime = 16;
    struct Owner
    {
        std::atomic<bool> isThere {false};
        std::atomic<int> numTicks {0};
        std::optional<MessageTimer> timer;
    };
    Host host; // this thread is the message thread
    std::atomic<int> numTicks {0}, numLate {0};
    std::atomic<bool> isDone {false};
    std::thread others (
        [&]
        {
            std::vector<std::unique_ptr<Owner>> owners (kAtATime);
            for (int n = 0; n < kNumOwners; ++n)
            {
                auto& owner = owners[static_cast<std::size_t> (n % kAtATime)];
                if (owner != nullptr)
                {
                    owner->timer.reset ();
                    owner->isThere = false;
                    owner.reset ();
                }
                owner = std::make_unique<Owner> ();
                owner->isThere = true;
                owner->timer.emplace (
                    [&numTicks, &numLate, mine = owner.get ()]
                    {
                        numLate += mine->isThere ? 0 : 1;
                        ++mine->numTicks;
                        std::this_thread::sleep_for (std::chrono::microseconds (100));
                        numLate += mine->isThere ? 0 : 1;
                        ++numTicks;
                    });
                owner->timer->startHz (1000);
                if (n % 4 == 0)
                    std::this_thread::sleep_for (std::chrono::microseconds (n % 700));
            }
            owners.clear ();
            isDone = true;
        });
    while (! isDone)
        pumpMessages (2);
    others.join ();
    CHECK (numTicks > 100);
    CHECK (numLate == 0);
}

TEST_CASE ("a tick may end its own timer", "[plugin][threads]")
{
    Host host;
    int numTicks = 0;
    std::unique_ptr<MessageTimer> timer;
    timer = std::make_unique<MessageTimer> (
        [&]
        {
            ++numTicks;
            timer.reset ();
        });
    timer->startHz (1000);
    for (int wait = 0; wait < 500 && numTicks == 0; ++wait)
        pumpMessages (10);
    pumpMessages (30);
    CHECK (numTicks == 1);
}

} // namespace melstrom::testing
