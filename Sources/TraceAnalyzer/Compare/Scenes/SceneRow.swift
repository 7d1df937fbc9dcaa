package import TraceModel

/// One thing that the adoption of scenes changed, or that the logs are too poor to show.
///
/// Encoded as it stands it is an element of `scenes.rows` of `Schemas/compare.schema.json`.
package struct SceneRow: Sendable, Encodable {
  /// The checks that compare an app without scenes with the same app with scenes.
  package enum Check: String, Sendable, CaseIterable, Encodable {
    /// The app does not adopt scenes: `order.no-scenes`.
    case model
    /// Callbacks of the app delegate that no callback of a scene delegate has replaced.
    case callbacks
    /// URLs, activities, shortcuts and notifications that no longer reach the app.
    case entries
    /// Setup and background tasks that ran once in a process, and now once for each window.
    case setup
    /// Background tasks that are registered too late, or twice: `background.late-registration`.
    case registration
    /// Interface state that is restored too late, or not at all.
    case restoration
    /// Launches in the background, and interfaces that are built in them.
    case background
    /// What ran once at each return to the foreground, and now runs twice.
    case returns
  }

  /// The result of a check.
  package enum Verdict: String, Sendable, CaseIterable, Encodable {
    /// Found by a rule in the launches of head.
    case found
    /// No delegate in head handles what the app delegate handled in base.
    case notHandled
    /// Does not reach the app any more.
    case lost
    /// Reaches the app less often.
    case fewer
    /// Happens more often.
    case more
    /// Happens after the first view appeared.
    case late
    /// Ran once in a process, and now runs once for each window.
    case repeated
    /// Runs twice where it ran once.
    case twice
    /// Head does not record the events that the check needs.
    case cannotTell
  }

  /// How often it happened on one side.
  package struct Share: Sendable, Equatable, Encodable {
    /// The number that it happened to, and the number of all.
    package var count, of: Int

    /// The share that `count` has of `all`.
    package init(_ count: Int, of all: Int) {
      self.count = count
      of = all
    }
  }

  /// The check that found it.
  package var check: Check
  /// The result of the check.
  package var verdict: Verdict
  /// `error`, `warning` or `note`.
  package var severity: Severity
  /// `certain` if a rule found it in a launch; `possible` if rates are compared.
  package var confidence: Confidence
  /// As in `cold launch by URL`.
  package var subject: Sentence
  package var base, head: Share?
  /// The difference of both shares with its interval at 95 %, if shares decide.
  package var shareDifference, lowShare, highShare: Double?
  /// A sentence with the numbers, if the shares do not say it; empty otherwise.
  package var detail: Sentence?
  /// What to change in the app, or what to record.
  package var advice: Sentence

  init(
    _ check: Check, _ verdict: Verdict, _ severity: Severity, _ subject: Sentence, isCertain: Bool = false,
    advice: Sentence
  ) {
    self.check = check
    self.verdict = verdict
    self.severity = severity
    confidence = isCertain ? .certain : .possible
    self.subject = subject
    self.advice = advice
  }

  static func cannotTell(_ check: Check, _ subject: Sentence, advice: Sentence) -> SceneRow {
    SceneRow(check, .cannotTell, .note, subject, advice: advice)
  }
}
