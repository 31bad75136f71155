#include "Engine/Core/System/MemoryNodes.h"

#include "Engine/Core/System/ThreadPlaceLinux.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <linux/mempolicy.h>
#include <sched.h>
#include <sstream>

namespace melstrom
{

namespace
{
constexpr const char* kNodes = "/sys/devices/system/node/";
constexpr int kMostNumbers = 1 << 16; ///< in a list of the kernel
constexpr auto kMostNodes = MemoryPolicy::kMostNodes;

std::string lineOf (const std::string& path)
{
    std::ifstream file (path);
    std::string line;
    std::getline (file, line);
    return line;
}

/** The numbers in a list of the kernel, such as "0-3,8". Empty if it is damaged. */
std::vector<int> numbersIn (const std::string& list)
{
    std::vector<int> numbers;
    std::istringstream ranges (list);
    for (std::string range; std::getline (ranges, range, ',');)
    {
        std::istringstream text (range);
        int first = -1, last = -1;
        char dash = 0;
        if (! (text >> first))
            return {};
        if (! (text >> dash >> last))
            last = first;
        if (first < 0 || last < first || last >= kMostNumbers)
            return {};
        for (int number = first; number <= last; ++number)
            numbers.push_back (number);
    }
    return numbers;
}

/** Those of the numbers that are in the set. */
cpu_set_t within (const cpu_set_t& allowed, const std::vector<int>& numbers)
{
    cpu_set_t set;
    CPU_ZERO (&set);
    for (const int number : numbers)
        if (number < CPU_SETSIZE && CPU_ISSET (number, &allowed))
            CPU_SET (number, &set);
    return set;
}

std::string reasonOf (const char* call)
{
    return std::string (call) + ": " + std::strerror (errno);
}
} // namespace

std::string systemFilesRoot ()
{
    const char* const root = std::getenv ("MELSTROM_SYSTEM_FILES");
    return root == nullptr ? "" : root;
}

std::optional<int> memoryNodeOf (const std::string& pciBusId, const std::string& root)
{
    if (pciBusId.empty () || numbersIn (lineOf (root + kNodes + "has_memory")).size () < 2)
        return {};
    std::string folder = pciBusId;
    std::transform (folder.begin (), folder.end (), folder.begin (),
                    [] (unsigned char letter)
                    { return static_cast<char> (std::tolower (letter)); });
    // "-1": the firmware does not say
    const auto numbers =
        numbersIn (lineOf (root + "/sys/bus/pci/devices/" + folder + "/numa_node"));
    return numbers.size () == 1 && numbers[0] < static_cast<int> (kMostNodes)
               ? std::optional (numbers[0])
               : std::nullopt;
}

std::vector<int> processorsOfNode (int node, const std::string& root)
{
    return numbersIn (lineOf (root + kNodes + "node" + std::to_string (node) + "/cpulist"));
}

int usableProcessorsOfNode (int node, const std::string& root)
{
    cpu_set_t allowed;
    if (sched_getaffinity (0, sizeof allowed, &allowed) != 0)
        return 0;
    const cpu_set_t usable = within (allowed, processorsOfNode (node, root));
    return CPU_COUNT (&usable);
}

struct OnMemoryNode::Former
{
    std::optional<MemoryPolicy> policy; ///< if it was changed
    bool hasProcessors = false;         ///< was changed
    cpu_set_t processors;

    /** Empty, or what was refused. */
    std::string bindMemory (int node)
    {
        const auto before = MemoryPolicy::current ();
        if (! before)
            return reasonOf ("get_mempolicy");
        MemoryPolicy wanted {MPOL_PREFERRED, {}};
        wanted.nodes[static_cast<std::size_t> (node) / MemoryPolicy::kWordBits] |=
            1UL << (static_cast<std::size_t> (node) % MemoryPolicy::kWordBits);
        if (! wanted.set ())
            return reasonOf ("set_mempolicy");
        policy = before;
        if (policyBeforeNode () == nullptr)
            policyBeforeNode () = &*policy;
        return {};
    }

    std::string bindThread (const std::vector<int>& numbers)
    {
        if (sched_getaffinity (0, sizeof processors, &processors) != 0)
            return reasonOf ("sched_getaffinity");
        const cpu_set_t near = within (processors, numbers);
        if (CPU_COUNT (&near) == 0)
            return "no processor of the node may be used";
        if (sched_setaffinity (0, sizeof near, &near) != 0)
            return reasonOf ("sched_setaffinity");
        hasProcessors = true;
        return {};
    }

    ~Former ()
    {
        if (hasProcessors)
            sched_setaffinity (0, sizeof processors, &processors);
        if (! policy)
            return;
        (void)policy->set ();
        if (policyBeforeNode () == &*policy)
            policyBeforeNode () = nullptr;
    }
};

OnMemoryNode::OnMemoryNode (std::optional<int> node, const std::string& root)
{
    if (! node || *node < 0 || *node >= static_cast<int> (kMostNodes))
        return;
    former_ = std::make_unique<Former> ();
    for (const auto& refused :
         {former_->bindMemory (*node), former_->bindThread (processorsOfNode (*node, root))})
        if (! refused.empty ())
            refusal_ += (refusal_.empty () ? "" : ", ") + refused;
}

OnMemoryNode::~OnMemoryNode () = default;

} // namespace melstrom
