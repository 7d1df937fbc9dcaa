import TraceAnalyzer
import TracePipeline
import TraceReport

/// `tracetool check`: judges logs or the store.
enum Check {
  static func run(_ invocation: Invocation) throws -> ExitCode {
    let dataset = try LaunchDataset(invocation, verdict: true)
    let report = dataset.checked()
    let verdict = Verdict(report, failOn: invocation.failOn, limits: invocation.limits)
    try invocation.deliver(
      CheckAnswer(
        report, verdict, failOn: invocation.failOn, unknownNames: [UnknownName](counts: dataset.launches.unknownNames),
        misfits: dataset.launches.diagnostics.misfitFields, listsEach: invocation.has("--all"),
        isVerbose: invocation.has("--verbose")))
    dataset.complain(verdict.doubts, report.coverage)
    dataset.end(dataset.exitCode == .fine ? code(verdict) : dataset.exitCode)
  }

  private static func code(_ verdict: Verdict) -> ExitCode {
    switch verdict.outcome {
    case .passed: .fine
    case .failed: .findings
    case .undecided: .data
    }
  }
}
