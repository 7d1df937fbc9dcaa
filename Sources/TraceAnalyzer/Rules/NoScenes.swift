import TraceModel

/// `order.no-scenes`: an app that has not adopted scenes.
final class NoScenes: PatternRule {
  static let rule = RuleID.`order.no-scenes`
  static let kinds = KindSet(EventKind.allCases)
  /// What logs and reports say: the first two when the process is refused, the others as a warning.
  private static let words = terms.map { Array($0.utf8) }
  /// What all of them hold.
  private static let scene = Array("Scene".utf8)

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.model == .app || facts.hasLongText }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if let number = word(step, replay.context.symbols.texts) {
      return Candidate(.`order.no-scenes`, step.orderedEvent, count: number < 2 ? 1 : 0)
    }
    guard replay.context.facts.summary.model == .app, step.signature.eventSource == .delegate,
      EventKind.appLife.contains(step.kind),
      Normalised.major(replay.context.text(replay.context.facts.context.osVersion)) ?? 0 >= 13
    else { return nil }
    return Candidate(.`order.no-scenes`, step.orderedEvent)
  }

  /// Which of the words an event holds; each may have a text of its own, and to look for all takes microseconds.
  private func word(_ step: Step, _ texts: TextTable) -> Int? {
    let reason = step.signature.reason
    let attributes = step.event.attributes
    guard texts.holds(Self.scene, reason) || texts.holds(Self.scene, attributes) else { return nil }
    return Self.words.firstIndex { texts.holds($0, reason) || texts.holds($0, attributes) }
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    if candidate.lostCount == 1 {
      return FindingDraft(message: "the process was ended: scenes are required and not adopted", names: ["refused"])
    }
    let sdk = Normalised.major(launch.text(launch.context.sdkVersion) ?? "") ?? 0
    return FindingDraft(
      message: "the app does not adopt the scene-based life cycle", severity: sdk >= 27 ? .error : .warning)
  }
}
