import TraceVocabulary

/// What the recorder uses of the app that it is in, beside files and clocks.
///
/// `UIKitHost` is an app or extension with UIKit, `PlainHost` any other process. Tests use one that posts what they say.
protocol TraceHost: Sendable {
  /// The variables of the process's environment.
  var environment: [String: String] { get }

  /// The event kinds that are posted every time they happen.
  var posted: [EventKind] { get }

  /// Passes on what happens from now on, for the life of the process.
  ///
  /// - Parameter handler: It may be called on any thread.
  func observe(_ handler: @escaping @Sendable (_ kind: EventKind, _ fields: [TraceField]) -> Void)
}
