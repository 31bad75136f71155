// Counts calls of the C library's functions that an audio thread must not call. Names in a program
// override those of its libraries, so calls of all libraries are counted, the standard library and
// JUCE among them.
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>

#include <cstddef>
#include <cstdint>

namespace melstrom::testing
{
void countAllocation () noexcept;
void countLock () noexcept;
} // namespace melstrom::testing

using melstrom::testing::countAllocation;
using melstrom::testing::countLock;

// glibc's own names of its allocation functions: dlsym would allocate itself.
extern "C"
{
    void* __libc_malloc (std::size_t bytes);
    void __libc_free (void* memory);
    void* __libc_calloc (std::size_t count, std::size_t bytes);
    void* __libc_realloc (void* memory, std::size_t bytes);
    void* __libc_memalign (std::size_t alignment, std::size_t bytes);

    void* malloc (std::size_t bytes)
    {
        countAllocation ();
        return __libc_malloc (bytes);
    }
    void free (void* memory)
    {
        if (memory)
            countAllocation ();
        __libc_free (memory);
    }
    void* calloc (std::size_t count, std::size_t bytes)
    {
        countAllocation ();
        return __libc_calloc (count, bytes);
    }
    void* realloc (void* memory, std::size_t bytes)
    {
        countAllocation ();
        return __libc_realloc (memory, bytes);
    }
    void* memalign (std::size_t alignment, std::size_t bytes)
    {
        countAllocation ();
        return __libc_memalign (alignment, bytes);
    }
    void* aligned_alloc (std::size_t alignment, std::size_t bytes)
    {
        return memalign (alignment, bytes);
    }
    int posix_memalign (void** memory, std::size_t alignment, std::size_t bytes)
    {
        *memory = memalign (alignment, bytes);
        return *memory ? 0 : 12; // ENOMEM
    }
}

namespace
{
template <typename Function>
Function* next (const char* name) noexcept
{
    return reinterpret_cast<Function*> (dlsym (RTLD_NEXT, name));
}
} // namespace

#define MELSTROM_WATCH_LOCK(name, Argument)                                                        \
    extern "C" int name (Argument* object) noexcept                                                \
    {                                                                                              \
        static const auto original = next<int (Argument*)> (#name);                                \
        countLock ();                                                                              \
        return original (object);                                                                  \
    }

MELSTROM_WATCH_LOCK (pthread_mutex_lock, pthread_mutex_t)
MELSTROM_WATCH_LOCK (pthread_mutex_trylock, pthread_mutex_t)
MELSTROM_WATCH_LOCK (pthread_rwlock_rdlock, pthread_rwlock_t)
MELSTROM_WATCH_LOCK (pthread_rwlock_wrlock, pthread_rwlock_t)
MELSTROM_WATCH_LOCK (pthread_cond_signal, pthread_cond_t)
MELSTROM_WATCH_LOCK (pthread_cond_broadcast, pthread_cond_t)
MELSTROM_WATCH_LOCK (sem_post, sem_t)
