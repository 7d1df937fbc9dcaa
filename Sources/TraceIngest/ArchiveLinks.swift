import TraceModel

/// The links of an archive, and whether each leads to something in it, which is then read under its own name.
struct ArchiveLinks: Sendable {
  private static let slash = UInt8(ascii: "/")
  private static let here = [UInt8(ascii: ".")][...]
  private static let up = [UInt8](repeating: UInt8(ascii: "."), count: 2)[...]

  /// What is in the archive, as hashes of paths, as it may be millions; nothing that is hidden, as that is not read.
  private var targets: Set = [Fingerprint().value]
  /// Links, with the hash of the path that each leads to; nil if that is not in the archive.
  private var links: [(name: [UInt8], target: UInt64?)] = []

  /// Adds a file or a folder, and each folder that it is in.
  mutating func add(_ name: [UInt8]) {
    var hash = Fingerprint()
    for part in Self.parts(name[...]) {
      if part.first == UInt8(ascii: "."), part != Self.up { return }
      Self.add(part, to: &hash)
      targets.insert(hash.value)
    }
  }

  /// Adds a link to a path that counts from the archive's own folder, and is in it before the link.
  mutating func add(hard name: [UInt8], to target: [UInt8]) { add(name, target: Self.parts(target[...])) }

  /// Adds a link to a path that counts from the link's folder, unless it begins with a slash.
  mutating func add(symbolic name: [UInt8], to target: [UInt8]) {
    if target.first == Self.slash { return add(name, target: nil) }
    var path = Array(Self.parts(name[...]).dropLast())
    for part in Self.parts(target[...]) {
      if part != Self.up {
        path.append(part)
      } else if path.popLast() == nil {
        return add(name, target: nil)
      }
    }
    add(name, target: path)
  }

  private mutating func add(_ name: [UInt8], target: [ArraySlice<UInt8>]?) {
    let isHidden = Self.parts(name[...]).contains { $0.first == UInt8(ascii: ".") && $0 != Self.up }
    if isHidden { return }
    var hash = Fingerprint()
    for part in target ?? [] { Self.add(part, to: &hash) }
    links.append((name, target == nil ? nil : hash.value))
    add(name)
  }

  /// Notes the links that lead to nothing in the archive.
  func noteDangling(in damage: inout ArchiveDamage) {
    for (name, target) in links where target.map({ !targets.contains($0) }) ?? true {
      damage.add("'\(PathText.name(of: name))' is a link to what is not in the archive", .link)
    }
  }

  private static func parts(_ path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    path.split(separator: slash).filter { $0 != here }
  }

  private static func add(_ part: ArraySlice<UInt8>, to hash: inout Fingerprint) {
    hash.add(part)
    hash.add(slash)
  }
}
