// The modes of the command line, one function each. Thread: main.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** --batch: builds a dataset, verifies a dataset, or reports what a run would build. Progress,
    warnings and failures go to stderr, the summary to `out`. Writes the trace file also after a
    failed run. */
ExitCode runBatchCommand (const BatchRequest& asked, Log& log, std::ostream& out);

/** --doctor: reports the machine's devices and checks their results. Writes a report to `out`.
    Returns ExitCode::fault unless every preset agrees with the check. */
ExitCode runDoctorCommand (const DoctorRequest& request, Log& log, std::ostream& out);

/** --duplicates: lists files of datasets that hold the same sound, on `out` and in two files in each
    dataset. Returns ExitCode::someFailed if a file could not be read. */
ExitCode runDuplicatesCommand (const DuplicatesRequest& request, Log& log, std::ostream& out);

/** --explain: lists the differences between two features by key and in dB; with --from, the
    settings that made an array. Writes a report to `out`. */
ExitCode runExplainCommand (const ExplainRequest& request, Log& log, std::ostream& out);

/** The report of --explain --from. Fails: fileMissing and the other errors of files, badUsage. */
Result<std::string> explainOrigin (const ExplainRequest& request, Log& log);

/** --export: writes a dataset in the format of another tool. Progress and errors go to stderr, the
    summary to `out`. */
ExitCode runExportCommand (const ExportRequest& request, Log& log, std::ostream& out);

/** --list: lists presets, patches, chords, backends and colours. Writes a table, or one name a
    line, to `out`; or the man page, or the completions for a shell. */
ExitCode runListCommand (const ListRequest& request, std::ostream& out);

/** --merge: joins the shards of a dataset. Progress and errors go to stderr, the summary to
    `out`. */
ExitCode runMergeCommand (const MergeRequest& request, Log& log, std::ostream& out);

/** --picture: draws the features of one file as a PNG. Reports the drawn features on `out`. */
ExitCode runPictureCommand (const PictureRequest& request, Log& log, std::ostream& out);

/** --report: writes report.html and report.json into the dataset's folder; of two datasets writes what
    they differ in to `out`, and to a JSON file if one is asked for. */
ExitCode runReportCommand (const ReportRequest& request, Log& log, std::ostream& out);

/** --render: renders a MIDI file or chords with a patch to a WAV file. The WAV appears under its
    name only when complete. out: receives one line of summary. */
ExitCode runRenderCommand (const RenderRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
