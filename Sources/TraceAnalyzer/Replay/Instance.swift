import TraceModel

/// One instance of a machine: the states it may be in, and the entry that drove it last.
struct Instance: Sendable {
  var machine: MachineID
  var set: StateSet
  /// `set`, and the states that lost events or a tie may have led to.
  var wide: StateSet
  /// The kind of its last event: `unknown` before the first, nil if that may be lost.
  var last: EventKind?
  var lastEntry: Int32 = -1
  var lastLegalEntry: Int32 = -1
  /// Events lost before the entry that last changed its states.
  var lastLost: Int64 = 0

  /// Goes to certain `states` by a legal event of this kind, after `lostCount` lost ones; `entry` is its number.
  @inline(__always)
  mutating func move(to states: StateSet, _ kind: EventKind, _ entry: Int32, _ lostCount: Int64) {
    if states != set { lastLost = lostCount }
    set = states
    wide = states
    last = kind
    lastEntry = entry
    lastLegalEntry = entry
  }
}

/// Names one instance of one machine.
struct InstanceKey: Equatable, Sendable {
  var machine: MachineID
  var a = TextID.none
  var b = TextID.none
}

/// The numbers of instances, by their names.
///
/// A table of its own for speed: each task of a launch has a new name, and `Dictionary` needs 430 instructions to hash,
/// find and insert it, this table 60. Open addressing: a name stands in the first free slot from the one that its hash
/// gives. Most launches have a few names, which are searched one by one.
struct InstanceNumbers: Sendable {
  private struct Slot {
    var key = InstanceKey(machine: .process)
    /// -1 where the slot is free.
    var number: Int32 = -1
  }

  /// Up to so many names are kept in `list` alone.
  private static let few = 12
  /// The first names, in the order in which they came.
  private var list: [Slot] = []
  /// Empty while names are few, then a power of two, at most half used.
  private var slots: [Slot] = []
  private var count = 0

  mutating func takeStorage(of other: inout InstanceNumbers) { list.takeStorage(of: &other.list) }

  subscript(key: InstanceKey) -> Int? {
    get {
      if slots.isEmpty { return listed(key).map { Int(list[$0].number) } }
      let number = slots[index(of: key)].number
      return number < 0 ? nil : Int(number)
    }
    set {
      guard let newValue else { return }
      if slots.isEmpty, let index = listed(key) {
        list[index].number = Int32(newValue)
      } else {
        makeRoom()
        insert(Slot(key: key, number: Int32(newValue)))
      }
    }
  }

  mutating func number(of key: InstanceKey, orAdd next: Int) -> Int {
    if let known = self[key] { return known }
    makeRoom()
    insert(Slot(key: key, number: Int32(next)))
    return next
  }

  /// The index of a name in `list`; the latest are asked for most often.
  private func listed(_ key: InstanceKey) -> Int? {
    var index = list.count
    while index > 0 {
      index -= 1
      if list[index].key == key { return index }
    }
    return nil
  }

  private mutating func insert(_ slot: Slot) {
    if slots.isEmpty { return list.append(slot) }
    let index = index(of: slot.key)
    if slots[index].number < 0 { count += 1 }
    slots[index] = slot
  }

  private func index(of key: InstanceKey) -> Int {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: key.mixed >> 32) & mask
    while slots[index].number >= 0, slots[index].key != key { index = (index + 1) & mask }
    return index
  }

  private mutating func makeRoom() {
    if slots.isEmpty {
      if list.isEmpty { list.reserveCapacity(8) }
      if list.count < Self.few { return }
    } else if (count + 1) * 2 <= slots.count {
      return
    }
    let old = slots.isEmpty ? list : slots
    slots = [Slot](repeating: Slot(), count: max(32, old.count * 2))
    for slot in old where slot.number >= 0 { slots[index(of: slot.key)] = slot }
    if count == 0 { count = list.count }
    list = []
  }
}

extension InstanceKey {
  /// A hash of the names, whose upper half depends on all.
  fileprivate var mixed: UInt64 {
    let names = UInt64(UInt32(bitPattern: a.rawValue)) << 32 | UInt64(UInt32(bitPattern: b.rawValue))
    return (names ^ UInt64(machine.rawValue)) &* 0x9E37_79B9_7F4A_7C15
  }
}
