#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `tracemaker`: writes a made trace to standard output.
@main struct Entrypoint {
  static let usage = """
    usage: tracemaker LAUNCHES [options] > trace.jsonl
           tracemaker --events N [options] > trace.jsonl
           tracemaker N --proof FOLDER [--seed N] [--judge FINDINGS]

      --seed N           same seed, same bytes (default 7)
      --fault SORT       plant a fault (\(Fault.allCases.map(\.rawValue).joined(separator: ", ")));
                         may be repeated, each goes to a launch of its own
      --faults-to FILE   list the planted faults there, one JSON object a line
      --app-based        an app without scenes          --windows N      windows at most (iPad)
      --style mixed|instants|phases|durations           --clock nanoseconds|milliseconds|text
      --naming canonical|selectors|notifications        --sources        name the source of each event
      --no-seq --no-launch --no-views                   --uptime --records --repeat-context --echoes
      --notifications --suspensions --requests          --leave-out KIND (may be repeated)
      --holes P --cut-front P --cut-back P              chances, 0 to 1
      --devices N --app ID --versions A,B               --interleave --connect-reasons
      --days N           spread the launches over so many days; the last version is slower
      --refreshes        ask for background refreshes, and be launched for them
    """

  static func main() {
    do throws(UsageError) {
      let request = try Request(Array(CommandLine.arguments.dropFirst()))
      if let folder = request.proofFolder {
        try prove(request, folder)
        return
      }
      var simulator = Simulator(seed: request.seed, options: request.options)
      var trace = simulator.trace(request.launches)
      if let events = request.events { trace.lines.removeLast(max(0, trace.lines.count - events)) }
      for record in trace.lines { print(record.jsonLine) }
      guard let file = request.faultsFile else { return }
      let text = trace.planted.map { $0.jsonLine + "\n" }.joined()
      do { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) } catch {
        throw UsageError(description: "cannot write '\(file)': \(error)")
      }
    } catch {
      let text = Array("tracemaker: \(error)\n\(usage)\n".utf8)
      _ = write(2, text, text.count)
      exit(2)
    }
  }

  /// Writes the logs of a proof and what must be found in them, or judges what was found.
  private static func prove(_ request: Request, _ folder: String) throws(UsageError) {
    let expected = URL(fileURLWithPath: "\(folder)/expected.json")
    do {
      guard let file = request.findingsFile else {
        let proof = try Proof(seed: request.seed, traces: request.launches, to: "\(folder)/logs")
        return try JSONEncoder().encode(proof).write(to: expected)
      }
      let proof = try JSONDecoder().decode(Proof.self, from: Data(contentsOf: expected))
      let lines = try Data(contentsOf: URL(fileURLWithPath: file)).split(separator: 10)
      let findings = try lines.map { try JSONDecoder().decode(Proof.Finding.self, from: $0) }
      let judgement = Judgement(proof, findings, rules: Judgement.rules)
      print(judgement.text)
      exit(judgement.holds ? 0 : 1)
    } catch {
      throw UsageError(description: "'\(folder)': \(error)")
    }
  }
}
