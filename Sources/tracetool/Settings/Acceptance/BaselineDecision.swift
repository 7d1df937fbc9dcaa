import TraceAnalyzer

/// Why and until when the findings are accepted that are added to a baseline.
struct BaselineDecision {
  var reason: String
  var term: AcceptanceTerm
}
