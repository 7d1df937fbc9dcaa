import Foundation
import Testing

/// `query`: rows are written as they are read, in bounded memory, and a store is asked whose views are the program's.
@Suite(.tags(.large)) struct QueryTests {
  private func filled() throws -> Workplace {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    #expect(try place.run("ingest", "--quiet", "shop.jsonl").code == 0)
    return place
  }

  private static func numbers(_ count: Int) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) \
    SELECT i AS number, 'text ' || i AS "a,b", NULL AS empty FROM n
    """
  }

  /// More rows than are looked at for the widths of columns.
  @Test func `many rows are written as few are`() throws {
    let place = try filled()
    let count = 10_500
    func answer(_ format: String) throws -> Outcome { try place.run("query", "--format", format, Self.numbers(count)) }
    let expected = (1...count).map { "\($0),text \($0),\r\n" }.joined()
    #expect(try answer("csv").output == "number,\"a,b\",empty\r\n" + expected)
    let document = try answer("json").document
    let rows = document["rows"] as? [[String: Any]] ?? []
    #expect(document["schema"] as? String == "tracetool.query/1" && rows.count == count)
    #expect(rows.last?["number"] as? Int == count && rows.last?["empty"] is NSNull)
    let lines = try answer("table").output.split(separator: "\n")
    #expect(lines.count == count + 1 && lines[0] == "number  a,b         empty")
    #expect(lines[1] == "     1  text 1          -" && lines[count] == " 10500  text 10500      -")
  }

  @Test(arguments: ["csv", "json", "table"]) func `a reader that has enough ends a query without end`(format: String)
    throws
  {
    let place = try filled()
    let endless = Self.numbers(.max)
    let outcome = try place.shell(
      "$tracetool query --format \(format) '\(endless.replacing("'", with: "'\\''"))' | head -c 9; exit ${PIPESTATUS[0]}"
    )
    #expect(outcome.code == 141 && outcome.output.count == 9, "\(outcome)")
  }

  /// A blob of zeros takes no memory until somebody asks for its bytes.
  @Test(
    .enabled(if: !Built.isSanitized),
    arguments: [
      "SELECT zeroblob(999999999)", "SELECT zeroblob(20000000), zeroblob(20000000)", "SELECT hex(zeroblob(400000000))",
      "SELECT group_concat(hex(zeroblob(100000)), '') FROM event",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
      SELECT count(*) FROM (SELECT max(a) FROM (SELECT i, CAST(zeroblob(30000000) || i AS TEXT) AS a FROM n) GROUP BY i), n
      """,
    ])
  func `what claims much memory takes little, and is answered or refused with the reason`(sql: String) throws {
    let place = try filled()
    let outcome = try place.shell("ulimit -v 1500000; $tracetool query \"$(cat <<'E'\n\(sql)\nE\n)\"")
    let isRefused =
      outcome.code == 2
      && (outcome.errors.contains("are longer than 32 MB") || outcome.errors.contains("more than 256 MB"))
    #expect(isRefused || outcome.code == 0 && sql.hasPrefix("WITH"), "\(outcome)")
  }

  @Test func `a million rows take no more memory than a few`() throws {
    let place = try filled()
    let outcome = try place.shell(
      "ulimit -v 1000000; $tracetool query --format csv '\(Self.numbers(300_000).replacing("'", with: "'\\''"))' | tail -n 1"
    )
    #expect(outcome.output == "300000,text 300000,\r\n", "\(outcome)")
  }

  @Test func `an error among the first rows writes nothing, and one behind them is one all the same`() throws {
    let place = try filled()
    for (count, isWritten) in [(100, false), (30_000, true)] {
      let sql =
        "SELECT abs(CASE WHEN number = \(count) THEN -9223372036854775807 - 1 END) AS a FROM (\(Self.numbers(50_000)))"
      let outcome = try place.run("query", "--format", "csv", sql)
      #expect(outcome.code == 2 && outcome.errors.contains("integer overflow"), "\(outcome.errors)")
      #expect(outcome.output.isEmpty == !isWritten)
      #expect(try place.run("query", "--format", "csv", "--output", "rows.csv", sql).code == 2)
      #expect(!FileManager.default.fileExists(atPath: place.file("rows.csv")))
    }
  }

  @Test func `columns of one name are refused where names are keys`() throws {
    let place = try filled()
    let sql = "SELECT a.launch, b.launch FROM launch a JOIN launch b ON a.launch < b.launch LIMIT 1"
    let refused = try place.run("query", "--format", "json", sql)
    #expect(refused.code == 2 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("two columns are called 'launch'; name one with AS"), "\(refused)")
    #expect(try place.run("query", "--format", "csv", sql).output.hasPrefix("launch,launch\r\n"))
    let named = sql.replacing("b.launch FROM", with: "b.launch AS other FROM")
    let rows = try place.run("query", "--format", "json", named).document["rows"] as? [[String: Any]]
    #expect(rows?.first?.keys.sorted() == ["launch", "other"])
  }

  /// Bytes that a file or a pipe gets as they are in CSV; JSON writes them as `\u` everywhere.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")), arguments: ["csv", "json"])
  func `texts in formats for programs steer no terminal`(format: String) throws {
    let place = try filled()
    let sql = "SELECT 'x' || char(27) || '[31m' || char(8238) || char(133) AS a"
    let query = "$tracetool query --format \(format) \\\"\(sql)\\\""
    let piped = try place.shell("bash -c \"\(query)\"")
    let shown = try place.shell("script -qec \"\(query)\" /dev/null")
    let steering = { (text: String) in text.unicodeScalars.filter { [0x1B, 0x202E, 0x85].contains($0.value) }.count }
    #expect(steering(piped.output) == (format == "csv" ? 3 : 0), "\(piped)")
    #expect(steering(shown.output) == 0 && shown.output.uppercased().contains("X\\U001B[31M\\U202E\\U0085"), "\(shown)")
  }

  @Test func `the names of columns steer no terminal, as values do not`() throws {
    let place = try filled()
    let names = "\u{1B}]0;x\u{7}\u{9B}2J\u{202E}\u{2028}"
    let written = "\\u{1B}]0;x\\u{7}\\u{9B}2J\\u{202E}\\u{2028}"
    let outcome = try place.run("query", "SELECT '\(names)' AS \"\(names)\"")
    #expect(outcome.output == "\(written)\n\(written)\n")
    let error = try place.run("query", "SELECT \"\(names)\".a FROM event")
    #expect(error.code == 2 && !error.errors.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B })
    let document = try place.run("query", "--format", "json", "SELECT 1 AS \"\(names)\"").document
    #expect((document["rows"] as? [[String: Int]])?.first == [names: 1])
  }

  @Test func `blanks, semicolons and comments may follow a statement, and nothing else`() throws {
    let place = try filled()
    for rest in [";", "; -- all", ";\n/* all */ ;; \n", " -- all; SELECT 2"] {
      let outcome = try place.run("query", "SELECT 1 AS n" + rest)
      #expect(outcome.code == 0 && outcome.output == "n\n1\n", "\(rest): \(outcome)")
    }
    for rest in ["; SELECT 2", ";; SELECT 2", "; -- all\n; SELECT 2", "; nonsense"] {
      let outcome = try place.run("query", "SELECT 1 AS n" + rest)
      #expect(outcome.code == 2 && outcome.errors.contains("give one SELECT"), "\(rest): \(outcome)")
    }
  }

  // MARK: Stores of another making

  @Test(arguments: [
    "query 'SELECT * FROM task'", "check", "report", "export", "store status", "store rejects", "ingest shop.jsonl",
  ])
  func `a store whose views lie is asked nothing, and verifying names them`(command: String) throws {
    let place = try filled()
    try Database(place.file("tracetool.db")).run("DROP VIEW task")
    try Database(place.file("tracetool.db")).run("CREATE VIEW task AS SELECT 'no tasks' AS task")
    let outcome = try place.shell("$tracetool \(command)")
    #expect(outcome.code == 4 && outcome.output == "", "\(outcome)")
    #expect(outcome.errors.contains("view 'task'") && outcome.errors.contains("'tracetool store verify'"))
    let verified = try place.run("store", "verify")
    #expect(verified.code == 4 && verified.output.contains("view 'task'") && verified.output.contains("store rebuild"))
    #expect(try place.run("store", "rebuild").code == 0)
    #expect(try place.run("store", "verify").code == 0)
    #expect(try place.shell("$tracetool \(command)").code <= 1)
  }

  @Test func `a table or view of somebody else is named, and no fault`() throws {
    let place = try filled()
    try Database(place.file("tracetool.db")).run("CREATE VIEW slow AS SELECT * FROM launch")
    let verified = try place.run("store", "verify")
    #expect(verified.code == 0 && verified.output.contains("also there, and skipped: view 'slow'"), "\(verified)")
    #expect(try place.run("query", "SELECT count(*) AS n FROM slow").output == " n\n20\n")
  }
}
