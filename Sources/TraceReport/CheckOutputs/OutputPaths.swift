/// Paths in outputs that leave this machine: relative to the folder that the program runs in.
struct OutputPaths {
  /// The last components of a path outside that are shown: the folders before them differ between machines.
  private static let shownComponents = 2

  /// Empty if the system does not say it.
  let workingDirectory: String

  /// The path below the folder, without `.` and `..`; nil if it leads elsewhere, or is standard input.
  func relative(_ path: String) -> String? {
    if path == "-" || path.isEmpty { return nil }
    let isAbsolute = path.hasPrefix("/")
    if isAbsolute, workingDirectory.isEmpty { return nil }
    guard let folder = Self.components(workingDirectory),
      let components = Self.components(isAbsolute ? path : "\(workingDirectory)/\(path)")
    else { return nil }
    let isBelow = components.count > folder.count && components.starts(with: folder)
    return isBelow ? components.dropFirst(folder.count).joined(separator: "/") : nil
  }

  /// The path below the folder, else as it was given; of an absolute one the last components.
  func shown(_ path: String) -> String {
    if path == "-" { return "standard input" }
    if let relative = relative(path) { return relative }
    return path.hasPrefix("/") ? "…/\(end(path))" : path
  }

  /// The path as a relative reference of RFC 3986, which never climbs; nil for standard input.
  func uri(_ path: String) -> String? { isolated(path).map(Self.percentEncoded) }

  /// The path below the folder, else its last components, which do not identify the machine; nil for standard input.
  func isolated(_ path: String) -> String? { path == "-" ? nil : relative(path) ?? end(path) }

  private func end(_ path: String) -> String {
    let names = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return names.suffix(Self.shownComponents).joined(separator: "/")
  }

  /// The components of a path with `.` and `..` resolved; nil if it climbs above where it begins.
  private static func components(_ path: String) -> [Substring]? {
    var components: [Substring] = []
    for component in path.split(separator: "/") where component != "." {
      if component != ".." {
        components.append(component)
      } else if components.popLast() == nil {
        return nil
      }
    }
    return components
  }

  /// Percent-encodes all bytes but unreserved characters of RFC 3986 and `/`.
  static func percentEncoded(_ text: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    return text.utf8.reduce(into: "") { result, byte in
      if plain.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += byte < 16 ? "%0" : "%"
        result += String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
