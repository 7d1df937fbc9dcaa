import Testing
import TraceModel

@testable import TraceStore

/// What a person's statement selects is read row by row, in bounded memory.
@Suite(.tags(.medium)) struct QueryRowsTests {
  private func store() throws -> (Folder, EventStore) {
    let folder = Folder()
    _ = try EventStore(path: folder.store, mode: .write)
    return (folder, try EventStore(path: folder.store, mode: .read))
  }

  @Test func `rows without end are had one by one`() throws {
    let (_, store) = try store()
    let rows = try store.rows(
      of: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS a FROM n")
    #expect(rows.columns == ["a"])
    for number in 1...1000 as ClosedRange<Int64> { #expect(try rows.next()?[0] as? Int64 == number) }
  }

  @Test func `behind the last row the first one comes again`() throws {
    let (_, store) = try store()
    let rows = try store.rows(of: "VALUES (1), (2)")
    var values: [Int64?] = []
    for _ in 0..<5 { values.append(try rows.next()?[0] as? Int64) }
    #expect(values == [1, 2, nil, 1, 2])
  }

  @Test(arguments: [
    ("SELECT zeroblob(999999999)", "are longer than 32 MB"),
    ("SELECT hex(zeroblob(20000000))", "are longer than 32 MB"),
    ("SELECT zeroblob(20000000), zeroblob(20000000)", "are longer than 32 MB"),
    ("SELECT fts3_tokenizer('simple')", "not authorized"), ("SELECT FTS3_Tokenizer('simple', x'00')", "not authorized"),
    ("SELECT load_extension('x')", "not authorized"),
  ])
  func `what takes too much, or does more than read, is refused with the reason`(sql: String, reason: String) throws {
    let (_, store) = try store()
    let error = #expect(throws: StoreError.self) { _ = try store.rows(of: sql).next() }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func `a blob is its hexadecimal digits`() throws {
    let (_, store) = try store()
    #expect(try store.rows(of: "SELECT x'00ff10ab', x'', ''").next()?.map { $0 as? String } == ["00ff10ab", "", ""])
  }
}
