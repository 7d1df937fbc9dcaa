package import TraceModel

/// Findings with one fingerprint on both sides of a comparison, where they differ.
///
/// Encoded as it stands it is an element of `findings` of `Schemas/compare.schema.json`.
package struct FindingChange: Sendable, Encodable {
  /// How head differs from base, the most important first.
  package enum Change: String, Sendable, CaseIterable, Encodable {
    /// Head has it, and base does not, though base has enough launches to show it if it were as frequent there.
    case new
    /// Both sides have it, head in a greater share of its launches.
    case moreOften
    /// Head has it, and base has too few launches to show something so rare.
    case inHeadOnly
    /// Head has it, and base does not record what it takes to find it.
    case notRecordedInBase
    /// Both sides have it, head in a smaller share of its launches.
    case lessOften
    /// Base has it, and head does not, though head has enough launches to show it if it were as frequent there.
    case gone
    /// Base has it, and head has too few launches to show something so rare.
    case inBaseOnly
    /// Base has it, and head does not record what it takes to find it.
    case notRecordedInHead
  }

  /// How head differs from base.
  package var change: Change
  /// The rule that found them.
  package var rule: RuleID
  /// How bad they are.
  package var severity: Severity
  /// How sure they are.
  package var confidence: Confidence
  /// The fingerprint of all of them.
  package var fingerprint: String
  /// The sentence of the worst of them, of head where that has any.
  package var message: String
  /// The launches that have it, and all launches; nothing for what is reported once, whatever launches have it.
  package var baseLaunches, baseOf, headLaunches, headOf: Int?
  /// The difference of both shares with its interval; of what both sides have.
  package var shareDifference, lowShare, highShare: Double?

  /// True if it is new and certain.
  package var isNewAndCertain: Bool { change == .new && confidence == .certain }
}
