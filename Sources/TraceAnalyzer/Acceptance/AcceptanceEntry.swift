package import TraceModel

/// A decision of a team to live with some findings, as a configuration or a baseline holds it.
package struct AcceptanceEntry: Sendable, Equatable {
  /// A measure may exceed the worst that was accepted by a tenth: no two runs measure the same.
  private static let slackDivisor: Int64 = 10

  /// The findings that are accepted.
  package let subject: AcceptanceSubject
  /// Why they are accepted.
  package let reason: String
  /// How long they are accepted.
  package let term: AcceptanceTerm
  /// The worst measure that is accepted, in nanoseconds or bytes; nil for any.
  package let worst: Int64?
  /// The line that holds the entry.
  package let place: SettingPlace

  /// An entry that stands at a place.
  package init(
    _ subject: AcceptanceSubject, reason: String, term: AcceptanceTerm, worst: Int64?, at place: SettingPlace
  ) {
    self.subject = subject
    self.reason = reason
    self.term = term
    self.worst = worst
    self.place = place
  }

  /// The decision as a finding shows it.
  var acceptance: Acceptance {
    Acceptance(reason: reason, until: term.lastDay?.text, place: place.text)
  }

  /// True if the entry no longer holds on `today`.
  package func isOver(on today: Day) -> Bool { term.lastDay.map { $0 < today } ?? false }

  /// True if a measure is not worse than what was accepted; true without a measure.
  package func allows(_ measured: Int64?) -> Bool {
    guard let measured, let worst else { return true }
    return measured <= worst + worst / Self.slackDivisor
  }
}
