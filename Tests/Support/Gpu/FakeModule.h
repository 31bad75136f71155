// The module without CUDA that a test loads instead of the real one: see FakeCudaModule.cpp.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/TestData.h"

#include <string>

namespace melstrom::testing
{

/** Environment variables. */
inline constexpr const char* kModulePath = "MELSTROM_CUDA_MODULE";
inline constexpr const char* kFakeBehaviour = "MELSTROM_FAKE_CUDA";

inline const std::string kFakeModule = fakeCudaModule ();

inline BackendChoice choiceOf (BackendChoice::Kind kind, int deviceIndex = 0)
{
    BackendChoice choice;
    choice.kind = kind;
    choice.deviceIndex = deviceIndex;
    return choice;
}

} // namespace melstrom::testing
