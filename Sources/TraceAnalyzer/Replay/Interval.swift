/// A stretch of time on a launch's clock.
struct Interval { var begin, end: Int64 }
