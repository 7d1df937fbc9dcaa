/// The keys of a log whose records have no time of their own, but the time since an instant that stands around them.
///
/// ```
/// {"started_at": "2026-10-20T12:40:00Z", "events": [{"event": "process.start", "offset_ms": 0}]}
/// ```
struct TimeOffset {
  /// The key of the offset, with the form of its numbers as `--map` has it behind the key; nil if nothing says the unit.
  let key: String
  let form: String?
  /// The first value of the offset.
  let example: String
  /// The key of the instant.
  let base: String

  /// The keys in a table; nil if it has none: an instant that many records share, and a number that changes more often.
  init?(_ table: KeyTable, timeKey: String?) {
    let usual = table.uses.filter { table.isInMost($0.key) && !table.nameKeys.contains($0.key) }
    let bases = usual.filter { key, use in
      use.times == use.count && (key == timeKey || KeyRule.isBase(key))
        && (use.values.count == 1 || 2 * Int64(use.values.count) <= use.count)
    }
    func order(_ key: String) -> (Int, Int, String) { (KeyRule.isBase(key) ? 0 : 1, KeyRule.depth(key), key) }
    guard let base = bases.keys.min(by: { order($0) < order($1) }), let shared = bases[base] else { return nil }
    // A record with an instant of its own needs no other.
    if let timeKey, bases[timeKey] == nil { return nil }
    let offsets = usual.filter { key, use in
      2 * use.times < use.count && use.areQuantities && use.values.count > shared.values.count
        && KeyRule.isOffset(key)
    }
    func rank(_ key: String) -> (Int, Int, String) {
      (KeyRule.offsetUnit(of: key) == nil ? 1 : 0, KeyRule.depth(key), key)
    }
    guard let key = offsets.keys.min(by: { rank($0) < rank($1) }), let use = offsets[key] else { return nil }
    self.key = key
    self.base = base
    example = use.example
    let unit = KeyRule.offsetUnit(of: key) ?? (use.haveUnits ? "" : nil)
    form = use.mark.isUnclear ? nil : unit.map { KeyForm(unitPower: KeyUnit.powers[$0], mark: use.mark.needed).text }
  }
}
