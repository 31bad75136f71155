#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Terminal/ProgressText.h"

namespace melstrom
{

namespace
{

/** Resolves 1e-9 hours of audio a second. */
constexpr int rateDecimals = 9;

class JsonObject
{
public:
    void add (const char* name, std::int64_t number) { addRaw (name, std::to_string (number)); }
    void add (const char* name, double number, int decimals)
    {
        addRaw (name, fixedText (number, decimals));
    }
    void addRaw (const char* name, const std::string& value)
    {
        text_ += text_.empty () ? "{\"" : ",\"";
        text_ += name;
        text_ += "\":" + value;
    }
    std::string text () const { return text_ + "}"; }

private:
    std::string text_;
};

} // namespace

std::string progressJsonLine (const ProgressSample& now, const ProgressRates& rates, bool isFinal)
{
    constexpr double microsecondsPerSecond = 1e6;
    const auto seconds = [] (std::int64_t microseconds)
    { return static_cast<double> (microseconds) / microsecondsPerSecond; };

    JsonObject json;
    json.add ("seconds", now.seconds, 3);
    json.addRaw ("phase", '"' + std::string (phaseName (now.phase)) + '"');
    json.add ("files_total", now.filesTotal);
    json.add ("files_done", now.filesDone);
    json.add ("files_failed", now.filesFailed);
    json.add ("rows_total", now.rowsTotal);
    json.add ("rows_done", now.rowsDone);
    json.add ("audio_seconds_total", seconds (now.audioMicrosecondsTotal), 6);
    json.add ("audio_seconds_done", seconds (now.audioMicrosecondsDone), 6);
    json.add ("bytes_read", now.bytesRead);
    json.add ("bytes_written", now.bytesWritten);
    json.add ("bytes_on_bus", now.bytesOnBus);
    json.add ("slabs_reading", now.slabsReading);
    json.add ("slabs_computing", now.slabsComputing);
    json.add ("slabs_writing", now.slabsWriting);
    json.add ("slabs_total", now.slabsTotal);
    json.addRaw ("cpu_percent", now.process ? std::to_string (now.process->cpuPercent) : "null");
    json.addRaw ("memory_bytes", now.process ? std::to_string (now.process->memoryBytes) : "null");
    json.addRaw ("device_busy_percent",
                 now.device ? std::to_string (now.device->busyPercent) : "null");
    json.addRaw ("device_memory_bytes",
                 now.device ? std::to_string (now.device->memoryBytes) : "null");
    const auto addRate = [&] (const char* name, double rate, int decimals)
    { json.addRaw (name, rates.isMeasured ? fixedText (rate, decimals) : "null"); };
    addRate ("files_per_second", rates.filesPerSecond, 3);
    addRate ("rows_per_second", rates.rowsPerSecond, 3);
    addRate ("audio_hours_per_second", rates.audioHoursPerSecond, rateDecimals);
    addRate ("gigabytes_read_per_second", rates.gigabytesReadPerSecond, rateDecimals);
    addRate ("gigabytes_written_per_second", rates.gigabytesWrittenPerSecond, rateDecimals);
    addRate ("gigabytes_on_bus_per_second", rates.gigabytesOnBusPerSecond, rateDecimals);
    json.addRaw ("eta_seconds",
                 rates.remainingSeconds ? fixedText (*rates.remainingSeconds, 3) : "null");
    json.addRaw ("final", isFinal ? "true" : "false");
    return json.text ();
}

} // namespace melstrom
