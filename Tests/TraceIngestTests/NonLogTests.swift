import Testing
import TraceModel

@testable import TraceIngest

/// A file that is no log, and what it is called.
struct StrayFile: Sendable, CustomTestStringConvertible {
  var bytes: [UInt8]
  var what: String

  init(_ text: String, _ what: String) {
    self.bytes = Array(text.utf8)
    self.what = what
  }

  init(_ bytes: [UInt8], _ what: String) {
    self.bytes = bytes
    self.what = what
  }

  var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self) }

  /// What holds nothing but itself.
  static let marked = [
    StrayFile("bplist00\u{1}", "a binary property list"), StrayFile([0x89, 0x50, 0x4E, 0x47], "an image"),
    StrayFile([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], "a 7-Zip archive"),
    StrayFile([0x04, 0x22, 0x4D, 0x18, 0x64], "data compressed with LZ4"),
    StrayFile([0x78, 0x9C, 0x0A], "data compressed with zlib"),
    StrayFile([0x5D, 0, 0, 0x80, 0, 0xFF], "data compressed with LZMA"),
    StrayFile("%PDF-1.7\n", "a PDF document"), StrayFile("SQLite format 3\u{0}", "an SQLite database"),
    StrayFile("PAR1\u{15}\u{4}", "a table in Parquet"), StrayFile("ORC\u{3}", "a table in ORC"),
    StrayFile("Obj\u{1}\u{4}\u{14}avro.codec", "a container of Avro"),
    StrayFile(message, "a protocol buffer"), StrayFile([UInt8(message.count)] + message, "a protocol buffer"),
    StrayFile(
      #"{"version":"1.0","productData":[{"platform":"iOS","metricCategories":[{"identifier":"LAUNCH","metrics":[]}]}]}"#,
      "a summary of App Store Connect (perfPowerMetrics): percentiles of many launches of a version, none with a time"),
    StrayFile(
      #"{"traceEvents":[{"name":"App Launch","ph":"X","ts":1000,"dur":1830000,"pid":1,"tid":1}]}"#,
      "a trace in Chrome's format, whose times count from an instant of its own"),
  ]
  /// Fields of a protocol buffer: a message of a text and a number, a text, eight bytes and a number of two.
  private static let message: [UInt8] =
    [0x0A, 0x09, 0x0A, 0x05] + "start".utf8 + [0x10, 0x01, 0x12, 0x02] + "ab".utf8
    + [0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x20, 0x96, 0x01]
  /// What events may follow on.
  static let texts = [
    StrayFile("\n<!doctype HTML>\n<p>{\n", "a web page"), StrayFile("<HTML>\n", "a web page"),
    StrayFile("<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<plist version=\"1.0\">\n", "a property list"),
    StrayFile("<?xml version=\"1.0\"?>\n<svg>\n", "XML of another kind"),
    StrayFile(
      "<?xml version=\"1.0\"?>\n<trace-toc><run number=\"1\"><data><table schema=\"life-cycle-period\"/>\n",
      "the list of a trace's tables (xctrace export --toc)"),
    StrayFile(
      "08-21 10:15:30.123  1234  1250 I ActivityManager: Start proc\n"
        + "08-21 10:15:30.124  1234  1250 D Shop: onCreate {\n", "an Android logcat"),
    StrayFile(
      "2026-08-21 10:15:30.123  1234  1250 I Shop: a\n2026-08-21 10:15:30.124  1234  1250 D Shop: b\n",
      "an Android logcat"),
    StrayFile("--------- beginning of main\nI/Shop( 1234): onCreate\n", "an Android logcat"),
    StrayFile("---\nevent: cold_start\ntime: 2026-03-02T09:14:05.123+01:00\n", "YAML"),
    StrayFile("- event: cold_start\n  time: 2026-03-02T09:14:05.123+01:00\n", "YAML"),
    StrayFile(
      " id |  time  | event \n----+--------+-------\n  1 | 09:14:05 | Start\n", "a table as psql prints it"),
    StrayFile("Dear Sir,\nhello\n", "text without a record"),
    StrayFile("Dear Sir,\nDear Sir,\nDear Sir,\n", "text without a record"),
    StrayFile("Zürich 你好 😀\u{1B}[1m\n", "text without a record"),
    // `{"event":1}` in EBCDIC, code page 37, and what no signature shows.
    StrayFile(
      [0xC0, 0x7F, 0x85, 0xA5, 0x85, 0x95, 0xA3, 0x7F, 0x7A, 0xF1, 0xD0, 0x0A, 0x40, 0x40],
      "binary or compressed data, or text in another encoding than UTF-8"),
    StrayFile(
      "a\u{1}b\u{2}\u{3}\u{4}\n", "binary or compressed data, or text in another encoding than UTF-8"),
  ]
}

@Suite(.tags(.medium)) struct StrangerTests {
  private let event = #"{"event":"process.start","time":1763632800}"#

  /// What is said of a file that was found in a folder, or named.
  private func refusal(_ bytes: [UInt8], isFound: Bool, blockSize: Int = 262_144) throws -> String? {
    let scratch = try Scratch()
    var options = IngestOptions()
    options.blockSize = blockSize
    var path = SourcePath(try scratch.write(bytes, to: "stray"))
    path.isFound = isFound
    do throws(IngestError) {
      _ = try SourceReader(path, options: options)
      return nil
    } catch {
      #expect(error.isOfNoLog && !error.hint.isEmpty)
      return error.cause
    }
  }

  @Test func `a command in the advice names the file, if a shell reads its name as one word`() throws {
    for (name, word) in [("a.parquet", "a.parquet"), ("a b.parquet", "FILE")] {
      let scratch = try Scratch()
      let path = SourcePath(try scratch.write(Array("PAR1".utf8), to: name))
      let error = #expect(throws: IngestError.self) { _ = try SourceReader(path, options: IngestOptions()) }
      #expect(error?.hint.plain.contains("\(word)')) TO '") == true, "\(error?.hint ?? "")")
    }
  }

  @Test(arguments: [
    #"{"platform":"IOS","event_id":"7","is_fatal":true,"event_timestamp":"2026-10-20 12:40:02 UTC","breadcrumbs":[]}"#,
    #"{"level":"ERROR","exception":"java.io.IOException","timestamp":"2026-10-20T12:40:00Z","message":"x"}"#,
    #"{"platform":"ios","entries":[{"name":"process.start","at":"2026-10-20T12:40:00Z"}]}"#,
  ])
  func `a platform, breadcrumbs or an exception alone are not Sentry's`(_ record: String) throws {
    #expect(try DetectedFormat(of: Array(record.utf8), SourcePath("-"), IngestOptions()).name != SentryReader.name)
  }

  @Test(arguments: StrayFile.marked + StrayFile.texts, [false, true])
  func `what is no log is called what it is`(_ file: StrayFile, _ isFound: Bool) throws {
    #expect(try refusal(file.bytes, isFound: isFound) == "it is not a log but \(file.what)")
  }

  @Test(arguments: StrayFile.texts, [1, 4095, 262_144])
  func `an event anywhere in a text makes it a log, however it is cut`(_ file: StrayFile, _ blockSize: Int) throws {
    let noise = Array(String(repeating: "no event here\n", count: 700).utf8)
    for isFound in [false, true] {
      let whole = file.bytes + noise + Array("\(event)\n".utf8)
      #expect(try refusal(whole, isFound: isFound, blockSize: blockSize) == nil)
      #expect(try refusal(file.bytes + noise, isFound: isFound, blockSize: blockSize) != nil)
    }
  }

  @Test(arguments: [("gzip", "gzip"), ("xz", "gzip"), ("gzip", "bzip2")])
  func `what is compressed twice is called so`(outer: String, inner: String) throws {
    let scratch = try Scratch()
    _ = try scratch.write(Array("\(event)\n".utf8), to: "log")
    scratch.run("cd '\(scratch.folder)' && \(inner) -c log | \(outer) -c > twice")
    let error = #expect(throws: IngestError.self) {
      _ = try SourceReader(SourcePath(scratch.path("twice")), options: IngestOptions())
    }
    #expect(error?.cause == "it is not a log but data compressed twice, with \(inner) inside")
  }

  @Test func `prose that quotes a record is no log`() throws {
    let prose = "# Events\n\nEach is a line, as in `\(event)`.\n\nSee there.\n"
    #expect(try refusal(Array(prose.utf8), isFound: true) == "it is not a log but text without a record")
  }

  @Test func `JSON without an event is a stranger where it was found, and is rejected where it was named`() throws {
    for text in ["{\"name\":\"shop\",\n\"version\":1}\n", "[1,2]\n", "{\"time\":1763632800}\n{}\n"] {
      let cause = try refusal(Array(text.utf8), isFound: true)
      #expect(cause?.hasPrefix("it is not a log but JSON without an event") == true)
      #expect(try refusal(Array(text.utf8), isFound: false) == nil)
    }
  }

  @Test(arguments: [
    "", "\n\n", #"{"event":"process.start","ti"#, "{}\n{\"event\":\"a\"}\n", "{}\n{\"launch\":\"L\",\"seq\":1,\"x\n",
  ])
  func `a file that is empty, or holds part of an event, is no stranger`(_ text: String) throws {
    #expect(try refusal(Array(text.utf8), isFound: true) == nil)
  }

  @Test func `a bundle of Instruments and a log archive are directories of which no file is read`() throws {
    let scratch = try Scratch()
    scratch.run(
      """
      cd '\(scratch.folder)' && mkdir -p logs/a.trace/Trace1.run logs/b.logarchive logs/c.trace && \
      touch logs/a.trace/x.jsonl logs/b.logarchive/y logs/c.trace/z.jsonl
      """)
    let all = try SourceList.expand([scratch.path("logs")])
    let names = all.map { $0.name.dropFirst(scratch.folder.utf8.count + 6) }
    #expect(names == ["a.trace", "b.logarchive", "c.trace/z.jsonl"])
    for (path, words) in zip(all, ["xctrace export --input"]) {
      do throws(IngestError) {
        _ = try SourceReader(path, options: IngestOptions())
        Issue.record("\(path.name) was read")
      } catch {
        #expect(error.isOfNoLog && error.hint.plain.contains(words))
      }
    }
  }
}
