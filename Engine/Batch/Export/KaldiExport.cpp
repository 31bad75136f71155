// Matrices of floats in Kaldi's binary archives, and the tables of a data directory.
// Source: kaldi-asr.org, "Kaldi I/O mechanisms" and "Data preparation"; src/matrix/kaldi-matrix.cc.
#include "Engine/Batch/Export/ExportWriters.h"

namespace melstrom
{

namespace
{
/** Text of the small tables of a part, written at its end. */
struct KaldiTables
{
    ExportStream feats, speakers, utterances, frames;
    std::optional<ExportStream> text;

    Result<void> finish ()
    {
        MELSTROM_TRY (feats.finish ());
        MELSTROM_TRY (speakers.finish ());
        MELSTROM_TRY (utterances.finish ());
        MELSTROM_TRY (frames.finish ());
        return text ? text->finish () : Result<void> ();
    }
    Result<void> add (const std::string& key, const std::string& place, std::int64_t numRows,
                      const std::string& label)
    {
        MELSTROM_TRY (feats.write (key + " " + place + "\n"));
        MELSTROM_TRY (speakers.write (key + " " + key + "\n"));
        MELSTROM_TRY (utterances.write (key + " " + key + "\n"));
        MELSTROM_TRY (frames.write (key + " " + std::to_string (numRows) + "\n"));
        return text && ! label.empty () ? text->write (key + " " + label + "\n") : Result<void> ();
    }
};

Result<KaldiTables> openTables (const ExportJob& job, const std::string& part)
{
    MELSTROM_TRY_VALUE (auto feats, job.folder.newFile (part + "/feats.scp"));
    MELSTROM_TRY_VALUE (auto speakers, job.folder.newFile (part + "/utt2spk"));
    MELSTROM_TRY_VALUE (auto utterances, job.folder.newFile (part + "/spk2utt"));
    MELSTROM_TRY_VALUE (auto frames, job.folder.newFile (part + "/utt2num_frames"));
    KaldiTables tables {
        std::move (feats), std::move (speakers), std::move (utterances), std::move (frames), {}};
    if (job.source.hasLabels ())
    {
        MELSTROM_TRY_VALUE (auto text, job.folder.newFile (part + "/text"));
        tables.text = std::move (text);
    }
    return tables;
}

/** "\0BFM ", and the two counts, each behind its size in bytes. */
std::string matrixStart (std::int32_t numRows, std::int32_t numColumns)
{
    std::string start ("\0BFM \4", 6);
    appendNumber (start, numRows);
    start += '\4';
    appendNumber (start, numColumns);
    return start;
}

/** Columns of a (bands, frames) matrix become rows. */
std::string transposed (std::string_view floats, std::int64_t numBands, std::int64_t numFrames)
{
    std::string turned;
    turned.reserve (floats.size ());
    for (std::int64_t frame = 0; frame < numFrames; ++frame)
        for (std::int64_t band = 0; band < numBands; ++band)
            turned += floats.substr (static_cast<std::size_t> (4 * (band * numFrames + frame)), 4);
    return turned;
}

/** A label may have no line break. */
std::string oneLine (std::string label)
{
    for (char& letter : label)
        letter = letter == '\n' || letter == '\r' ? ' ' : letter;
    return label;
}

class KaldiPart
{
public:
    KaldiPart (const ExportJob& job, std::string part, ExportStream ark, KaldiTables tables)
        : source_ (job.source), part_ (std::move (part)), ark_ (std::move (ark)),
          tables_ (std::move (tables))
    {
    }

    Result<void> add (std::uint32_t file)
    {
        const ExportItem item = source_.item (file);
        if (! source_.isSegments ())
            MELSTROM_TRY (begin (item, item.key, item.line->numRows));
        std::size_t segment = 0;
        std::string floats;
        return source_.forEachPiece (
            file,
            [&] (std::span<const std::byte> rows) -> Result<void>
            {
                floats.clear ();
                appendFloats (floats, rows, source_.isHalf ());
                if (! source_.isSegments ())
                    return ark_.write (floats);
                const auto bytes = static_cast<std::size_t> (4 * source_.valuesPerRow ());
                for (std::size_t at = 0; at < floats.size (); at += bytes)
                {
                    MELSTROM_TRY (begin (item, item.key + "-" + paddedNumber (segment++, 6),
                                         source_.numFrames ()));
                    MELSTROM_TRY (
                        ark_.write (transposed (std::string_view (floats).substr (at, bytes),
                                                source_.numBands (), source_.numFrames ())));
                }
                return {};
            });
    }
    Result<void> finish ()
    {
        MELSTROM_TRY (ark_.finish ());
        return tables_.finish ();
    }

private:
    /** Everything of an entry before its values. */
    Result<void> begin (const ExportItem& item, const std::string& key, std::int64_t numRows)
    {
        MELSTROM_TRY (ark_.write (key + " "));
        const std::string place = part_ + "/feats.ark:" + std::to_string (ark_.position ());
        MELSTROM_TRY (tables_.add (key, place, numRows, oneLine (item.label)));
        return ark_.write (matrixStart (static_cast<std::int32_t> (numRows),
                                        static_cast<std::int32_t> (source_.numBands ())));
    }

    ExportSource& source_;
    std::string part_;
    ExportStream ark_;
    KaldiTables tables_;
};
} // namespace

Result<void> exportKaldi (const ExportJob& job)
{
    for (const ExportShard& shard : job.source.shards (std::numeric_limits<std::int64_t>::max ()))
    {
        MELSTROM_TRY_VALUE (auto tables, openTables (job, partName (shard)));
        MELSTROM_TRY_VALUE (auto ark, job.folder.newFile (partName (shard) + "/feats.ark"));
        KaldiPart part (job, partName (shard), std::move (ark), std::move (tables));
        for (const std::uint32_t file : shard.files)
            MELSTROM_TRY (part.add (file));
        MELSTROM_TRY (part.finish ());
    }
    return {};
}

} // namespace melstrom
