#include "Engine/Batch/Audio/Decoders/OggBefore.h"

#include "Engine/Batch/Audio/Containers/Container.h"
#include "Engine/Batch/Audio/Containers/OggPages.h"
#include "Engine/Batch/Audio/Decoders/WarnedReader.h"
#include "Engine/Batch/Files/FilePart.h"
#include "Engine/Core/Printable.h"

#include <optional>
#include <utility>
#include <vector>

namespace melstrom
{

namespace
{

/** The first damage. */
struct Damage
{
    std::int64_t linkByte = 0; ///< begin of its stream
    std::int64_t byte = 0;     ///< of the damaged page
    std::string reason;        ///< "is damaged: ..."
};

/** Empty: no page is damaged, or what is wrong is something else. Fails: readFailed. */
Result<std::optional<Damage>> damageOf (const std::shared_ptr<ReadableFile>& file,
                                        const std::string& name)
{
    MELSTROM_TRY_VALUE (auto starts, oggLinkStarts (*file));
    starts.push_back (file->info ().bytes);
    for (std::size_t link = 0; link + 1 < starts.size (); ++link)
    {
        const auto start = starts[link];
        FilePart part (file, start, starts[link + 1] - start);
        const auto whole = checkOggPages (part, name, OggExtent::allPages);
        if (whole)
            continue;
        const auto& fault = whole.error ();
        if (fault.code == ErrorCode::readFailed)
            return fault;
        if (fault.code != ErrorCode::decodeFailed || ! fault.byteOffset)
            break;
        return std::optional (Damage {start, start + *fault.byteOffset,
                                      fault.message.substr (name.size () + 2)}); // behind "name: "
    }
    return std::optional<Damage> ();
}

} // namespace

Result<std::unique_ptr<AudioReader>> openOggBefore (const Error& fault, Storage& storage,
                                                    const std::string& path,
                                                    const AudioOptions& options,
                                                    const OpeningContext& context)
{
    MELSTROM_TRY_VALUE (auto opened, storage.openForReading (path));
    const std::shared_ptr<ReadableFile> file (std::move (opened));
    FileView view (*file);
    MELSTROM_TRY (view.readFront ());
    if (containerOf (view.front ()) != Container::ogg)
        return fault;
    MELSTROM_TRY_VALUE (const auto damage, damageOf (file, printable (path)));
    if (! damage)
        return fault;
    // the damaged stream of a chain may hold no sound before its damage
    for (const auto end : {damage->byte, damage->linkByte})
    {
        if (end == 0)
            break;
        auto reader =
            openAudioFile (std::make_unique<FilePart> (file, 0, end), path, options, context);
        if (! reader)
            continue;
        auto warning = damage->reason + "; the " + std::to_string ((*reader)->info ().numSamples) +
                       " samples before it are used";
        return std::unique_ptr<AudioReader> (
            std::make_unique<WarnedReader> (*std::move (reader), std::move (warning)));
    }
    return fault;
}

} // namespace melstrom
