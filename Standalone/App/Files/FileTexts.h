// What the page of files says of its files.
#pragma once

#include "Standalone/App/Files/FileList.h"
#include "Standalone/App/Files/OpenedFiles.h"

namespace melstrom
{

/** Container, rate, channels and front end. */
juce::String detailsOf (const OpenSound& sound);
std::vector<FileList::Row> rowsOf (const OpenedFiles& files);
/** Number, memory and its limit, backend, the file that is being opened. */
/** Name of the backend that computes the file now. sound: null: none. */
std::string deviceOf (const OpenSound* sound, const Backend& own);
juce::String stateOf (const OpenedFiles& files, const std::string& backendName);

} // namespace melstrom
