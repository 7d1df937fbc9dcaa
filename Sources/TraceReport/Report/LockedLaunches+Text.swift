package import TraceAnalyzer
package import TraceModel

extension LockedLaunches {
  /// The counts in one sentence.
  package var sentence: Sentence {
    func percent(_ perMille: Int) -> String { "\(perMille / 10).\(perMille % 10)" }
    let share = (2000 * beganLocked + launches) / (2 * launches)
    let missed = notThere.certain + notThere.possible
    let sure: Sentence = notThere.certain == missed ? "" : ", in \(count: notThere.certain) of them for certain"
    let asked: Sentence = missed == 0 ? "" : "; in \(count: missed) data was asked for that was not there\(sure)"
    return "\(count: beganLocked) of \(count: launches, "launch") began locked"
      + " (\(name: percent(share)) %, \(name: percent(lowPerMille)) … \(name: percent(highPerMille)) %)\(asked)"
  }
}
