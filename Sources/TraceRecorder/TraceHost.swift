import TraceVocabulary

/// What the recorder uses of the app that it is in, beside files and clocks.
///
/// `UIKitHost` is an app or extension with UIKit, `PlainHost` any other process. Tests use one that follows a script.
protocol TraceHost: Sendable {
  /// The value of a variable of the process's environment.
  func variable(_ name: String) -> String?

  /// What the system says of why the process runs, as attributes.
  var role: [TraceField] { get }

  /// The event kinds that are recorded by itself without exception.
  var posted: [EventKind] { get }

  /// True while a debugger is attached, which stops the process whenever it likes.
  var isTraced: Bool { get }

  /// True where the machine may sleep while the app is in the foreground: on a Mac.
  var maySleep: Bool { get }
  /// Calls `work` on the main thread if the app is active.
  func ifActive(_ work: @escaping @Sendable () -> Void)

  /// Passes on what happens from now on, for the life of the process.
  ///
  /// - Parameter handler: It may be called on any thread.
  func observe(_ handler: @escaping @Sendable (HostEvent) -> Void)

  /// Passes on, for the life of the process, when the main thread's run loop begins to work and when it goes to sleep.
  ///
  /// - Parameter handler: It is called on the main thread: with true each time that the loop begins a turn, also
  ///   without a sleep before it; with false before it sleeps.
  func observeTurns(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void)
}

/// Something that a host passes on.
struct HostEvent: Sendable {
  var kind: EventKind
  var fields: [TraceField]
  /// Calls its argument once, when the next frame of the scene that this is about was drawn.
  ///
  /// The argument says what that means: `commit` if Core Animation has committed it, `displayLink` if the display has
  /// begun another one since. Nil if no window of the scene is shown on the device.
  var awaitFrame: (@Sendable (_ drawn: @escaping @Sendable (_ frame: StaticString) -> Void) -> Void)?

  init(
    _ kind: EventKind, _ fields: [TraceField],
    awaitFrame: (@Sendable (_ drawn: @escaping @Sendable (_ frame: StaticString) -> Void) -> Void)? = nil
  ) {
    self.kind = kind
    self.fields = fields
    self.awaitFrame = awaitFrame
  }
}

extension TraceHost {
  var maySleep: Bool { false }
  func ifActive(_ work: @escaping @Sendable () -> Void) {}
}

/// A process without UIKit: it posts no events by itself.
struct PlainHost: TraceHost {
  let role = System.role
  let posted: [EventKind] = []
  var isTraced: Bool { System.isTraced }

  func variable(_ name: String) -> String? { System.variable(name) }
  func observe(_ handler: @escaping @Sendable (HostEvent) -> Void) {}
  func observeTurns(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void) {}
}
