import TraceModel

extension MetricCount {
  /// The count in a bucket or a counter of MetricKit; `nil` for another event.
  init?(_ orderedEvent: OrderedEvent, _ words: InternedNames, _ symbols: Symbols) {
    let counted = orderedEvent.event
    let signature = orderedEvent.signature
    // A redacted export hides the names, and what was counted.
    guard words.formats[symbols.context(counted.context).format] == .metricKit, signature.unknownName != words.payload,
      symbols.texts.string(signature.unknownName).hasPrefix(InputFormat.metricKit.eventPrefix)
    else { return nil }
    let attributes = symbols.texts.string(counted.attributes)
    self.init()
    event = signature.unknownName
    reason = signature.reason
    end = counted.time
    begin = [counted.time, counted.duration].contains(Event.absent) ? Event.absent : counted.time &- counted.duration
    count = Self.number("count", attributes)
    let bytes = Self.number("bytes", attributes)
    lower = bytes == Event.absent ? Self.number("lowerNanos", attributes) : bytes
    upper = bytes == Event.absent ? Self.number("upperNanos", attributes) : bytes
  }

  static func number(_ key: String, _ attributes: String) -> Int64 {
    guard let mark = attributes.firstRange(of: "\"\(key)\":") else { return Event.absent }
    return Int64(attributes[mark.upperBound...].prefix(while: \.isNumber)) ?? Event.absent
  }
}
