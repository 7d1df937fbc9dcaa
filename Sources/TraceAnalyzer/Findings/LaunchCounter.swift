/// Counts the launches that findings name, each once.
///
/// For speed: a launch that has a number is a bit; the names of others are hashed.
struct LaunchCounter {
  /// By the number of a launch, a bit that is set if it was counted.
  private var words: [UInt64] = []
  private var numbered = 0
  /// Those that have no number.
  private var names: Set<String> = []

  /// How many there are.
  var count: Int { numbered + names.count }

  /// Counts the launch of a finding, unless it was counted before.
  mutating func add(_ finding: FindingNumbers, name: @autoclosure () -> String) {
    if finding.isOfLaunch { add(Int(finding.launch)) } else { names.insert(name()) }
  }

  /// Counts those of some launches that were not counted before.
  mutating func add(_ launches: NamedLaunches) {
    if launches.numbers.isEmpty { return names.formUnion(launches.names) }
    for number in launches.numbers { add(Int(number)) }
  }

  private mutating func add(_ number: Int) {
    let place = number >> 6
    if place >= words.count {
      words += [UInt64](repeating: 0, count: max(place + 1 - words.count, words.count))
    }
    let bit: UInt64 = 1 << UInt64(number & 63)
    if words[place] & bit != 0 { return }
    words[place] |= bit
    numbered += 1
  }
}
