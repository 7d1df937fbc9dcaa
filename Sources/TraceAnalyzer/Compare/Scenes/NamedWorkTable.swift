import TraceModel

/// How often everything ran that has a name, in the launches of one side.
struct NamedWorkTable {
  /// A name and what ran under it; the number of the name holds for one side alone.
  private struct Number: Hashable {
    var kind: NamedWork.Kind
    var name: TextID
  }

  private var tallies: [NamedWorkKey: NamedWorkTally] = [:]
  /// The launches that keep all their names: each counts for every name.
  private var all = NamedWorkTally()

  /// The table of these launches; `text` is the text of a name.
  init(_ launches: [SceneLaunch], text: (TextID) -> String) {
    var numbers: [Number: NamedWorkTally] = [:]
    for launch in launches {
      let isFull = launch.named.count >= NamedWork.mostNames
      if !isFull { all.add(launch) }
      for work in launch.named {
        var tally = numbers[Number(kind: work.kind, name: work.name)] ?? NamedWorkTally()
        if isFull { tally.add(launch) }
        tally.add(work, in: launch)
        numbers[Number(kind: work.kind, name: work.name)] = tally
      }
    }
    for (number, tally) in numbers {
      tallies[NamedWorkKey(kind: number.kind, name: text(number.name))] = tally + all
    }
  }

  /// The names, in the order of rows.
  var keys: [NamedWorkKey] { tallies.keys.sorted(by: NamedWorkKey.isOrdered) }

  /// The runs under a name: none if no launch has it.
  subscript(key: NamedWorkKey) -> NamedWorkTally { tallies[key] ?? all }
}
