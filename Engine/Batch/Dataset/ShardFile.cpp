#include "Engine/Batch/Dataset/ShardFile.h"

#include "Engine/Batch/Dataset/PackedText.h"
#include "Engine/Core/Crc32c.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

namespace melstrom
{

namespace
{
constexpr std::string_view kMagic {"MELSHARD\2", 9};
constexpr std::string_view kMagicOfBoxes {"MELSHARD\3", 9};
constexpr double kNoLimit = std::numeric_limits<double>::quiet_NaN ();
constexpr std::size_t kCrcBytes = sizeof (std::uint32_t);

void appendAnnotations (PackedText& text, const DatasetPlan& plan)
{
    const Annotations& notes = plan.notes;
    text.names (plan.labels);
    text.number (notes.labelSets.size ());
    for (const std::vector<int>& ids : notes.labelSets)
    {
        text.number (ids.size ());
        for (const int id : ids)
            text.place (id);
    }
    text.names (notes.folds);
    text.names (notes.groups);
    text.names (notes.targetNames);
    text.floats (notes.targets);
    if (notes.boxes.empty ())
        return;
    text.number (notes.boxes.size ());
    for (const Box& box : notes.boxes)
        for (const double number : {box.beginSeconds, box.endSeconds, box.lowHz.value_or (kNoLimit),
                                    box.highHz.value_or (kNoLimit)})
            text.bytes ({reinterpret_cast<const char*> (&number), sizeof number});
}

std::uint32_t digestOf (const DatasetPlan& plan, const PlannedFile& file)
{
    std::string said (file.relativePath ());
    const auto add = [&said] (const std::vector<std::string>& names, int place)
    { (said += '\0') += place < 0 ? "" : names[static_cast<std::size_t> (place)]; };
    for (const int id : plan.labelsOf (file))
        add (plan.labels, id);
    add (plan.notes.folds, file.facts.fold);
    add (plan.notes.groups, file.facts.group);
    if (const Box* const box = plan.boxOf (file))
        (said += '\0') += limitsText (*box);
    const auto targets = std::as_bytes (plan.targetsOf (file));
    said.append (reinterpret_cast<const char*> (targets.data ()), targets.size ());
    std::uint32_t crc = crc32c (0, said.data (), said.size ());
    for (const std::int64_t number :
         {std::int64_t {file.split}, std::int64_t {file.rateHz}, std::int64_t {file.numChannels},
          file.numSamples, file.numRows})
        crc = crc32c (crc, &number, sizeof number);
    return crc;
}

void takeAnnotations (PackedReader& taking, KnownFiles& known)
{
    known.labels = taking.names ();
    known.notes.labelSets.resize (taking.count ());
    for (std::vector<int>& ids : known.notes.labelSets)
    {
        ids.resize (taking.count ());
        for (int& id : ids)
        {
            id = taking.place (known.labels.size ());
            taking.refuseUnless (id >= 0);
        }
        taking.refuseUnless (! ids.empty ());
    }
    known.notes.folds = taking.names ();
    known.notes.groups = taking.names ();
    known.notes.targetNames = taking.names ();
    known.notes.targets = taking.floats ();
    const std::size_t width = known.notes.targetNames.size ();
    taking.refuseUnless (width == 0 ? known.notes.targets.empty ()
                                    : known.notes.targets.size () % width == 0);
}

double takeDouble (PackedReader& taking)
{
    double number = kNoLimit;
    if (const auto bytes = taking.bytes (sizeof number); taking.isSound ())
        std::memcpy (&number, bytes.data (), sizeof number);
    return number;
}

std::optional<double> limitOf (double number)
{
    return std::isnan (number) ? std::nullopt : std::optional (number);
}

void takeBoxes (PackedReader& taking, std::vector<Box>& boxes)
{
    for (std::size_t left = taking.count (); left > 0 && taking.isSound (); --left)
    {
        Box box;
        box.beginSeconds = takeDouble (taking);
        box.endSeconds = takeDouble (taking);
        box.lowHz = limitOf (takeDouble (taking));
        box.highHz = limitOf (takeDouble (taking));
        taking.refuseUnless (box.endSeconds > box.beginSeconds && box.beginSeconds >= 0);
        boxes.push_back (box);
    }
    taking.refuseUnless (! boxes.empty ());
}

/** path: of the file before; the call sets it to the path of this one */
KnownFile takeFile (PackedReader& taking, const KnownFiles& known, std::string& path)
{
    const std::uint64_t shared = taking.number (), more = taking.number ();
    taking.refuseUnless (shared <= path.size ());
    path.resize (taking.isSound () ? shared : 0);
    path += taking.bytes (more);
    KnownFile file;
    file.path = path;
    const std::uint64_t relativeAt = taking.number ();
    taking.refuseUnless (relativeAt <= file.path.size ());
    file.relativeAt = static_cast<std::uint32_t> (relativeAt);
    const Annotations& notes = known.notes;
    file.facts.labels = taking.place (notes.labelSets.size ());
    file.facts.fold = taking.place (notes.folds.size ());
    file.facts.group = taking.place (notes.groups.size ());
    file.facts.targets = taking.place (
        notes.targetNames.empty () ? 0 : notes.targets.size () / notes.targetNames.size ());
    if (! notes.boxes.empty ())
    {
        file.facts.box = taking.place (notes.boxes.size ());
        taking.refuseUnless (file.facts.box >= 0);
    }
    file.digest = taking.word ();
    return file;
}
} // namespace

std::string shardFilesText (const DatasetPlan& whole)
{
    PackedText text (whole.notes.boxes.empty () ? kMagic : kMagicOfBoxes);
    appendAnnotations (text, whole);
    text.number (whole.files.size ());
    std::string_view before;
    for (const PlannedFile& file : whole.files)
    {
        const std::string_view path = file.path;
        const auto differs = std::ranges::mismatch (before, path);
        const auto shared = static_cast<std::size_t> (differs.in1 - before.begin ());
        text.number (shared);
        text.number (path.size () - shared);
        text.bytes (path.substr (shared));
        text.number (file.relativeAt);
        for (const int place :
             {file.facts.labels, file.facts.fold, file.facts.group, file.facts.targets})
            text.place (place);
        if (file.facts.box >= 0)
            text.place (file.facts.box);
        text.word (digestOf (whole, file));
        before = path;
    }
    text.word (crc32c (0, text.text ().data (), text.text ().size ()));
    return std::move (text).text ();
}

bool readShardFiles (std::string_view bytes, KnownFiles& known,
                     const std::function<void (KnownFile&&)>& take)
{
    const bool hasBoxes = bytes.starts_with (kMagicOfBoxes);
    if (bytes.size () < kMagic.size () + kCrcBytes || ! (hasBoxes || bytes.starts_with (kMagic)))
        return false;
    const std::string_view body = bytes.substr (0, bytes.size () - kCrcBytes);
    if (PackedReader (bytes.substr (body.size ())).word () !=
        crc32c (0, body.data (), body.size ()))
        return false;
    PackedReader taking (body.substr (kMagic.size ()));
    takeAnnotations (taking, known);
    if (hasBoxes)
        takeBoxes (taking, known.notes.boxes);
    std::string path;
    for (std::size_t left = taking.count (); left > 0 && taking.isSound (); --left)
        if (KnownFile file = takeFile (taking, known, path); taking.isSound ())
            take (std::move (file));
    return taking.isSound () && taking.isEmpty ();
}

std::optional<KnownFiles> parseShardFiles (std::string_view bytes)
{
    KnownFiles known;
    const auto take = [&known] (KnownFile&& file) { known.files.push_back (std::move (file)); };
    if (! readShardFiles (bytes, known, take))
        return {};
    return known;
}

} // namespace melstrom
