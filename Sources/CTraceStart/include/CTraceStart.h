#ifndef CTRACESTART_H
#define CTRACESTART_H

/// What was noted before `main`.
struct CTraceStart {
  /// The clock that does not stop while the device sleeps, in nanoseconds, when the initializers of the image began that
  /// holds this code: the app, or the framework that the recorder is linked into.
  long long uptime;
  /// 1 if the environment variable `ActivePrewarm` was 1, else 0. It may be gone later.
  int isPrewarmed;
};

struct CTraceStart CTraceStartNoted(void);

#endif
