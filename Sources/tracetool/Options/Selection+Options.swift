import TraceAnalyzer
import TraceModel

extension Selection {
  /// The options that select launches.
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

  /// Asks for what a text says: `FIELD=VALUE`, `FIELD>=VERSION` or `FIELD<VERSION`.
  ///
  /// - Throws: A usage `Failure` for an unknown field, or a value that it cannot have.
  mutating func add(_ text: String) throws {
    let (field, value) = try Self.parts(of: text)
    guard let field = LaunchCondition.Field(rawValue: field) else { throw Self.unknown(field) }
    try add(value, of: field)
  }

  /// Asks for a value of a field, as a person writes it.
  mutating func add(_ value: String, of field: LaunchCondition.Field) throws {
    add(try LaunchCondition.Alternative(value, of: field), of: field)
  }

  /// The field of a text, and its value with the sign of a range, as in `os` and `>=18`.
  static func parts(of text: String) throws -> (field: String, value: String) {
    let field = text.prefix { !"=<>".contains($0) }
    var value = text.dropFirst(field.count)
    if value.first == "=" { value = value.dropFirst() }
    if field.isEmpty || value.isEmpty {
      throw Failure.usage("needs FIELD=VALUE, as in appVersion=4.9.0, os>=18 or deviceModel=iPhone14,*, not '\(text)'")
    }
    return (String(field), String(value))
  }

  /// The failure for a field that there is not; `others` are names that may stand there as well.
  static func unknown(_ field: String, or others: [String] = []) -> Failure {
    let names = LaunchCondition.Field.allCases.map(\.rawValue) + others
    // Documents and tables call the version of the system by its longer name.
    let hint = Suggestion.hint(field == "osVersion" ? LaunchCondition.Field.os.rawValue : field, among: names)
    return .usage("'\(field)' is no field\(hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)")
  }

  /// Throws a usage `Failure` if launches are selected by a class of devices that the configuration does not have.
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
  /// - Parameters:
  ///   - text: A version or a range of versions where the field has such; else a name, in which `*` stands for any
  ///     characters. Of a launch the beginning of its id is enough.
  ///   - field: The field.
  /// - Throws: A usage `Failure` that says what the field can be.
  init(_ text: String, of field: LaunchCondition.Field) throws {
    if !field.isVersion, "<>=".contains(text.prefix(1)) {
      throw Failure.usage("'\(field.rawValue)' has no order, as os and appVersion have: give \(field.rawValue)=NAME")
    }
    switch field {
    case .os, .appVersion:
      // Of a system with its name, as `iOS 18.2`, the version alone is compared.
      let range = VersionRange(text) ?? (text.contains(" ") ? VersionRange(Normalised.version(text)) : nil)
      if let range {
        self = .version(range)
        return
      }
      if text.contains("..") || "<>=".contains(text.prefix(1)) {
        throw Failure.usage("needs versions, as in 18, >=18.2, <4.9.0 or 17..18, not '\(text)'")
      }
    case .kind: try Self.check(text, "kind of launch", LaunchKind.allCases.map(\.name))
    case .platform: try Self.check(text, "platform", LaunchCondition.platforms)
    case .app, .appBuild, .device, .deviceModel, .deviceClass, .launch: break
    }
    self = .name(NamePattern(field == .launch ? "\(text)*" : text))
  }

  /// - Throws: A usage `Failure` if a pattern fits none of the names.
  static func check(_ text: String, _ what: String, _ names: [String]) throws {
    if !names.contains(where: NamePattern(text).fits) { throw unknown(text, what, names) }
  }

  static func unknown(_ text: String, _ what: String, _ names: [String]) -> Failure {
    let near = Suggestion.nearest(to: text, among: names).map { "nearest: \($0)" }
    return .usage("no \(what) '\(text)'; \(near ?? "known: \(names.joined(separator: ", "))")")
  }
}
