// Memory nodes (NUMA): memory that lies near some of the processors and devices of a machine.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** The folder above the kernel's files, for `root` below: $MELSTROM_SYSTEM_FILES, which tests set;
    else empty. Thread: any but audio. */
std::string systemFilesRoot ();

/** The node near a PCI device.
    pciBusId  "0000:1a:00.0", in letters of either case
    root      the folder above /sys; for tests
    returns   empty: the machine has one node, or does not say
    thread    any but audio */
std::optional<int> memoryNodeOf (const std::string& pciBusId, const std::string& root = {});

/** Processors of a node, from 0; empty: unknown. Thread: any but audio. */
std::vector<int> processorsOfNode (int node, const std::string& root = {});

/** How many of them the calling thread may use; 0: unknown. Thread: any but audio. */
int usableProcessorsOfNode (int node, const std::string& root = {});

/** During its lifetime the calling thread runs on the processors of a node, and memory that it is
    the first to touch comes from that node while the node has some. The destructor restores both.
    What the system refuses (containers forbid the calls for memory) is left as it is.
    Thread: any but audio; the one that made it destroys it. */
class OnMemoryNode
{
public:
    /** node: empty does nothing. */
    explicit OnMemoryNode (std::optional<int> node, const std::string& root = {});
    ~OnMemoryNode ();
    OnMemoryNode (const OnMemoryNode&) = delete;
    OnMemoryNode& operator= (const OnMemoryNode&) = delete;

    /** What was refused: "set_mempolicy: Operation not permitted"; empty: nothing. */
    const std::string& refusal () const noexcept { return refusal_; }

private:
    struct Former; ///< policy and processors of the thread before
    std::unique_ptr<Former> former_;
    std::string refusal_;
};

} // namespace melstrom
