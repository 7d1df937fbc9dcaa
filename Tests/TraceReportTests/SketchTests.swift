import Testing
import TraceAnalyzer
import TraceModel

@testable import TraceReport

@Suite(.tags(.small)) struct SketchTests {
  private static let millisecond: Int64 = 1_000_000

  /// A table with two rows of times, and what is drawn of them.
  private static func table(_ rows: [[Int64]]) -> Table {
    var table = Table("Times", ["kind", "count"], rows.map { [.text("cold"), .count($0.count)] })
    table.distribution = Sketch.Distribution(rows: rows.map { Statistics($0.map { $0 * millisecond }) })
    return table
  }

  @Test func `times stand beside their rows on one scale where the terminal has room`() {
    let table = Self.table([[100, 100, 110, 350], [200, 330, 340]])
    #expect(
      table.text(Drawing(width: 40)) == """
        Times
        kind  count  100 ms               350 ms
        cold      4  █▅                        ▅
        cold      3            █             ██

        """)
    let ascii = table.text(Drawing(width: 40, isASCII: true))
    #expect(ascii.utf8.allSatisfy { $0 < 0x80 } && ascii.contains("#"))
    for narrow in [nil, 36, 12] as [Int?] {
      #expect(!table.text(Drawing(width: narrow)).contains("█"), "\(narrow ?? 0)")
    }
    #expect(DisplayText.width(table.text(Drawing(width: 300)).split(separator: "\n").map(String.init)[1]) == 53)
  }

  @Test(arguments: [[[]], [[5]], [[5, 5], [5]], []] as [[[Int64]]])
  func `times that do not differ are not drawn`(_ rows: [[Int64]]) {
    #expect(Self.table(rows).text(Drawing(width: 80)) == Self.table(rows).text())
  }

  @Test func `one time in a hundred does not press the others together`() throws {
    let common = Array(Int64(100)..<200)
    let distribution = Sketch.Distribution(rows: [Statistics((common + [60_000]).map { $0 * Self.millisecond })])
    let drawn = try #require(distribution.drawn(in: 40))
    #expect(drawn.title.hasPrefix("100 ms") && drawn.title.hasSuffix(" 199 ms+") && drawn.title.count == 40)
    #expect(drawn.rows[0].count == 40 && !drawn.rows[0].contains(" "), "\(drawn.rows[0])")
    // One in twenty is no exception.
    let few = Sketch.Distribution(rows: [Statistics((common.prefix(19) + [60_000]).map { $0 * Self.millisecond })])
    #expect(few.drawn(in: 40)?.title.hasSuffix("1 min") == true)
  }

  @Test func `a line shows the medians from step to step`() {
    let medians = [300, 350, 400, 450, 650].map { $0 * Self.millisecond }
    let line = Sketch.Line(name: "p50 cold", medians: medians)
    #expect(line.drawn(in: 80, names: 9) == "p50 cold   ▁▂▃▄█  lowest 300 ms, highest 650 ms")
    // Of more steps than there is room for, the last ones.
    let long = Sketch.Line(name: "p50", medians: Array(repeating: 1, count: 500) + medians)
    #expect(long.drawn(in: 80, names: 3).map(DisplayText.width) == 80)
    #expect(long.drawn(in: 80, names: 3)?.contains("▇█") == false)
    #expect(long.drawn(in: 50, names: 3) == nil)
    let level = Sketch.Line(name: "p50", medians: [Int64](repeating: Self.millisecond, count: 4))
    #expect(level.drawn(in: 80, names: 3)?.contains("████") == true)
    #expect(Sketch.Line(name: "p50", medians: [1, 2]).drawn(in: 80, names: 3) == nil)
  }

  @Test func `lines stand above the rows on terminals alone`() {
    var table = Table("Times", ["week"], [[.text("2026-W48")]])
    table.lines = [Sketch.Line(name: "p50", medians: [1, 2, 3].map { $0 * Self.millisecond })]
    #expect(table.text(Drawing(width: 80)).contains("\np50  ▁▅█  lowest 1.00 ms, highest 3.00 ms\nweek\n"))
    #expect(table.text() == "Times\nweek\n2026-W48\n")
    #expect(table.text(Drawing(width: 80, isASCII: true)).contains("\np50  .+#  lowest"))
    #expect(!table.text(Drawing(width: 30)).contains("lowest"))
  }
}
