import TraceAnalyzer
import TraceModel
import TraceReport

extension Selection {
  static var options: [Option<Self>] {
    let options: [Option<Self>] = [
      .value(
        "--where", "FIELD=VALUE",
        "Only launches with this value, as in os=17..18, appVersion<4.9.0 or 'deviceModel=iPhone14,*'; may be repeated; "
          + "'tracetool help selecting' explains it",
        as: .text(beginningWith: LaunchCondition.Field.allCases.map { "\($0.rawValue)=" })
      ) { try $0.add($1) },
      .value(
        "--app-version", "VERSION", "Short for --where appVersion=VERSION", as: .text
      ) { try $0.add($1, of: .appVersion) },
      .value(
        "--launch", "ID", "Short for --where launch=ID; the beginning of an id is enough", as: .text
      ) { try $0.add($1, of: .launch) },
      Option.value(
        "--since", "TIME", "Only launches that began at this time or later, as a day or RFC 3339", \.since,
        as: .instant
      ).once,
      Option.value("--until", "TIME", "Only launches that began before this time", \.until, as: .instant).once,
    ]
    return options.map(\.forListing)
  }

  /// Adds the condition of a text: `FIELD=VALUE`, `FIELD>=VERSION` or `FIELD<VERSION`.
  ///
  /// - Throws: A usage `Failure` for an unknown field, or a value that it cannot have.
  mutating func add(_ text: String) throws {
    let (field, value) = try Self.pair(of: text)
    guard let field = LaunchCondition.Field(rawValue: field) else { throw Self.unknown(field) }
    try add(value, of: field)
  }

  mutating func add(_ value: String, of field: LaunchCondition.Field) throws {
    add(try LaunchCondition.Alternative(value, of: field), of: field)
  }

  /// The field of a text, and its value with the sign of a range, as in `os` and `>=18`.
  static func pair(of text: String) throws -> (field: String, value: String) {
    let field = String(text.prefix { !"=<>!".contains($0) })
    let sign = String(text.dropFirst(field.count).prefix { "=<>!".contains($0) })
    let value = String(text.dropFirst(field.count + sign.count))
    if field.isEmpty || value.isEmpty || sign.isEmpty {
      throw Failure.usage(
        "needs FIELD=VALUE, as in appVersion=4.9.0, os>=18 or deviceModel=iPhone14,*, not '\(name: text)'")
    }
    switch sign {
    case "=", "=>=", "=<": return (field, "\(sign.dropFirst())\(value)")
    case ">=", "<": return (field, sign + value)
    default: throw Failure.usage("there is no '\(name: sign)'; \(advice(field, sign, value))")
    }
  }

  /// What to write instead of an unknown sign.
  private static func advice(_ field: String, _ sign: String, _ value: String) -> Sentence {
    let isVersion = LaunchCondition.Field(rawValue: field)?.isVersion ?? true
    switch sign {
    case "==": return "did you mean '\(name: field)=\(name: value)'?"
    case ">", "=>": if isVersion { return "'\(name: field)>=\(name: value)' selects \(name: value) and later versions" }
    case "<=": if isVersion { return "'\(name: field)=0..\(name: value)' selects \(name: value) and earlier versions" }
    default: break
    }
    return
      "select the wanted values, as in '\(name: field)=VALUE'; a field that is given several times matches any of them"
  }

  /// The failure for an unknown field; `others` are further valid names.
  static func unknown(_ field: String, or others: [String] = []) -> Failure {
    let names = LaunchCondition.Field.allCases.map(\.rawValue) + others
    let meant = otherNames[field.lowercased()]?.rawValue ?? field
    let hint = Suggestion.hint(meant, among: names)
    return .usage(
      "'\(name: field)' is no field\(hint.isEmpty ? "; there are \(name: names.joined(separator: ", "))" : hint)")
  }

  /// People's names of fields, in lower case.
  private static let otherNames: [String: LaunchCondition.Field] = [
    "osversion": .os, "system": .os, "ios": .os, "version": .appVersion, "release": .appVersion, "build": .appBuild,
    "model": .deviceModel, "class": .deviceClass, "bundle": .app, "bundleid": .app, "id": .launch, "type": .kind,
  ]

  /// What there is instead, as lines behind a message: the values of each field that no launch fits, or that only
  /// together fit none; and the days, if asked for.
  func text(ofWhatIsIn launches: [Launch]) -> Sentence {
    let most = 8
    var lines = unmetFields(among: launches).map { field, values -> Sentence in
      if field == .launch {
        let ids = values.prefix(most).map { DisplayText.shortID($0.value) }.joined(separator: ", ")
        return "launch: \(name: ids)\(values.count > most ? " and \(count: values.count - most) more" : "")"
      }
      let shown = values.prefix(most).enumerated().map { index, value -> Sentence in
        let name = value.value.isEmpty ? "not recorded" : value.value
        return
          "\(name: name) (\(name: index == 0 ? Units.count(value.launches, "launch") : Units.count(value.launches)))"
      }
      let more: Sentence = values.count > most ? " and \(count: values.count - most) more" : ""
      return "\(name: field.rawValue): \(shown.joined(separator: ", "))\(more)"
    }
    if lines.isEmpty, condition.terms.count > 1 {
      lines.append("each value has launches, and no launch has all of them")
    }
    let instants = launches.filter(\.hasWallClock).map(\.firstInstant)
    if since != nil || until != nil, let first = instants.min(), let last = instants.max() {
      lines.append(
        "they began from \(name: Timestamp.rfc3339(first).prefix(19))Z to \(name: Timestamp.rfc3339(last).prefix(19))Z")
    }
    return lines.map { "\n  \($0)" }.joined()
  }

  /// Throws a usage `Failure` for a class of devices that the configuration lacks.
  func checkDeviceClass(_ classes: DeviceClasses) throws {
    for case .name(let pattern) in condition.alternatives(of: .deviceClass) {
      if classes.names.contains(where: pattern.fits) { continue }
      throw LaunchCondition.Alternative.unknown(pattern.text, "device class", classes.names)
    }
  }
}

extension LaunchCondition.Alternative {
  /// A value of a field, as people write it on the command line and in the configuration.
  ///
  /// `text` is a version or a range where the field has versions; else a name, with `*` for any characters, or the
  /// beginning of a launch's id.
  ///
  /// - Throws: A usage `Failure` that says what the field can be.
  init(_ text: String, of field: LaunchCondition.Field) throws {
    if !field.isVersion, "<>=".contains(text.prefix(1)) {
      throw Failure.usage(
        "'\(name: field.rawValue)' has no order, as os and appVersion have: give \(name: field.rawValue)=NAME")
    }
    switch field {
    case .os, .appVersion:
      // With a system's name, as in `iOS 18.2`, the version alone is compared.
      let range = VersionRange(text) ?? (text.contains(" ") ? VersionRange(Normalised.version(text)) : nil)
      if let range {
        if range.isReversed {
          let ends = text.split(separator: "..")
          throw Failure.usage("'\(name: text)' ends before it begins; did you mean \(name: ends[1])..\(name: ends[0])?")
        }
        self = .version(range)
        return
      }
      if text.contains("..") || "<>=".contains(text.prefix(1)) {
        throw Failure.usage(
          "needs versions, as in 18, >=18.2, <4.9.0 or 17..18, not '\(name: text)'\(Self.rangeHint(text))")
      }
      try Self.checkNoList(text, of: field) { VersionRange($0) != nil }
    case .kind:
      try Self.checkNoList(text, of: field) { NamePattern($0).fitsAny(of: LaunchKind.allCases.map(\.name)) }
      try Self.check(text, "kind of launch", LaunchKind.allCases.map(\.name))
    case .platform:
      try Self.checkNoList(text, of: field) { NamePattern($0).fitsAny(of: LaunchCondition.platforms) }
      try Self.check(text, "platform", LaunchCondition.platforms)
    // A model has a comma before digits; a bundle id and a class that people name have none.
    case .deviceModel: try Self.checkNoList(text, of: field) { $0.first?.isLetter ?? false }
    case .app, .deviceClass: try Self.checkNoList(text, of: field) { !$0.isEmpty }
    case .appBuild, .device, .launch: break
    }
    self = .name(NamePattern(field == .launch ? "\(text)*" : text))
  }

  /// - Throws: A usage `Failure` if a pattern fits none of the names.
  static func check(_ text: String, _ what: String, _ names: [String]) throws {
    if !NamePattern(text).fitsAny(of: names) { throw unknown(text, what, names) }
  }

  /// - Throws: A usage `Failure` if a text is several values with commas between them.
  private static func checkNoList(
    _ text: String, of field: LaunchCondition.Field, _ isValue: (_ text: String) -> Bool
  ) throws {
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard values.count > 1 else { return }
    // A comma belongs to the model before it, as in iPhone14,5.
    let joined = values.dropFirst().reduce(into: [values[0]]) { list, value in
      if isValue(value) { list.append(value) } else { list[list.count - 1] += ",\(value)" }
    }
    guard joined.count > 1, isValue(joined[0]) else { return }
    let each = joined.map { "\(field.rawValue)=\($0)" }.joined(separator: " and ")
    throw Failure.usage(
      "'\(name: text)' would be one value, as commas separate no values; ask for each by itself: \(name: each)")
  }

  /// What a range without an end, or with a sign beside its dots, may mean.
  private static func rangeHint(_ text: String) -> Sentence {
    let plain = text.drop { "<>=".contains($0) }
    let ends = plain.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2 else { return "" }
    let meant = ends[0].isEmpty ? "0..\(ends[1])" : ends[1].isEmpty ? ">=\(ends[0])" : String(plain)
    return meant == text || ends == ["", ""] ? "" : "; did you mean \(name: meant)?"
  }

  static func unknown(_ text: String, _ what: String, _ names: [String]) -> Failure {
    let near: Sentence? = Suggestion.nearest(to: text, among: names).map { "nearest: \(name: $0)" }
    return .usage("no \(name: what) '\(name: text)'; \(near ?? "known: \(name: names.joined(separator: ", "))")")
  }
}

extension NamePattern {
  fileprivate func fitsAny(of names: [String]) -> Bool { names.contains(where: fits) }
}
