/// How many steps were not judged for one cause.
package struct NotJudged: Sendable, Encodable {
  /// The cause, as in `invalidTask`: the launch's own, or one of those below.
  package var cause: String
  /// The number of steps.
  package var steps: Int64
  /// The system of launches that it is not judged on, as in `watchOS`.
  package var system: String?

  /// The number of steps that were not judged for one cause.
  package init(cause: String, steps: Int64, system: String? = nil) {
    self.cause = cause
    self.steps = steps
    self.system = system
  }

  /// Causes that are known only when all launches are.
  static let otherSystem = "otherSystem"
  static let inExtension = "extension"
  static let neverRecorded = "neverRecorded"
  static let maybeLost = "maybeLost"
}
