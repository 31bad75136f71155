// Memory nodes, from folders like those that Linux shows: Documentation/ABI/stable/sysfs-devices-node
// and testing/sysfs-bus-pci of the kernel's sources give their texts.
#include "Engine/Core/System/Hardware.h"
#include "Engine/Core/System/MemoryNodes.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/FakeRoot.h"
#include "Tests/Support/Skip.h"

#include <string>
#include <thread>

using namespace melstrom;

namespace
{
constexpr const char* kPlace = "0000:1A:00.0"; // as CUDA may write it

/** The nodes with memory, and the node of the device at kPlace. */
void writeMachine (const testing::FakeRoot& root, const std::string& nodes,
                   const std::string& nodeOfDevice)
{
    root.write ("/sys/devices/system/node/has_memory", nodes);
    root.write ("/sys/bus/pci/devices/0000:1a:00.0/numa_node", nodeOfDevice);
}
} // namespace

TEST_CASE ("the system names the memory node of a device", "[nodes]")
{
    const testing::FakeRoot root;
    CHECK_FALSE (memoryNodeOf (kPlace, root.path ()));
    writeMachine (root, "0-1\n", "1\n");
    CHECK (memoryNodeOf (kPlace, root.path ()) == 1);
    writeMachine (root, "0-3,8\n", "8\n");
    CHECK (memoryNodeOf (kPlace, root.path ()) == 8);
    CHECK_FALSE (memoryNodeOf ("", root.path ()));
    CHECK_FALSE (memoryNodeOf ("0000:1b:00.0", root.path ()));
}

TEST_CASE ("a device has no node where there is one only, and where the firmware does not say",
           "[nodes]")
{
    const testing::FakeRoot root;
    for (const auto& [nodes, node] : {std::pair {"0\n", "0\n"},
                                      {"0-1\n", "-1\n"},
                                      {"0-1\n", "\n"},
                                      {"0-1\n", "one\n"},
                                      {"0-\n", "0\n"},
                                      {"", "0\n"},
                                      {"0-1\n", "70000\n"},
                                      {"0-1\n", "5000\n"}})
    {
        INFO (nodes << node);
        writeMachine (root, nodes, node);
        CHECK_FALSE (memoryNodeOf (kPlace, root.path ()));
    }
}

TEST_CASE ("the processors of a node are a list of ranges", "[nodes]")
{
    const testing::FakeRoot root;
    const std::string list = "/sys/devices/system/node/node1/cpulist";
    CHECK (processorsOfNode (1, root.path ()).empty ());
    root.write (list, "2-4,8\n");
    CHECK (processorsOfNode (1, root.path ()) == std::vector {2, 3, 4, 8});
    root.write (list, "7\n");
    CHECK (processorsOfNode (1, root.path ()) == std::vector {7});
    for (const char* const damaged : {"", "\n", "3-1\n", "-2\n", "a-b\n", "0-99999999\n"})
    {
        root.write (list, damaged);
        CHECK (processorsOfNode (1, root.path ()).empty ());
    }
}

TEST_CASE ("only processors that the thread may use count for a node", "[nodes]")
{
    const testing::FakeRoot root;
    const std::string list = "/sys/devices/system/node/node0/cpulist";
    CHECK (usableProcessorsOfNode (0, root.path ()) == 0);
    root.write (list, "0-1023\n");
    const int all = usableProcessorsOfNode (0, root.path ());
    CHECK (all >= 1);
    int numUsable = 0;
    for (int processor = 0; processor < 1024; ++processor)
    {
        root.write (list, std::to_string (processor) + "\n");
        const int usable = usableProcessorsOfNode (0, root.path ());
        CHECK ((usable == 0 || usable == 1));
        numUsable += usable;
    }
    CHECK (numUsable == all);
}

TEST_CASE ("a thread on a node runs there, and later where it ran before", "[nodes]")
{
    // usableProcessors counts the processors of the calling thread; a list of all has those in it
    const int all = usableProcessors ();
    if (all < 2)
        return testing::skipTest ("one processor: no thread can be bound to fewer");
    const testing::FakeRoot root;
    const std::string list = "/sys/devices/system/node/node0/cpulist";
    std::thread (
        [&]
        {
            int numBound = 0; // single processors to which the thread could be bound
            for (int processor = 0; processor < 1024; ++processor)
            {
                root.write (list, std::to_string (processor) + "\n");
                {
                    const OnMemoryNode near (0, root.path ());
                    const int now = usableProcessors ();
                    numBound += now == 1;
                    CHECK ((now == 1 || now == all));
                }
                CHECK (usableProcessors () == all);
            }
            CHECK (numBound >= all);
            const OnMemoryNode none (std::nullopt, root.path ());
            CHECK (none.refusal ().empty ());
            CHECK (usableProcessors () == all);
        })
        .join ();
}

TEST_CASE ("what the system refuses is left as it is, and said", "[nodes]")
{
    const testing::FakeRoot root; // no node 900, and no processors of it
    const int before = usableProcessors ();
    const OnMemoryNode far (900, root.path ());
    CHECK (far.refusal ().find ("mempolicy") != std::string::npos);
    CHECK (far.refusal ().find ("no processor of the node may be used") != std::string::npos);
    CHECK (usableProcessors () == before);
}
