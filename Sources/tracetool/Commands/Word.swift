import TraceAnalyzer
import TraceModel
import TraceReport

struct Word {
  static let topic = "words"

  let name: String
  let meaning: String

  var text: String { PageText.wrapped("\(name): \(meaning)", width: PageText.fullWidth).joined(separator: "\n") + "\n" }

  static var page: String { HelpPage().list("Words", all.map { (term: $0.name, text: $0.meaning) }) }

  static let all: [Word] = (kinds + phases + taskKinds + ends + others).sorted { $0.name < $1.name }

  private static let kinds = LaunchKind.allCases.map { Word(name: $0.name, meaning: $0.meaning) }

  private static let phases = LaunchPhaseName.allCases.map { phase in
    Word(name: phase.name, meaning: "A phase of a launch, \(phase.meaning).")
  }

  private static let taskKinds =
    TaskKind.allCases.map { Word(name: $0.name, meaning: "A kind of task in the background. \($0.meaning)") } + [
      Word(
        name: "task.kind",
        meaning: "What grants an app time in the background, the field 'kind' of task events: "
          + TaskKind.allCases.map(\.name).joined(separator: ", ") + ". Each is one of these words.")
    ]

  /// Categories under which MetricKit counts ends that logs and reports call a crash.
  ///
  /// Source: Apple, MXForegroundExitData; CrashDiagnostic.TerminationCategory.
  static let ends = [
    Word(
      name: "abnormal",
      meaning: "A reason by which MetricKit counts ends: the process ended itself, as by abort() or an exception "
        + "that nothing caught."),
    Word(
      name: "badAccess",
      meaning: "A reason by which MetricKit counts ends: the process used memory that it may not, as by a pointer "
        + "to an object that is gone."),
    Word(
      name: "illegalInstruction",
      meaning: "A reason by which MetricKit counts ends: the process came to an instruction that is none, mostly "
        + "as Swift stopped it at a fault of the program."),
  ]

  private static let others = [
    Word(
      name: "appIntent",
      meaning: "A reason of a launch: an App Intent runs in the background, as its supportedModes says (.background). "
        + "If it continues in the foreground, or with .foreground, the app comes to the front: then an activation follows, "
        + "and the reason of a launch that a person waits for is 'intent'."),
    Word(
      name: "intent",
      meaning: "A reason of a launch: an intent opens the app, and a person waits for it. One that runs in the "
        + "background is 'appIntent'."),
    Word(
      name: "extendStateRestoration",
      meaning: "UIKit's call by which a scene takes longer to restore its state, until completeStateRestoration; until "
        + "then it shows a snapshot. Since iOS 27 an app may also call it as it returns from the background. Logs hold "
        + "no event of it: mark the time with AppTrace.beginWork."),
    Word(
      name: "baseline",
      meaning: "The findings that a team has accepted, each with a reason and a last day. 'tracetool baseline' keeps "
        + "it."),
    Word(
      name: "budget",
      meaning: "The time, or the memory, that work may use before it is a finding. 'tracetool explain' lists "
        + "budgets with their sources, and --budget NAME=VALUE or the configuration sets another."),
    Word(
      name: "certain",
      meaning: "Nothing that the log leaves out can excuse the finding. Only certain findings fail a check."),
    Word(
      name: "error",
      meaning: "The severity of what UIKit or iOS does not allow, or ends the app for. Errors fail a check unless "
        + "--fail-on says otherwise."),
    Word(
      name: "fingerprint",
      meaning: "A number made from a finding's rule and its object, without times, launches and devices: it stays the "
        + "same from run to run."),
    Word(
      name: "judged",
      meaning: "A step is judged if the log shows enough to say whether it was legal. The last lines of a check report "
        + "how many were, and why others were not. A step that was not judged gives no finding."),
    Word(
      name: "launch",
      meaning: "One process of the app from its start to its end, with all that it does in the background."),
    Word(name: "milestone", meaning: "A moment of a launch at which one phase ends and the next begins."),
    Word(
      name: "note", meaning: "The severity of findings that are worth knowing and no fault of the app."),
    Word(
      name: "phase",
      meaning: "A stretch of a launch between two milestones: "
        + LaunchPhaseName.allCases.map(\.name).joined(separator: ", ") + ". Each is one of these words."),
    Word(
      name: "possible",
      meaning: "What the log leaves out could excuse the finding: a hole in it, a clock that steps back, an end that "
        + "is not recorded. Such a finding fails no check. 'tracetool explain soundness' says more."),
    Word(
      name: "quirk",
      meaning: "What looks wrong and is how UIKit works. It is reported only with \"quirks\": true under \"rules\" of "
        + "the configuration."),
    Word(name: "reject", meaning: "A line that is no event. 'tracetool explain rejects' lists the reasons."),
    Word(name: "resume", meaning: "A return of the app to the foreground without a new process."),
    Word(name: "stay", meaning: "The time from a move to the background to the return or to the end."),
    Word(
      name: "step",
      meaning: "An event as a state machine sees it: from the state before it to the state after it. A check counts "
        + "the steps that were judged."),
    Word(
      name: "undecided",
      meaning: "The verdict of a check that may have missed faults, as too much of its input could not be "
        + "understood."),
    Word(
      name: "unrecorded",
      meaning: "A kind of event that the recorder never writes: its absence proves nothing."),
    Word(
      name: "warning", meaning: "The severity of what users notice, or of what iOS may end the app for some day."),
  ]
}
