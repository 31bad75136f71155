#include "Engine/Batch/Dataset/ShardFile.h"

#include "Engine/Core/Crc32c.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

namespace melstrom
{

namespace
{
static_assert (std::endian::native == std::endian::little, "shard.bin is little-endian");

constexpr std::string_view kMagic {"MELSHARD\2", 9};
constexpr std::size_t kCrcBytes = sizeof (std::uint32_t);

/** LEB128: seven bits a byte, the lowest first. */
void appendNumber (std::string& text, std::uint64_t number)
{
    for (; number >= 128; number >>= 7)
        text += static_cast<char> (number | 128);
    text += static_cast<char> (number);
}

/** -1, which means "not given", becomes 0. */
void appendPlace (std::string& text, int place)
{
    appendNumber (text, static_cast<std::uint64_t> (place + 1));
}

void appendNames (std::string& text, const std::vector<std::string>& names)
{
    appendNumber (text, names.size ());
    for (const std::string& name : names)
    {
        appendNumber (text, name.size ());
        text += name;
    }
}

void appendAnnotations (std::string& text, const DatasetPlan& plan)
{
    const Annotations& notes = plan.notes;
    appendNames (text, plan.labels);
    appendNumber (text, notes.labelSets.size ());
    for (const std::vector<int>& ids : notes.labelSets)
    {
        appendNumber (text, ids.size ());
        for (const int id : ids)
            appendPlace (text, id);
    }
    appendNames (text, notes.folds);
    appendNames (text, notes.groups);
    appendNames (text, notes.targetNames);
    const auto targets = std::as_bytes (std::span (notes.targets));
    appendNumber (text, notes.targets.size ());
    text.append (reinterpret_cast<const char*> (targets.data ()), targets.size ());
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
    const auto targets = std::as_bytes (plan.targetsOf (file));
    said.append (reinterpret_cast<const char*> (targets.data ()), targets.size ());
    std::uint32_t crc = crc32c (0, said.data (), said.size ());
    for (const std::int64_t number :
         {std::int64_t {file.split}, std::int64_t {file.rateHz}, std::int64_t {file.numChannels},
          file.numSamples, file.numRows})
        crc = crc32c (crc, &number, sizeof number);
    return crc;
}

/** Takes numbers and bytes off the front of a text. Taking more than the text has makes it fail;
    then all results are 0 or empty. */
class Taking
{
public:
    explicit Taking (std::string_view text) : text_ (text) {}
    bool isSound () const noexcept { return isSound_; }
    bool isEmpty () const noexcept { return text_.empty (); }

    std::string_view bytes (std::uint64_t count)
    {
        isSound_ = isSound_ && count <= text_.size ();
        const auto taken = text_.substr (0, isSound_ ? count : 0);
        text_.remove_prefix (taken.size ());
        return taken;
    }
    std::uint64_t number ()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 63; shift += 7)
        {
            const auto byte = bytes (1);
            if (byte.empty ())
                return 0;
            const auto bits = static_cast<unsigned char> (byte[0]);
            value |= std::uint64_t {bits & 127u} << shift;
            if (bits < 128)
                return value;
        }
        isSound_ = false;
        return 0;
    }
    /** A number below `count`, or -1. */
    int place (std::size_t count)
    {
        const std::uint64_t value = number ();
        isSound_ = isSound_ && value <= count;
        return isSound_ ? static_cast<int> (value) - 1 : -1;
    }
    /** A count of items that take at least one byte each. */
    std::size_t count ()
    {
        const std::uint64_t value = number ();
        isSound_ = isSound_ && value <= text_.size ();
        return isSound_ ? static_cast<std::size_t> (value) : 0;
    }
    std::vector<std::string> names ()
    {
        std::vector<std::string> taken (count ());
        for (std::string& name : taken)
            name = bytes (number ());
        return taken;
    }
    std::vector<float> floats ()
    {
        std::vector<float> values (count ());
        if (const auto taken = bytes (values.size () * sizeof (float));
            isSound_ && ! taken.empty ())
            std::memcpy (values.data (), taken.data (), taken.size ());
        return values;
    }
    std::uint32_t word ()
    {
        std::uint32_t value = 0;
        if (const auto taken = bytes (sizeof value); isSound_)
            std::memcpy (&value, taken.data (), sizeof value);
        return value;
    }
    void refuseUnless (bool isSound) { isSound_ = isSound_ && isSound; }

private:
    std::string_view text_;
    bool isSound_ = true;
};

void takeAnnotations (Taking& taking, KnownFiles& known)
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

/** path: of the file before; the call sets it to the path of this one */
KnownFile takeFile (Taking& taking, const KnownFiles& known, std::string& path)
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
    file.digest = taking.word ();
    return file;
}
} // namespace

std::string shardFilesText (const DatasetPlan& whole)
{
    std::string text (kMagic);
    appendAnnotations (text, whole);
    appendNumber (text, whole.files.size ());
    std::string_view before;
    for (const PlannedFile& file : whole.files)
    {
        const std::string_view path = file.path;
        const auto differs = std::ranges::mismatch (before, path);
        const auto shared = static_cast<std::size_t> (differs.in1 - before.begin ());
        appendNumber (text, shared);
        appendNumber (text, path.size () - shared);
        text.append (path, shared);
        appendNumber (text, file.relativeAt);
        for (const int place :
             {file.facts.labels, file.facts.fold, file.facts.group, file.facts.targets})
            appendPlace (text, place);
        const std::uint32_t digest = digestOf (whole, file);
        text.append (reinterpret_cast<const char*> (&digest), sizeof digest);
        before = path;
    }
    const std::uint32_t crc = crc32c (0, text.data (), text.size ());
    return text.append (reinterpret_cast<const char*> (&crc), sizeof crc);
}

bool readShardFiles (std::string_view bytes, KnownFiles& known,
                     const std::function<void (KnownFile&&)>& take)
{
    if (bytes.size () < kMagic.size () + kCrcBytes || ! bytes.starts_with (kMagic))
        return false;
    const std::string_view body = bytes.substr (0, bytes.size () - kCrcBytes);
    if (Taking (bytes.substr (body.size ())).word () != crc32c (0, body.data (), body.size ()))
        return false;
    Taking taking (body.substr (kMagic.size ()));
    takeAnnotations (taking, known);
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
