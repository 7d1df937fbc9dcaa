import Foundation
import Testing

@testable import TraceIngest

/// An archive of an unusual kind, and what is read of it.
struct ArchiveKind: Sendable, CustomTestStringConvertible {
  /// What is unusual.
  let testDescription: String
  /// The archive's name.
  let name: String
  /// Makes it.
  let make: @Sendable (_ scratch: Scratch, _ name: String) throws -> Void
  /// What is read: the sources, by what stands behind the archive's name, with the names of their events.
  let events: [String: [String]]
  /// What each error says that reading it ends with.
  let causes: [String]

  private init(
    _ what: String, _ name: String, _ events: [String: [String]], _ causes: [String],
    _ make: @escaping @Sendable (_ scratch: Scratch, _ name: String) throws -> Void
  ) {
    testDescription = what
    self.name = name
    self.events = events
    self.causes = causes
    self.make = make
  }

  /// One that a script makes.
  static func script(
    _ what: String, _ name: String, _ events: [String: [String]], _ causes: [String] = [], by script: String
  ) -> ArchiveKind {
    ArchiveKind(what, name, events, causes) { scratch, name in
      let prepared = """
        cd '\(scratch.folder)' && echo '{"event":"a","uptime":1}' > a.jsonl && echo '{"event":"b","uptime":2}' > b.jsonl &&
        \(script)
        """
      try #require(scratch.run(prepared) == 0)
    }
  }

  /// One of these bytes.
  static func bytes(
    _ what: String, _ name: String, _ events: [String: [String]], _ causes: [String] = [],
    _ bytes: @escaping @Sendable () -> [UInt8]
  ) -> ArchiveKind {
    ArchiveKind(what, name, events, causes) { scratch, name in try scratch.write(bytes(), to: name) }
  }
}

// MARK: tar

extension ArchiveKind {
  private static let line = #"{"event":"a","uptime":1}"# + "\n"
  private static let both = ["/a.jsonl": ["a"], "/b.jsonl": ["b"]]
  private static let end = [UInt8](repeating: 0, count: 1024)

  /// A member of a tar archive with any header.
  private static func member(
    _ name: String, _ text: String = line, type: Character = "0", _ change: (inout [UInt8]) -> Void = { _ in }
  ) -> [UInt8] {
    let bytes = Array(text.utf8)
    var header = MadeArchive.tarHeader(name, size: bytes.count, type: type)
    change(&header)
    return header + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  /// Writes the right sum into a header that was changed.
  private static func mend(_ header: inout [UInt8]) {
    header.replaceSubrange(148..<156, with: Array("        ".utf8))
    let digits = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    header.replaceSubrange(
      148..<156, with: Array((String(repeating: "0", count: 6 - digits.count) + digits + "\0 ").utf8))
  }

  /// Attributes of the member that follows.
  private static func attributes(_ values: [(String, String)]) -> [UInt8] {
    let records = values.map { key, value in
      var length = key.utf8.count + value.utf8.count + 3
      length += String(length + String(length).count).count
      return "\(length) \(key)=\(value)\n"
    }
    return member("attributes", records.joined(), type: "x")
  }

  static let tars: [ArchiveKind] = [
    .script(
      "a second archive behind the first", "t.tar", both,
      by: "tar cf t.tar a.jsonl && tar cf u b.jsonl && cat u >> t.tar"),
    .script(
      "the same, compressed", "t.tgz", both, by: "tar cf t a.jsonl && tar cf u b.jsonl && cat t u | gzip > t.tgz"),
    .script(
      "the same, each compressed", "t.tar.gz", both,
      by: "tar czf t.tar.gz a.jsonl && tar czf u b.jsonl && cat u >> t.tar.gz"),
    .script(
      "a second archive with the same name in it", "t.tar", ["/a.jsonl": ["a"], "/a.jsonl//2": ["b"]],
      by: "tar cf t.tar a.jsonl && mv b.jsonl a.jsonl && tar cf u a.jsonl && cat u >> t.tar"),
    .script(
      "a log that was added under a name that is there already", "t.tar", ["/a.jsonl": ["a"], "/a.jsonl//2": ["b"]],
      by: "tar cf t.tar a.jsonl && mv b.jsonl a.jsonl && tar rf t.tar a.jsonl"),
    .script(
      "something else behind it", "t.tar", ["/a.jsonl": ["a"]], ["what follows the archive's end at byte 10240"],
      by: "tar cf t.tar a.jsonl && cat b.jsonl >> t.tar"),
    .script(
      "an end at a member", "t.tar", ["/a.jsonl": ["a"]], ["it ends before the archive's end"],
      by: "tar cf u a.jsonl b.jsonl && head -c 1024 u > t.tar"),
    .script(
      "a damaged header between two members", "t.tar", both, ["it is damaged at byte 1024"],
      by: "tar cf t.tar a.jsonl a.jsonl b.jsonl && printf x | dd of=t.tar bs=1 seek=1030 conv=notrunc 2> dd"),
    .script(
      "pipes, and links to what is in it", "t.tar", ["/logs/a.jsonl": ["a"]],
      by: """
        mkdir -p logs/x && mkfifo logs/pipe && ln a.jsonl logs/a.jsonl && ln a.jsonl logs/hard && ln -s a.jsonl logs/soft &&
        ln -s ../logs/x logs/folder && tar --sort=name -cf t.tar logs
        """),
    .script(
      "links to what is not in it", "t.tar", ["/a.jsonl": ["a"]],
      ["'gone' is a link to what is not in the archive (and 2 more)"],
      by: "ln -s b.jsonl gone && ln -s /etc/hosts out && ln -s ../up up && tar cf t.tar a.jsonl gone out up"),
    .script(
      "links to hidden files, and hidden links", "t.tar", ["/a.jsonl": ["a"]],
      ["'to' is a link to what is not in the archive;"],
      by: "mv b.jsonl .b && ln -s .b to && ln -s x .from && tar cf t.tar a.jsonl .b to .from"),
    .script(
      "an archive in it", "t.tar", ["/a.jsonl": ["a"]], ["it is an archive within an archive"],
      by: "tar cf u.tar b.jsonl && tar cf t.tar a.jsonl u.tar"),
    .script(
      "an old form without a mark", "t.tar", ["/a.jsonl": ["a"]], by: "tar --format=v7 -cf t.tar a.jsonl"),
    .bytes("a type that is not known", "t.tar", ["/a.jsonl": ["a"]], ["'q' has the type 'Q', which is not known"]) {
      member("a.jsonl") + member("q", type: "Q") + end
    },
    .bytes("a member that began elsewhere", "t.tar", [:], ["'m.jsonl' began in another archive"]) {
      member("m.jsonl", type: "M") + end
    },
    .bytes("a member without a name", "t.tar", ["//": ["a"]]) { member("") + end },
    .bytes("a size in bytes", "t.tar", both) {
      member("a.jsonl") {
        $0.replaceSubrange(124..<136, with: [0x80] + MadeZip.little(line.utf8.count, 11).reversed())
        mend(&$0)
      } + member("b.jsonl", #"{"event":"b","uptime":2}"#) + end
    },
    .bytes("a size that is claimed", "t.tar", ["/a.jsonl": ["a"]], ["it ends within the archive"]) {
      member("a.jsonl") {
        $0.replaceSubrange(124..<136, with: [0x80, 0, 0, 0] + MadeZip.little(1 << 60, 8).reversed())
        mend(&$0)
      }
    },
    .bytes("a size below zero", "t.tar", ["/a.jsonl": ["a"]], ["it is damaged at byte 1024"]) {
      member("a.jsonl")
        + member("b.jsonl") {
          $0.replaceSubrange(124..<136, with: [UInt8](repeating: 0xFF, count: 12))
          mend(&$0)
        } + end
    },
    .bytes("attributes with a size and a name", "t.tar", ["/long.jsonl": ["a"]]) {
      attributes([("path", "long.jsonl"), ("size", "\(line.utf8.count)"), ("comment", "a=b\nc")])
        + member("short.jsonl") {
          $0.replaceSubrange(124..<136, with: Array("00000000000\0".utf8))
          mend(&$0)
        } + end
    },
    .bytes("attributes that are damaged", "t.tar", ["/a.jsonl": ["a"]], ["it is damaged at byte 0"]) {
      member("attributes", "99 path=b.jsonl\n", type: "x") + member("a.jsonl") + end
    },
    .bytes("attributes that claim gigabytes", "t.tar", ["/a.jsonl": ["a"]], ["it is damaged at byte 1024"]) {
      member("a.jsonl")
        + member("attributes", type: "x") {
          $0.replaceSubrange(124..<136, with: Array("77777777777\0".utf8))
          mend(&$0)
        } + end
    },
  ]
}

// MARK: zip

extension ArchiveKind {
  private static func zip(_ change: (inout MadeZip) -> Void) -> [UInt8] {
    var zip = MadeZip([
      MadeZip.Member("a.jsonl", line), MadeZip.Member("b.jsonl", #"{"event":"b","uptime":2}"#),
    ])
    change(&zip)
    return zip.bytes
  }

  static let zips: [ArchiveKind] = [
    .bytes("large numbers", "z.zip", both) {
      zip {
        $0.members[0].isLong = true
        $0.members[1].isLong = true
        $0.isLong = true
      }
    },
    .bytes("large numbers of some", "z.zip", both) { zip { $0.members[1].isLong = true } },
    .bytes("large numbers behind a program", "z.zip", both) {
      zip {
        $0.isLong = true
        $0.prefix = Array("#!/bin/sh\nexec unzip $0\n".utf8)
      }
    },
    .bytes("sizes behind the bytes", "z.zip", both) {
      zip {
        $0.members[0].isOpen = true
        $0.members[1].isOpen = true
        $0.members[1].isLong = true
      }
    },
    .bytes("a program before it", "z.exe", both) { zip { $0.prefix = Array("MZ a program".utf8) } },
    .bytes("a program before it, from which places count", "z.zip", both) {
      zip {
        $0.prefix = Array("MZ a program".utf8)
        $0.countsFromPrefix = true
      }
    },
    .bytes("a comment with a mark", "z.zip", both) {
      zip { $0.comment = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 30) }
    },
    .bytes("something behind it", "z.zip", both, ["what follows the archive's end was not read"]) {
      zip { $0.suffix = Array("something".utf8) }
    },
    .bytes("another archive before it", "z.zip", both, ["another archive precedes it"]) {
      zip { $0.prefix = MadeZip([MadeZip.Member("c.jsonl", line)]).bytes }
    },
    .bytes("the same archive before it", "z.zip", both, ["another archive precedes it"]) {
      zip { $0.prefix = zip { _ in } }
    },
    .bytes("a wrong checksum", "z.zip", both, ["its checksum is another one"]) {
      zip { $0.members[0].checksum = 7 }
    },
    .script(
      "a wrong checksum of what is compressed", "z.zip", ["/a.xz": ["a"]], ["its checksum is another one"],
      by: "xz a.jsonl"
    )
    .appending { scratch in
      let packed = try Data(contentsOf: URL(fileURLWithPath: scratch.path("a.jsonl.xz")))
      var member = MadeZip.Member("a.xz", "")
      member.bytes = Array(packed)
      member.checksum = 7
      return MadeZip([member]).bytes
    },
    .bytes("sizes that contradict each other", "z.zip", ["/b.jsonl": ["b"]], ["its sizes contradict each other"]) {
      zip { $0.members[0].whole = 7 }
    },
    .bytes("a member that is encrypted", "z.zip", ["/b.jsonl": ["b"]], ["it is encrypted"]) {
      zip { $0.members[0].flags = 1 }
    },
    .bytes("a method that is not known", "z.zip", ["/b.jsonl": ["b"]], ["it is packed by method 12 (bzip2)"]) {
      zip { $0.members[0].method = 12 }
    },
    .bytes(
      "members at one place", "z.zip", ["/a.jsonl": ["a"]], ["'c0' shares bytes with another member (and 1999 more)"]
    ) {
      var zip = MadeZip([MadeZip.Member("a.jsonl", line)])
      for number in 0..<2000 {
        var member = MadeZip.Member("c\(number)", "")
        member.bytes = Array(line.utf8)
        member.offset = 0
        zip.members.append(member)
      }
      return zip.bytes
    },
    .bytes("members with one name", "z.zip", ["/a.jsonl": ["a"], "/a.jsonl//2": ["b"]]) {
      zip { $0.members[1].name = "./a.jsonl" }
    },
    .bytes("a directory that is larger than the file", "z.zip", both, ["its directory is missing"]) {
      zip { $0.claimedSize = 0x7FFF_FFFF }
    },
    .bytes("a directory that is larger than it can be", "z.zip", both, ["its directory is missing"]) {
      zip {
        $0.isLong = true
        $0.claimedSize = .max
      }
    },
    .bytes("a directory with fewer entries than it claims", "z.zip", both, ["has 2 entries where it says 3"]) {
      zip { $0.claimedCount = 3 }
    },
    .bytes("a member that is not there", "z.zip", ["/a.jsonl": ["a"]], ["'b.jsonl' is not where its directory says"]) {
      zip { $0.members[1].offset = 3 }
    },
    .bytes("links", "z.zip", ["/a.jsonl": ["a"]], ["'c' is a link to what is not in the archive;"]) {
      zip {
        $0.members[1].name = "b"
        $0.members[1].bytes = Array("a.jsonl".utf8)
        $0.members.append(MadeZip.Member("c", "gone"))
        for place in 1...2 { $0.members[place].attributes = 0xA1FF << 16 }
      }
    },
    .bytes("an archive in it", "z.zip", ["/b.jsonl": ["b"]], ["it is an archive within an archive"]) {
      zip {
        $0.members[0].name = "in.zip"
        $0.members[0].bytes = zip { _ in }
      }
    },
  ]

  /// The same, of the bytes that are made of what the script left.
  private func appending(_ bytes: @escaping @Sendable (Scratch) throws -> [UInt8]) -> ArchiveKind {
    ArchiveKind(testDescription, name, events, causes) { [make] scratch, name in
      try make(scratch, name)
      try scratch.write(bytes(scratch), to: name)
    }
  }
}

/// Whatever an archive holds is read, or named.
@Suite(.tags(.medium)) struct ArchiveKindsTests {
  @Test(arguments: ArchiveKind.tars + ArchiveKind.zips)
  func `what is in an archive is read, or named with the reason`(_ kind: ArchiveKind) throws {
    let scratch = try Scratch()
    try kind.make(scratch, kind.name)
    let path = scratch.path(kind.name)
    var found: [String: [String]] = [:]
    var causes: [String] = []
    for source in try SourceList.expand([path]) {
      let (names, failure) = ArchiveTests.events(source)
      if let failure {
        causes.append("\(failure.cause); \(failure.hint)")
        #expect(failure.isPartial && !failure.isOfNoLog, "\(failure)")
      }
      if !names.isEmpty { found[String(source.name.dropFirst(path.count))] = names }
    }
    #expect(found == kind.events)
    #expect(causes.count == kind.causes.count, "\(causes)")
    for cause in kind.causes { #expect(causes.contains { $0.contains(cause) }, "\(causes)") }
  }

  @Test(arguments: ["gnu", "posix 0.0", "posix 0.1", "posix 1.0"], [2, 40])
  func `a sparse file is named, and the others are read`(format: String, count: Int) throws {
    let scratch = try Scratch()
    let words = format.split(separator: " ")
    let version = words.count == 2 ? "--sparse-version=\(words[1])" : ""
    let script = """
      cd '\(scratch.folder)' && echo '{"event":"a","uptime":1}' > a.jsonl && cp a.jsonl z.jsonl
      for i in $(seq \(count)); do
        echo '{"event":"e'$i'","uptime":'$i'}' >> s.jsonl && truncate -s $((i * 65536)) s.jsonl && echo >> s.jsonl
      done && tar --format=\(words[0]) \(version) -Scf t.tar a.jsonl s.jsonl z.jsonl
      """
    try #require(scratch.run(script) == 0)
    let sources = try SourceList.expand([scratch.path("t.tar")])
    #expect(sources.map(\.name) == ["a", "s", "z"].map { scratch.path("t.tar/\($0).jsonl") })
    let found = sources.map { ArchiveTests.events($0) }
    #expect(found.map(\.0) == [["a"], [], ["a"]])
    #expect(found.map { $0.1?.cause } == [nil, "it is a sparse file", nil])
  }

  @Test func `a checksum of zip is the published one`() {
    var sum = CRC32()
    sum.add(Array("1234".utf8)[...])
    sum.add(Array("56789".utf8)[...])
    #expect(sum.value == 0xCBF4_3926)
  }

  @Test func `millions of empty members take little memory`() throws {
    let scratch = try Scratch()
    let block = MadeArchive.tarHeader("empty.jsonl", size: 0)
    let empty = [UInt8]([[UInt8]](repeating: block, count: 20_000).joined())
    try scratch.write(empty + ArchiveKindsTests.last, to: "t.tar")
    let sources = try SourceList.expand([scratch.path("t.tar")])
    #expect(sources.map(\.name) == [scratch.path("t.tar/last.jsonl")])
  }

  private static let last = MadeArchive.tar([("last.jsonl", #"{"event":"a","uptime":1}"#)])
}
