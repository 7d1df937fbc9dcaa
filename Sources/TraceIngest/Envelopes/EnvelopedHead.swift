/// What the first bytes of a source show of records that stand in something else.
struct EnvelopedHead {
  /// How the source is cut.
  let framing: Framing
  /// The keys that lead to the first record, as in `events.message`.
  let path: String
  /// What stands behind the format's name, as in ` in 'events.message'`; nothing where lists alone were taken apart.
  var remark: String { path.isEmpty ? "" : " in '\(path)'" }
  /// True if a record was found, and not only what may be one with keys of its own.
  let isRecord: Bool

  /// Nil if nothing stands in anything else.
  init?(_ head: LogHead, _ envelope: Envelope) {
    let isJSON = head.first.map { "{[".utf8.contains($0) } ?? false
    let lines = head.bytes.split(separator: UInt8(ascii: "\n")).filter { !$0.allSatisfy(JSONScanner.isSpace) }
    guard let first = lines.first else { return nil }
    let isOfLines = head.first != UInt8(ascii: "[") && (!isJSON || (try? JSONValue(first)) != nil)
    // A list on one line is as one on several: the line may be cut.
    let holdsList = isJSON && !envelope.plan(first).lists.isEmpty
    framing = isOfLines && !holdsList ? .lines : .elements(envelope)
    let texts = isOfLines ? lines : [CutJSON.closed(head.bytes[...])[...]]
    var best: Envelope.Found?
    for text in texts where best?.isRecord != true {
      let found = envelope.ofCut.records(in: text).filter(\.isInner)
      best = found.first(where: \.isRecord) ?? best ?? found.first
    }
    guard let best else { return nil }
    path = best.path
    isRecord = best.isRecord
  }
}
