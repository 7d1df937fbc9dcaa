#if canImport(os)
  public import os

  extension OSSignposter {
    /// Runs a task as an interval of this signposter, for Instruments, and records it as work, for tracetool.
    ///
    ///     let photos = signposter.withTracedInterval("import", kind: "disk") { importPhotos() }
    ///
    /// - Parameters:
    ///   - name: The interval's name, and that of the work.
    ///   - kind: The kind of work, as of `AppTrace.beginWork`.
    ///   - task: The task.
    /// - Returns: What `task` returns.
    /// - Throws: What `task` throws.
    public func withTracedInterval<Value, Failure: Error>(
      _ name: StaticString, kind: StaticString, around task: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
      let interval = beginTracedInterval(name, kind: kind)
      defer { interval.end() }
      return try task()
    }

    /// The same of a task that waits for others.
    public func withTracedInterval<Value, Failure: Error>(
      _ name: StaticString, kind: StaticString, around task: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
      let interval = beginTracedInterval(name, kind: kind)
      defer { interval.end() }
      return try await task()
    }

    /// Begins an interval of this signposter, and the work of that name.
    ///
    /// - Parameters:
    ///   - name: The interval's name, and that of the work.
    ///   - kind: The kind of work, as of `AppTrace.beginWork`.
    /// - Returns: Both; call `end` on it once.
    public func beginTracedInterval(_ name: StaticString, kind: StaticString) -> TracedInterval {
      TracedInterval(
        signposter: self, name: name, state: beginInterval(name, id: makeSignpostID()),
        span: AppTrace.beginWork(name, kind: kind))
    }
  }

  /// An interval of a signposter that is work in the trace as well.
  public struct TracedInterval {
    let signposter: OSSignposter
    let name: StaticString
    let state: OSSignpostIntervalState
    let span: TraceSpan

    /// Ends the interval and the work.
    ///
    /// - Parameter success: True if the work succeeded; nil if the app does not say.
    public func end(success: Bool? = nil) {
      span.end(success: success)
      signposter.endInterval(name, state)
    }
  }
#endif
