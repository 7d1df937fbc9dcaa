import TraceModel

/// A candidate that became a finding, without the names of its launch, app, device and file: `LaunchFindings.finding`
/// adds these.
///
/// For speed: a comparison needs no more of most findings, so these texts are made for few.
struct FoundDraft {
  var candidate: Candidate
  var draft: FindingDraft
  var severity: Severity
  /// Why it is only possible; empty if it is certain.
  var doubts: DoubtSet
  var fingerprint: Fingerprint
  /// True if it is reported once, for one launch or none, though others have it.
  var isReportedOnce: Bool
}
