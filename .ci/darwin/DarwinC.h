// A stub of what the sources use of Apple's C library, for type checks on Linux. It is no header of Apple's: types and
// values are declared as the manual pages of macOS and the published sources of XNU and Libc name them (stat(2),
// dirent(5), sysctl(3), clock_gettime(3), posix_spawn(2), task_info). Nothing is ever linked with it.
#pragma once

#define SINCE(MAC, PHONE) \
  __attribute__((availability(macos, introduced = MAC), availability(ios, introduced = PHONE), \
                 availability(tvos, introduced = PHONE), availability(visionos, introduced = 1.0)))
#define NOT_ON_TV __attribute__((availability(tvos, unavailable)))

// sys/types.h: numbers of devices have a sign, and blocks of 512 bytes are counted in 64 bits.
typedef unsigned short mode_t;
typedef unsigned short nlink_t;
typedef int dev_t;
typedef unsigned long long ino_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef int pid_t;
typedef long long off_t;
typedef long long blkcnt_t;
typedef int blksize_t;
typedef long time_t;
typedef int suseconds_t;
typedef unsigned long size_t;
typedef long ssize_t;
typedef unsigned int fsblkcnt_t;
typedef unsigned int fsfilcnt_t;

struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };

// errno
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EMFILE 24
#define EFBIG 27
#define ENOSPC 28
#define EPIPE 32
#define EAGAIN 35
#define ENOTEMPTY 66
#define EDQUOT 69
#define EWOULDBLOCK EAGAIN

// stat(2), statvfs(3)
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
  unsigned int st_flags, st_gen;
  int st_lspare;
  long long st_qspare[2];
};
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int lstat(const char *, struct stat *);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);
int mkdir(const char *, mode_t);
struct statvfs {
  unsigned long f_bsize, f_frsize;
  fsblkcnt_t f_blocks, f_bfree, f_bavail;
  fsfilcnt_t f_files, f_ffree, f_favail;
  unsigned long f_fsid, f_flag, f_namemax;
};
int statvfs(const char *__restrict, struct statvfs *__restrict);

// dirent(5): the name has room for 1,024 bytes, and the entry in memory ends behind it.
typedef struct {
  int __dd_fd;
  long __dd_loc, __dd_size;
  char *__dd_buf;
  int __dd_len;
  long __dd_seek;
} DIR;
struct dirent {
  ino_t d_ino;
  unsigned long long d_seekoff;
  unsigned short d_reclen, d_namlen;
  unsigned char d_type;
  char d_name[1024];
};
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);

// fcntl(2); open and fcntl take any number of arguments: Darwin.swift declares what Swift sees of them.
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_APPEND 0x0008
#define O_CREAT 0x0200
#define O_TRUNC 0x0400
#define O_EXCL 0x0800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1

// unistd.h, stdio.h, stdlib.h, string.h
#define SEEK_SET 0
#define SEEK_END 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
int close(int);
int pipe(int *);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
off_t lseek(int, off_t, int);
int ftruncate(int, off_t);
int fsync(int);
int unlink(const char *);
int rename(const char *, const char *);
int access(const char *, int);
int isatty(int);
pid_t getpid(void);
char *getcwd(char *, size_t);
char *getenv(const char *);
int strcmp(const char *, const char *);
int mkstemp(char *);
void free(void *);
void _exit(int) __attribute__((noreturn));
void exit(int) __attribute__((noreturn));
char *strerror(int);
size_t strlen(const char *);
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
char ***_NSGetEnviron(void);

// signal(3), wait(2), posix_spawn(2)
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
typedef unsigned int sigset_t;
typedef void (*sig_t)(int);
sig_t signal(int, sig_t);
int sigemptyset(sigset_t *);
int sigaddset(sigset_t *, int);
int kill(pid_t, int);
pid_t waitpid(pid_t, int *, int);
#define POSIX_SPAWN_SETSIGDEF 0x0004
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
int posix_spawn(pid_t *__restrict, const char *__restrict, const posix_spawn_file_actions_t *,
                const posix_spawnattr_t *__restrict, char *const *__restrict, char *const *__restrict) NOT_ON_TV;
int posix_spawnattr_init(posix_spawnattr_t *) NOT_ON_TV;
int posix_spawnattr_destroy(posix_spawnattr_t *) NOT_ON_TV;
int posix_spawnattr_setflags(posix_spawnattr_t *, short) NOT_ON_TV;
int posix_spawnattr_setsigdefault(posix_spawnattr_t *__restrict, const sigset_t *__restrict) NOT_ON_TV;
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *) NOT_ON_TV;
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *) NOT_ON_TV;
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int) NOT_ON_TV;

// sigaction(2), sigwait(2), pthread_sigmask(2), signal(3), waitid(2)
#define SIGHUP 1
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGBUS 10
#define SIGSEGV 11
#define SIGSYS 12
#define SIGALRM 14
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGUSR1 30
#define SIGUSR2 31
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SA_ONSTACK 0x0001
#define SA_RESETHAND 0x0004
#define SA_NODEFER 0x0010
#define SA_SIGINFO 0x0040
typedef struct __siginfo {
  int si_signo;
  int si_errno;
  int si_code;
  pid_t si_pid;
  uid_t si_uid;
  int si_status;
  void *si_addr;
} siginfo_t;
union __sigaction_u {
  void (*__sa_handler)(int);
  void (*__sa_sigaction)(int, siginfo_t *, void *);
};
struct sigaction {
  union __sigaction_u __sigaction_u;
  sigset_t sa_mask;
  int sa_flags;
};
int sigaction(int, const struct sigaction *__restrict, struct sigaction *__restrict);
int sigwait(const sigset_t *__restrict, int *__restrict);
int raise(int);
typedef unsigned int id_t;
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
#define WEXITED 0x00000004
#define WNOWAIT 0x00000020
int waitid(idtype_t, id_t, siginfo_t *, int);
int posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t) NOT_ON_TV;
int posix_spawnattr_setsigmask(posix_spawnattr_t *__restrict, const sigset_t *__restrict) NOT_ON_TV;
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGMASK 0x0008
struct _opaque_pthread_t {
  long __sig;
};
typedef struct _opaque_pthread_t *pthread_t;
typedef struct _opaque_pthread_attr_t {
  long __sig;
} pthread_attr_t;
int pthread_create(pthread_t _Nullable *_Nonnull __restrict, const pthread_attr_t *_Nullable __restrict,
                   void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable __restrict);
int pthread_sigmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);

// open(2), stat(2), access(2), chown(2), rename(2), unlink(2), readlink(2), realpath(3), geteuid(2)
#define O_NOFOLLOW 0x00000100
#define AT_EACCESS 0x0010
#define AT_SYMLINK_NOFOLLOW 0x0020
#define EPERM 1
#define EBADF 9
#define ELOOP 62
#define ENAMETOOLONG 63
#define PATH_MAX 1024
int fstatat(int, const char *, struct stat *, int);
int faccessat(int, const char *, int, int);
int fchown(int, uid_t, gid_t);
int renameat(int, const char *, int, const char *);
int unlinkat(int, const char *, int);
ssize_t readlink(const char *__restrict, char *__restrict, size_t);
char *_Nullable realpath(const char *_Nonnull __restrict, char *_Nullable __restrict);
uid_t geteuid(void);
char *strncpy(char *, const char *, size_t);
void *memset(void *, int, size_t);
int usleep(unsigned int);
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
int flock(int, int);
int dup(int);

// poll(2), tty(4), getrlimit(2)
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
struct pollfd { int fd; short events; short revents; };
typedef unsigned int nfds_t;
int poll(struct pollfd *, nfds_t, int);
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
typedef unsigned long long rlim_t;
struct rlimit { rlim_t rlim_cur, rlim_max; };
#define RLIMIT_AS 5
#define RLIMIT_NOFILE 8
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);

// mmap(2)
#define PROT_NONE 0
#define MAP_PRIVATE 2
#define MAP_ANON 0x1000
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);

// clock_gettime(3)
typedef enum {
  _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC_RAW = 4, _CLOCK_MONOTONIC = 6, _CLOCK_PROCESS_CPUTIME_ID = 12
} clockid_t SINCE(10.12, 10.0);
static const clockid_t CLOCK_REALTIME = _CLOCK_REALTIME;
static const clockid_t CLOCK_MONOTONIC = _CLOCK_MONOTONIC;
static const clockid_t CLOCK_MONOTONIC_RAW = _CLOCK_MONOTONIC_RAW;
static const clockid_t CLOCK_PROCESS_CPUTIME_ID = _CLOCK_PROCESS_CPUTIME_ID;
int clock_gettime(clockid_t, struct timespec *) SINCE(10.12, 10.0);
unsigned long long clock_gettime_nsec_np(clockid_t) SINCE(10.12, 10.0);

// os/lock.h
typedef struct os_unfair_lock_s { unsigned int _os_unfair_lock_opaque; } os_unfair_lock;
void os_unfair_lock_lock(os_unfair_lock *) SINCE(10.12, 10.0);
void os_unfair_lock_unlock(os_unfair_lock *) SINCE(10.12, 10.0);

// math.h
double erfc(double);
double exp(double);
double lgamma(double);
double log(double);
double pow(double, double);
double sqrt(double);

// mach/task_info.h: more members follow, and a program says how many it knows of.
typedef unsigned int natural_t;
typedef int integer_t;
typedef int kern_return_t;
typedef unsigned int mach_port_t;
typedef mach_port_t task_name_t;
typedef natural_t task_flavor_t;
typedef integer_t *task_info_t;
typedef natural_t mach_msg_type_number_t;
typedef unsigned long long mach_vm_size_t;
#define KERN_SUCCESS 0
#define TASK_VM_INFO 22
// mach/task_policy.h
typedef int boolean_t;
typedef natural_t task_policy_flavor_t;
typedef integer_t *task_policy_t;
#define TASK_CATEGORY_POLICY 1
enum task_role {
  TASK_UNSPECIFIED = 0,
  TASK_FOREGROUND_APPLICATION = 1,
  TASK_BACKGROUND_APPLICATION = 2,
  TASK_NONUI_APPLICATION = 6,
  TASK_DARWINBG_APPLICATION = 8
};
typedef enum task_role task_role_t;
struct task_category_policy { task_role_t role; };
typedef struct task_category_policy task_category_policy_data_t;
kern_return_t task_policy_get(task_name_t, task_policy_flavor_t, task_policy_t, mach_msg_type_number_t *, boolean_t *)
  NOT_ON_TV;
struct task_vm_info {
  mach_vm_size_t virtual_size;
  integer_t region_count, page_size;
  mach_vm_size_t resident_size, resident_size_peak, device, device_peak, internal, internal_peak, external;
  mach_vm_size_t external_peak, reusable, reusable_peak, purgeable_volatile_pmap, purgeable_volatile_resident;
  mach_vm_size_t purgeable_volatile_virtual, compressed, compressed_peak, compressed_lifetime, phys_footprint;
};
typedef struct task_vm_info task_vm_info_data_t;
extern mach_port_t mach_task_self_ __attribute__((swift_attr("nonisolated(unsafe)")));
kern_return_t task_info(task_name_t, task_flavor_t, task_info_t, mach_msg_type_number_t *);

// sysctl(3), sys/proc.h: the record of a process holds pointers of the kernel.
#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1
#define P_TRACED 0x00000800
struct proc;
struct vmspace;
struct sigacts;
struct extern_proc {
  union {
    struct { struct proc *__p_forw; struct proc *__p_back; } p_st1;
    struct timeval __p_starttime;
  } p_un;
  struct vmspace *p_vmspace;
  struct sigacts *p_sigacts;
  int p_flag;
  char p_stat;
  pid_t p_pid;
};
struct kinfo_proc { struct extern_proc kp_proc; };
int sysctl(int *, unsigned int, void *, size_t *, void *, size_t);
int sysctlbyname(const char *, void *, size_t *, void *, size_t);

// What the Linux interface of Synchronization calls, which stands in for Apple's.
static inline unsigned int _swift_stdlib_gettid(void) { return 0; }
static inline unsigned int _swift_stdlib_futex_lock(unsigned int *lock) { return 0; }
static inline unsigned int _swift_stdlib_futex_trylock(unsigned int *lock) { return 0; }
static inline unsigned int _swift_stdlib_futex_unlock(unsigned int *lock) { return 0; }
