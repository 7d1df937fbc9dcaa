import TraceModel

/// A candidate that became a finding, before it is told with the names of its launch.
///
/// For speed: a comparison asks of most findings no more than this, so that no text is made for them.
struct FoundDraft {
  var candidate: Candidate
  var draft: FindingDraft
  var severity: Severity
  var confidence: Confidence
  var fingerprint: Fingerprint
  /// True if it is reported once, for one launch or none, though others have it.
  var isReportedOnce = false
}
