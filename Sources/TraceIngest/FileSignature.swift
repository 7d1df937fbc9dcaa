/// The first bytes of a kind of file that holds no lines.
struct FileSignature: Sendable {
  let bytes: [UInt8]
  /// What such a file is, with its article.
  let what: String
  /// What to do with it; nil where naming other files is all that helps.
  let hint: String?

  private init(_ bytes: [UInt8], _ what: String, hint: String? = nil) {
    self.bytes = bytes
    self.what = what
    self.hint = hint
  }

  /// The same for bytes that are ASCII text, as `bplist`.
  private init(_ text: String, _ what: String, hint: String? = nil) {
    self.init(Array(text.utf8), what, hint: hint)
  }

  private static let toJudge = "'tracetool check' and 'tracetool report' read such files, without logs beside them"

  private static let toUnpack = "unpack it, and name the log itself"

  /// The first that a file begins with is its kind.
  static let all: [FileSignature] =
    [
      FileSignature(
        "bplist", "a binary property list", hint: "turn it into JSON: plutil -convert json -o FILE.json FILE"),
      FileSignature([0x89] + "PNG".utf8, "an image"),
      FileSignature([0xFF, 0xD8, 0xFF], "an image"),
      FileSignature("GIF8", "an image"),
      FileSignature("%PDF", "a PDF document"),
      FileSignature([0x50, 0x4B, 0x03, 0x04], "a zip archive", hint: "unpack it: unzip FILE"),
      FileSignature([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive", hint: "unpack it: 7z x FILE"),
      FileSignature("Rar!\u{1A}\u{7}", "a RAR archive", hint: "unpack it: unrar x FILE"),
      FileSignature([0x04, 0x22, 0x4D, 0x18], "data compressed with LZ4", hint: "unpack it: lz4 -d FILE"),
      FileSignature([0x5D, 0, 0], "data compressed with LZMA", hint: "unpack it: unlzma FILE"),
      FileSignature([0x78, 0x01], "data compressed with zlib", hint: toUnpack),
      FileSignature([0x78, 0x9C], "data compressed with zlib", hint: toUnpack),
      FileSignature([0x78, 0xDA], "data compressed with zlib", hint: toUnpack),
      FileSignature(SummarySource.line, "a file of launch summaries", hint: toJudge),
      FileSignature(SummarySource.trailer, "a file of launch summaries", hint: toJudge),
      FileSignature("SQLite format 3", "an SQLite database", hint: "name it with --store if it is a store"),
      // Mach-O and ELF.
      FileSignature([0xCF, 0xFA, 0xED, 0xFE], "a program"),
      FileSignature([0x7F] + "ELF".utf8, "a program"),
      FileSignature("RIFF", "an image or a film"),
      // ISO base media files: the size of the first box, then its type.
      FileSignature([0, 0, 0, 0x14] + "ftyp".utf8, "an image or a film"),
      FileSignature([0, 0, 0, 0x18] + "ftyp".utf8, "an image or a film"),
      FileSignature([0, 0, 0, 0x1C] + "ftyp".utf8, "an image or a film"),
      FileSignature([0, 0, 0, 0x20] + "ftyp".utf8, "an image or a film"),
      FileSignature([0, 0, 0, 0x24] + "ftyp".utf8, "an image or a film"),
      FileSignature(
        [0, 0x10, 0, 0], "a file of a .logarchive",
        hint: "on a Mac: log show --style ndjson --archive FILE.logarchive > FILE.ndjson"),
    ]
}
