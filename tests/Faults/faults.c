/* Makes one system call fail, or transfer less than requested. This library is loaded before the C library (LD_PRELOAD). It
 * counts only calls on files in one folder and on connections to one port. Each call has a number and a line in a log.
 *
 *   LANEWISE_FAULT_UNDER  the folder, as `pwd -P` prints it
 *   LANEWISE_FAULT_PORT   the TCP port of a server whose connections are counted. If empty, no connections are counted.
 *   LANEWISE_FAULT_LOG    the log, with a line for each call: "NUMBER KIND PATH", followed by the fault, if any
 *   LANEWISE_FAULT_AT     the number of the call that fails. 0 means that no call fails.
 *   LANEWISE_FAULT_WITH   EIO, ENOSPC, EINTR or short; for a connection also ECONNRESET or ECONNREFUSED. If a kind of call
 *                         never has this fault, nothing happens.
 *   LANEWISE_FAULT_STAYS  1 means that each later call that can have this fault also has it, as on a full or broken disk.
 *
 * The runtime looks up functions of the C library by name, so this library also replaces dlsym. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { LEAST_LOG_DESCRIPTOR = 700, PATH_BYTES = 8192 };

typedef void *(*lookup)(void *, const char *);
typedef long (*call6)(long, long, long, long, long, long, long);

static lookup real_dlsym;
static call6 real_syscall;
static char under[PATH_BYTES];
static size_t under_length;
static int log_file = -1, is_short, stays;
static long fault_at;
static int fault_error, fault_port;
static const char *fault_name = "";
static atomic_long calls;

__attribute__((constructor)) static void start(void) {
    static const char *const versions[] = { "GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17" };
    if (real_syscall) return;
    for (size_t i = 0; !real_dlsym && i < sizeof versions / sizeof *versions; i++)
        real_dlsym = (lookup)dlvsym(RTLD_NEXT, "dlsym", versions[i]);
    if (!real_dlsym) _exit(99);
    real_syscall = (call6)real_dlsym(RTLD_NEXT, "syscall");

    const char *folder = getenv("LANEWISE_FAULT_UNDER"), *log = getenv("LANEWISE_FAULT_LOG"), *at = getenv("LANEWISE_FAULT_AT"),
               *with = getenv("LANEWISE_FAULT_WITH"), *stay = getenv("LANEWISE_FAULT_STAYS"),
               *port = getenv("LANEWISE_FAULT_PORT");
    if (!folder || !log) return;
    fault_at = at ? atol(at) : 0;
    stays = stay && *stay == '1';
    fault_name = with ? with : "";
    is_short = !strcmp(fault_name, "short");
    if (!strcmp(fault_name, "EIO")) fault_error = EIO;
    if (!strcmp(fault_name, "ENOSPC")) fault_error = ENOSPC;
    if (!strcmp(fault_name, "EINTR")) fault_error = EINTR;
    if (!strcmp(fault_name, "ECONNRESET")) fault_error = ECONNRESET;
    if (!strcmp(fault_name, "ECONNREFUSED")) fault_error = ECONNREFUSED;
    fault_port = port ? atoi(port) : 0;
    int file = (int)real_syscall(SYS_openat, AT_FDCWD, (long)log, O_WRONLY | O_CREAT | O_APPEND, 0600, 0, 0);
    log_file = (int)real_syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, LEAST_LOG_DESCRIPTOR, 0, 0, 0);
    real_syscall(SYS_close, file, 0, 0, 0, 0, 0);
    snprintf(under, sizeof under, "%s/", folder);
    under_length = strlen(under);
}

static int can(const char *kind, const char *list) {
    size_t length = strlen(kind);
    for (const char *at = list; (at = strstr(at, kind)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return 1;
    return 0;
}

/* Returns whether this kind of call can have this run's fault. A failed close still closes the descriptor. */
static int is_possible(const char *kind) {
    if (is_short) return can(kind, "read pread write pwrite recv send");
    if (fault_error == EINTR) return can(kind, "open read pread write pwrite fsync close recv send");
    if (fault_error == ECONNRESET) return can(kind, "recv send");
    if (fault_error == ECONNREFUSED) return can(kind, "connect");
    if (fault_error == ENOSPC) return can(kind, "create write pwrite fsync rename close");
    return fault_error == EIO && !can(kind, "connect recv send");
}

/* Counts a call. Returns whether it must fail. */
static int comes_to(const char *kind, const char *what) {
    long number = atomic_fetch_add(&calls, 1) + 1;
    int now = fault_at && (number == fault_at || (stays && number > fault_at)) && is_possible(kind);
    char line[PATH_BYTES + 64];
    int length = snprintf(
        line, sizeof line, "%ld %s %s%s%s\n", number, kind, what, now ? " " : "", now ? fault_name : "");
    real_syscall(SYS_write, log_file, (long)line, length, 0, 0, 0);
    return now;
}
static int comes(const char *kind, const char *path) {
    return !strncmp(path, under, under_length) && comes_to(kind, path + under_length);
}

static int comes_to_path(const char *kind, int folder, const char *path) {
    char full[PATH_BYTES], link[64];
    start();
    if (log_file < 0 || !path) return 0;
    if (*path == '/') return comes(kind, path);
    snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
    long length = real_syscall(SYS_readlinkat, AT_FDCWD, (long)link, (long)full, sizeof full / 2, 0, 0);
    if (length < 0) return 0;
    snprintf(full + length, sizeof full - (size_t)length, "%s%s", *path ? "/" : "", path);
    return comes(kind, full);
}

static int comes_to_file(const char *kind, int file) {
    char full[PATH_BYTES], link[64];
    start();
    if (log_file < 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    long length = real_syscall(SYS_readlinkat, AT_FDCWD, (long)link, (long)full, sizeof full - 1, 0, 0);
    if (length < 0) return 0;
    full[length] = 0;
    return comes(kind, full);
}

/* Returns whether an address is the server's address. A null address means the peer of the connection. */
static int is_server(int file, const struct sockaddr *address) {
    struct sockaddr_storage other;
    socklen_t length = sizeof other;
    start();
    if (log_file < 0 || !fault_port) return 0;
    if (!address) {
        if (real_syscall(SYS_getpeername, file, (long)&other, (long)&length, 0, 0, 0)) return 0;
        address = (struct sockaddr *)&other;
    }
    return address->sa_family == AF_INET ? ntohs(((const struct sockaddr_in *)address)->sin_port) == fault_port
        : address->sa_family == AF_INET6 && ntohs(((const struct sockaddr_in6 *)address)->sin6_port) == fault_port;
}

static long fail(void) {
    errno = fault_error;
    return -1;
}

static int open_any(const char *kind, int folder, const char *path, int flags, mode_t mode) {
    if (comes_to_path(flags & O_CREAT ? (fault_error == EINTR ? "open" : "create") : kind, folder, path)) return (int)fail();
    return (int)real_syscall(SYS_openat, folder, (long)path, flags, mode, 0, 0);
}

#define MODE(flags) mode_t mode = 0; if ((flags) & (O_CREAT | __O_TMPFILE)) { \
    va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE(flags) return open_any("open", AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_any("open", AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return open_any("open", folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return open_any("open", folder, path, flags, mode); }

/* A call counts only if it transfers data. A short call transfers half. */
static ssize_t receive(int file, void *buffer, size_t count, int flags) {
    long there = real_syscall(SYS_recvfrom, file, (long)buffer, (long)count, flags | MSG_PEEK, 0, 0);
    if (there < 0) return there;
    int now = comes_to("recv", "server");
    if (now && !is_short) return fail();
    return real_syscall(SYS_recvfrom, file, (long)buffer, now && there > 1 ? there / 2 : (long)count, flags, 0, 0);
}
ssize_t recv(int file, void *buffer, size_t count, int flags) {
    if (!is_server(file, 0)) return real_syscall(SYS_recvfrom, file, (long)buffer, (long)count, flags, 0, 0);
    return receive(file, buffer, count, flags);
}
ssize_t recvmsg(int file, struct msghdr *message, int flags) {
    if (!is_server(file, 0) || !message->msg_iovlen) return real_syscall(SYS_recvmsg, file, (long)message, flags, 0, 0, 0);
    message->msg_flags = 0;
    message->msg_controllen = message->msg_namelen = 0;
    return receive(file, message->msg_iov->iov_base, message->msg_iov->iov_len, flags);
}

static ssize_t post(int file, const void *buffer, size_t count, int flags) {
    int now = comes_to("send", "server");
    if (now && !is_short) return fail();
    return real_syscall(SYS_sendto, file, (long)buffer, (long)(now && count > 1 ? count / 2 : count), flags, 0, 0);
}
ssize_t send(int file, const void *buffer, size_t count, int flags) {
    if (!is_server(file, 0)) return real_syscall(SYS_sendto, file, (long)buffer, (long)count, flags, 0, 0);
    return post(file, buffer, count, flags);
}
ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    if (!is_server(file, 0) || !message->msg_iovlen) return real_syscall(SYS_sendmsg, file, (long)message, flags, 0, 0, 0);
    return post(file, message->msg_iov->iov_base, message->msg_iov->iov_len, flags);
}

int connect(int file, const struct sockaddr *address, socklen_t length) {
    if (is_server(file, address) && comes_to("connect", "server")) return (int)fail();
    return (int)real_syscall(SYS_connect, file, (long)address, length, 0, 0, 0);
}

ssize_t read(int file, void *buffer, size_t count) {
    if (is_server(file, 0)) return receive(file, buffer, count, 0);
    int now = comes_to_file("read", file);
    if (now && !is_short) return fail();
    long got = real_syscall(SYS_read, file, (long)buffer, (long)count, 0, 0, 0);
    if (!now || got < 2) return got;
    real_syscall(SYS_lseek, file, got / 2 - got, SEEK_CUR, 0, 0, 0);
    return got / 2;
}

ssize_t pread(int file, void *buffer, size_t count, off_t at) {
    int now = comes_to_file("pread", file);
    if (now && !is_short) return fail();
    long got = real_syscall(SYS_pread64, file, (long)buffer, (long)count, at, 0, 0);
    return now && got > 1 ? got / 2 : got;
}
ssize_t pread64(int file, void *buffer, size_t count, off64_t at) { return pread(file, buffer, count, at); }

ssize_t write(int file, const void *buffer, size_t count) {
    if (is_server(file, 0)) return post(file, buffer, count, MSG_NOSIGNAL);
    int now = comes_to_file("write", file);
    if (now && !is_short) return fail();
    return real_syscall(SYS_write, file, (long)buffer, (long)(now && count > 1 ? count / 2 : count), 0, 0, 0);
}

ssize_t pwrite(int file, const void *buffer, size_t count, off_t at) {
    int now = comes_to_file("pwrite", file);
    if (now && !is_short) return fail();
    return real_syscall(SYS_pwrite64, file, (long)buffer, (long)(now && count > 1 ? count / 2 : count), at, 0, 0);
}
ssize_t pwrite64(int file, const void *buffer, size_t count, off64_t at) { return pwrite(file, buffer, count, at); }

/* With several buffers, a short call transfers the first buffer or a part of it. */
ssize_t preadv(int file, const struct iovec *parts, int count, off_t at) {
    int now = comes_to_file("pread", file);
    if (now && !is_short) return fail();
    long got = real_syscall(SYS_preadv, file, (long)parts, now ? 1 : count, at, 0, 0);
    return now && got > 1 ? got / 2 : got;
}
ssize_t preadv64(int file, const struct iovec *parts, int count, off64_t at) { return preadv(file, parts, count, at); }

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t at) {
    int now = comes_to_file("pwrite", file);
    if (now && !is_short) return fail();
    if (!now) return real_syscall(SYS_pwritev, file, (long)parts, count, at, 0, 0);
    size_t bytes = parts->iov_len > 1 ? parts->iov_len / 2 : parts->iov_len;
    return real_syscall(SYS_pwrite64, file, (long)parts->iov_base, (long)bytes, at, 0, 0);
}
ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t at) { return pwritev(file, parts, count, at); }

int fsync(int file) { return comes_to_file("fsync", file) ? (int)fail() : (int)real_syscall(SYS_fsync, file, 0, 0, 0, 0, 0); }
int fdatasync(int file) {
    return comes_to_file("fsync", file) ? (int)fail() : (int)real_syscall(SYS_fdatasync, file, 0, 0, 0, 0, 0);
}

int close(int file) {
    int now = comes_to_file("close", file), result = (int)real_syscall(SYS_close, file, 0, 0, 0, 0, 0);
    return now ? (int)fail() : result;
}

int renameat(int folder, const char *path, int new_folder, const char *new_path) {
    if (comes_to_path("rename", folder, path)) return (int)fail();
    return (int)real_syscall(SYS_renameat2, folder, (long)path, new_folder, (long)new_path, 0, 0);
}
int rename(const char *path, const char *new_path) { return renameat(AT_FDCWD, path, AT_FDCWD, new_path); }

int unlinkat(int folder, const char *path, int flags) {
    if (comes_to_path("remove", folder, path)) return (int)fail();
    return (int)real_syscall(SYS_unlinkat, folder, (long)path, flags, 0, 0, 0);
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int ftruncate(int file, off_t bytes) {
    return comes_to_file("truncate", file) ? (int)fail() : (int)real_syscall(SYS_ftruncate, file, bytes, 0, 0, 0, 0);
}
int ftruncate64(int file, off64_t bytes) { return ftruncate(file, bytes); }

/* On x64 and ARM64, the only supported CPUs, the kernel and the C library use the same structure. */
static int status(int folder, const char *path, void *to, int flags) {
    if (comes_to_path("stat", folder, path)) return (int)fail();
    return (int)real_syscall(SYS_newfstatat, folder, (long)path, (long)to, flags, 0, 0);
}
static int status_of_file(int file, void *to) {
    if (comes_to_file("stat", file)) return (int)fail();
    return (int)real_syscall(SYS_fstat, file, (long)to, 0, 0, 0, 0);
}
int stat(const char *path, struct stat *to) { return status(AT_FDCWD, path, to, 0); }
int stat64(const char *path, struct stat64 *to) { return status(AT_FDCWD, path, to, 0); }
int lstat(const char *path, struct stat *to) { return status(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW); }
int lstat64(const char *path, struct stat64 *to) { return status(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW); }
int fstat(int file, struct stat *to) { return status_of_file(file, to); }
int fstat64(int file, struct stat64 *to) { return status_of_file(file, to); }
int fstatat(int folder, const char *path, struct stat *to, int flags) { return status(folder, path, to, flags); }
int __xstat64(int version, const char *path, struct stat64 *to) { (void)version; return status(AT_FDCWD, path, to, 0); }
int __lxstat64(int version, const char *path, struct stat64 *to) {
    (void)version;
    return status(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW);
}
int __fxstat64(int version, int file, struct stat64 *to) { (void)version; return status_of_file(file, to); }
int statx(int folder, const char *path, int flags, unsigned mask, struct statx *to) {
    if (comes_to_path("stat", folder, path)) return (int)fail();
    return (int)real_syscall(SYS_statx, folder, (long)path, flags, mask, (long)to, 0);
}

long syscall(long number, ...) {
    long a[6];
    va_list rest;
    va_start(rest, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
    va_end(rest);
    start();
    int now = number == SYS_fstat ? comes_to_file("stat", (int)a[0])
        : number == SYS_newfstatat || number == SYS_statx ? comes_to_path("stat", (int)a[0], (const char *)a[1])
        : number == SYS_getdents64 ? comes_to_file("list", (int)a[0])
        : number == SYS_openat2 ? comes_to_path("open", (int)a[0], (const char *)a[1]) : 0;
    return now ? fail() : real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* A lookup by name finds the functions of this library first. */
void *dlsym(void *library, const char *name) {
    static const struct { const char *name; void *function; } replaced[] = {
        { "open", open }, { "open64", open64 }, { "openat", openat }, { "openat64", openat64 }, { "read", read },
        { "pread", pread }, { "pread64", pread64 }, { "write", write }, { "pwrite", pwrite }, { "pwrite64", pwrite64 },
        { "fsync", fsync }, { "close", close }, { "rename", rename }, { "renameat", renameat }, { "unlink", unlink },
        { "unlinkat", unlinkat }, { "ftruncate", ftruncate }, { "fstat", fstat }, { "syscall", syscall },
        { "recv", recv }, { "recvmsg", recvmsg }, { "send", send }, { "sendmsg", sendmsg }, { "connect", connect },
    };
    start();
    if (library != RTLD_NEXT)
        for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++)
            if (!strcmp(replaced[i].name, name)) return replaced[i].function;
    return real_dlsym(library, name);
}
