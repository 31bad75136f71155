#include "Engine/Batch/Run/Pipeline/Pipeline.h"

#include "Engine/Batch/Run/Pipeline/ReaderNodes.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/System/MemoryNodes.h"

namespace melstrom
{

Pipeline::Pipeline (const BatchWork& work, const PipelineSize& size, WorkList& jobs,
                    const RowSink& sink, RunEnd& end)
    : work_ (work), size_ (size), jobs_ (jobs), sink_ (sink), end_ (end),
      slabs_ (work.context, size, jobs, end), submitter_ (work, slabs_)
{
}

Pipeline::~Pipeline ()
{
    if (! threads_.empty ())
        end_.abort ();
    for (std::thread& thread : threads_)
        if (thread.joinable ())
            thread.join ();
}

Result<void> Pipeline::prepare ()
{
    return submitter_.prepare ({static_cast<std::size_t> (size_.slab.inputBytes),
                                static_cast<std::size_t> (size_.slab.outputBytes),
                                static_cast<int> (jobs_.mostParts ())});
}

void Pipeline::start (std::string name, std::function<void ()> stage)
{
    threads_.emplace_back (
        [this, name = std::move (name), stage = std::move (stage)]
        {
            work_.context.trace.nameThread (name);
            const auto ended = guarded (
                [&] () -> Result<void>
                {
                    stage ();
                    return {};
                });
            if (! ended)
                end_.abortWith (ended.error ());
        });
}

Result<void> Pipeline::run ()
{
    work_.context.counters.phase = BatchPhase::extracting;
    const std::string root = systemFilesRoot ();
    const auto nodes = nodesOfReaders (work_.context.backend.devices (), size_.numReaders, root);
    for (int i = 0; i < size_.numReaders; ++i)
        start ("reader " + std::to_string (i),
               [this, root, node = nodes[static_cast<std::size_t> (i)]]
               {
                   const OnMemoryNode near (node, root);
                   SlabReader (work_, sink_.ledger, jobs_, slabs_, end_).work ();
               });
    start ("submitter 0", [this] { submitter_.work (); });
    for (int i = 0; i < size_.numWriters; ++i)
        start ("writer " + std::to_string (i),
               [this] { SlabWriter (work_, sink_, hasArrays_, slabs_, end_).work (); });
    for (std::thread& thread : threads_)
        thread.join ();
    threads_.clear ();
    return end_.result (); // a commit may still fail
}

} // namespace melstrom
