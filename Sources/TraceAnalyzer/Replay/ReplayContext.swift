import TraceModel

/// Everything that a launch is judged by: the compiled machines, and the facts that are known of it beforehand.
///
/// A class, so that handing it on copies one reference and not those of all its arrays.
final class ReplayContext: Sendable {
  let tables: MachineTables
  let facts: LaunchFacts
  /// The details that findings rest on; nil where all are written down.
  let wanted: JudgedDetails?
  let lexicon: Lexicon
  @inline(__always) var symbols: Symbols { lexicon.symbols }
  @inline(__always) var words: InternedNames { lexicon.words }

  init(_ tables: MachineTables, _ facts: LaunchFacts, _ lexicon: Lexicon, _ wanted: JudgedDetails?) {
    self.tables = tables
    self.facts = facts
    self.lexicon = lexicon
    self.wanted = wanted
  }

  /// A text, empty where there is none.
  func text(_ id: TextID) -> String { symbols.texts.string(id) }

  /// How much of the time that the callback took which ended here may be due to the clock's steps.
  func slack(of step: Step) -> Int64 { step.begin.map { slack(from: $0, to: step.event.place) } ?? 0 }

  /// How much longer than it was the time between two places may look, in nanoseconds.
  func slack(from begin: EventLocation, to end: EventLocation) -> Int64 { facts.slack(from: begin, to: end) }
}
