#include "Engine/Backend/Gpu/Device/GpuOfProcess.h"

#include "Engine/Core/System/ForkCount.h"

#include <atomic>

namespace melstrom::cuda
{

Result<void> claimGpuForProcess ()
{
    constexpr int kNobody = -1;
    static std::atomic<int> firstUser {
        kNobody}; // as a fork count; forked processes inherit the value
    int user = kNobody;
    if (firstUser.compare_exchange_strong (user, forkCount ()) || user == forkCount ())
        return {};
    return Error {
        ErrorCode::deviceUnavailable,
        "this process is a fork of one that used the GPU, where CUDA does not work; start "
        "processes with spawn instead of fork",
        {}};
}

} // namespace melstrom::cuda
